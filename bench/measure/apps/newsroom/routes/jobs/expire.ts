import { operation } from 'svc'
import { cron } from '../../lib/keys.ts'

export const POST = operation({ summary: 'Forget old drafts', auth: cron }, () => ({ forgotten: 0 }))
