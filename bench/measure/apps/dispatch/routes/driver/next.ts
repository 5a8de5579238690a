import { operation } from 'svc'
import { driver } from '../../lib/drivers.ts'

export const GET = operation({ summary: 'The next ride of a driver', auth: driver }, ({ auth }) => ({
  car: auth.car,
  from: 'Mill Lane 4',
}))
