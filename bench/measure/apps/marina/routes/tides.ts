import { inherit, operation } from 'svc'
import { board } from '../lib/machines.ts'

export const GET = operation({ summary: 'Tides of the day', auth: [inherit, board] }, () => ({ high: '04:12' }))
