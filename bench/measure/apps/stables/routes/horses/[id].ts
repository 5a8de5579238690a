import { route } from 'svc'
import { horse, show } from '../../lib/horses.ts'

const operation = route('/horses/[id]')

export const resource = horse

export const GET = operation({ summary: 'One horse' }, ({ resources }) => {
  return show(resources.horse)
})
