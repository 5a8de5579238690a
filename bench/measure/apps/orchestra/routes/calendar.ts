import { operation } from 'svc'
import { feed } from '../lib/machines.ts'

export const GET = operation({ summary: 'The feed of a member', auth: feed }, ({ auth }) => ({
  of: auth.name,
  rehearsals: ['Tuesday'],
}))
