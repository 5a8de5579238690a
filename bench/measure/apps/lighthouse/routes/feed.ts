import { operation } from 'svc'
import { feed } from '../lib/displays.ts'

export const GET = operation({ summary: 'Tides for calendars', auth: feed }, ({ auth }) => ({
  for: auth.feed,
  tides: ['05:12 high', '11:40 low'],
}))
