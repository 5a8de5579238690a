import { operation } from 'svc'

export const GET = operation({ summary: 'Whether the foundry works', auth: null }, () => ({ works: true }))
