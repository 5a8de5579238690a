import { inherit, route } from 'svc'
import { panel } from '../../lib/displays.ts'

const operation = route('/lamps')

export const GET = operation({ summary: 'The lamps', auth: [inherit, panel] }, () => ({
  lamps: [
    { id: 'main', lit: true },
    { id: 'pier', lit: false },
  ],
}))
