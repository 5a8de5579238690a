import { operation } from 'svc'

export const GET = operation({ summary: 'When the counter is open', auth: null }, () => ({ from: 8, to: 19 }))
