import { operation } from 'svc'
import { calendar } from '../lib/keys.ts'

export const GET = operation({ summary: 'A calendar', auth: calendar }, ({ auth }) => ({
  of: auth.of,
  next: '2026-12-01',
}))
