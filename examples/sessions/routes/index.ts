import { operation } from 'svc'
import { page } from '../lib/page.ts'

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; connect-src 'self'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; frame-ancestors 'none'",
}

export const GET = operation(
  { summary: 'The page', auth: null, includeInSchema: false },
  () => new Response(page, { headers }),
)
