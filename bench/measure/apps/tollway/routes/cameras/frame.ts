import { operation } from 'svc'
import { camera } from '../../lib/machines.ts'

export const GET = operation({ summary: 'The settings of a camera', auth: camera }, ({ auth }) => ({
  lane: auth.lane,
  fps: 12,
}))
