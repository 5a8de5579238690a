import { inherit, route } from 'svc'
import { widget } from '../lib/keys.ts'

const operation = route('/slots')

export const GET = operation({ summary: 'Free slots', auth: [inherit, widget] }, ({ auth }) => ({
  shownTo: auth.id,
  slots: ['2026-12-02T09:00', '2026-12-02T09:20'],
}))
