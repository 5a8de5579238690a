import { operation } from 'svc'

export const GET = operation({ summary: 'Wind at the bridge', auth: null }, () => ({ wind: 4 }))
