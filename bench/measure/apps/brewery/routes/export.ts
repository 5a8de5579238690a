import { operation } from 'svc'
import { exporter } from '../lib/machines.ts'

export const GET = operation({ summary: 'Figures of the year', auth: exporter }, ({ auth }) => ({
  for: auth.reader,
  hectolitres: 412,
}))
