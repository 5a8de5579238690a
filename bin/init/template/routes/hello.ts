import { operation } from 'svc'

// null is public. Leave auth out, and svc.config.ts decides.
export const GET = operation({ summary: 'Say hello', auth: null }, () => ({ hello: 'world' }))
