import { route } from 'svc'
import { allVisas, visa } from '../../lib/visas.ts'

const operation = route('/case')

export const GET = operation({ summary: 'My case' }, async (request) => ({
  visas: await visa.filter(allVisas(), request),
}))
