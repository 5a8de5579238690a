import { operation } from 'svc'
import { feed } from '../lib/keys.ts'

export const GET = operation({ summary: 'The calendar of a parent', auth: feed }, ({ auth }) => ({
  of: auth.name,
  days: ['2026-12-01'],
}))
