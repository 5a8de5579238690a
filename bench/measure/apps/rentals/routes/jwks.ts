import { operation } from 'svc'
import { jwks } from '../lib/tokens.ts'

export const GET = operation({ summary: 'Public keys', auth: null }, () => jwks)
