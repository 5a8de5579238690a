import { operation } from 'svc'
import { visit } from '../lib/machines.ts'

export const GET = operation({ summary: 'A plot, by a link of its holder', auth: visit }, ({ auth }) => ({
  plot: auth.plot,
  path: 'second on the left',
}))
