import { operation } from 'svc'

export const GET = operation({ summary: 'Whether the service runs', auth: null }, () => ({ ok: true }))
