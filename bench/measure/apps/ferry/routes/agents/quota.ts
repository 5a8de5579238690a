import { operation } from 'svc'
import { agent } from '../../lib/keys.ts'

export const GET = operation({ summary: 'Seats that an agent may sell', auth: agent }, ({ auth }) => ({
  agent: auth.agent,
  seats: 40,
}))
