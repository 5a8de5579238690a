import { operation } from 'svc'
import { still } from '../../lib/machines.ts'

export const GET = operation({ summary: 'A picture of a pen', auth: still }, ({ auth }) => `Picture of pen ${auth.pen}`)
