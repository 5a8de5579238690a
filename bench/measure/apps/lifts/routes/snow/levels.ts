import { operation } from 'svc'
import { gun, oldGun } from '../../lib/machines.ts'

export const GET = operation({ summary: 'How much snow lies', auth: [oldGun, gun] }, ({ auth }) => ({
  reader: auth.reader,
  centimetres: 92,
}))
