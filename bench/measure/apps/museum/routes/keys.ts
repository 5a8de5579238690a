import { operation } from 'svc'
import { publicKeys } from '../lib/keys.ts'

export const GET = operation({ summary: 'Public keys', auth: null }, () => publicKeys())
