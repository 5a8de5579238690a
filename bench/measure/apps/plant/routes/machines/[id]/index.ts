import { HttpError, route } from 'svc'
import { find } from '../../../lib/machines.ts'

const operation = route('/machines/[id]')

export const GET = operation({ summary: 'One machine' }, ({ params }) => {
  const machine = find(params.id)
  if (machine === undefined) throw new HttpError(404, 'No such machine')
  return machine
})
