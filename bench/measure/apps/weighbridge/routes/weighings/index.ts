import { reply, route } from 'svc'
import { scale } from '../../lib/machines.ts'
import { allWeighings, weighing } from '../../lib/weighings.ts'

const operation = route('/weighings')

export const GET = operation({ summary: 'Weighings of our lorries' }, async (request) => ({
  weighings: await weighing.filter(allWeighings(), request),
}))

export const POST = operation(
  { summary: 'A scale has weighed', auth: scale, body: { plate: String, kilograms: Number } },
  ({ auth, body }) => reply(201, { scale: auth.scale, kilograms: body.kilograms }),
)
