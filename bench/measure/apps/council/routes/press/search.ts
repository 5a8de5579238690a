import { operation } from 'svc'
import { newspaper } from '../../lib/keys.ts'

export const GET = operation({ summary: 'Decisions under embargo', auth: newspaper }, ({ auth }) => ({
  for: auth.newspaper,
  decisions: ['d-77'],
}))
