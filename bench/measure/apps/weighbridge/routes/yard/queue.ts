import { operation } from 'svc'

export const GET = operation({ summary: 'Who waits in the yard' }, () => ({ plates: ['HB-QR 118', 'OL-ST 72'] }))
