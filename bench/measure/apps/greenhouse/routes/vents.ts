import { operation } from 'svc'
import { panel } from '../lib/machines.ts'

export const POST = operation(
  { summary: 'Open the vents', auth: panel, body: { percent: Number } },
  ({ auth, body }) => ({
    panel: auth.panel,
    percent: body.percent,
  }),
)
