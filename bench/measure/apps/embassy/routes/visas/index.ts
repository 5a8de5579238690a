import { route } from 'svc'
import { allVisas, visa } from '../../lib/visas.ts'

const operation = route('/visas')

export const GET = operation({ summary: 'Visas of my post' }, async (request) => {
  return { post: request.auth.post, visas: await visa.filter(allVisas(), request) }
})
