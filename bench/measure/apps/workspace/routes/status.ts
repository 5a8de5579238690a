import { operation } from 'svc'

export const GET = operation({ summary: 'Status', auth: null }, () => ({ status: 'ok' }))
