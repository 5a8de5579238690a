import { route } from 'svc'
import { signedLink } from '../../../../lib/signatures.ts'

const operation = route('/repos/[owner]/[name]/archive')

export const GET = operation(
  { summary: 'Download, by a signed link', auth: signedLink },
  ({ auth }) => new Response(`archive of ${auth.archive}`, { headers: { 'content-type': 'application/x-tar' } }),
)
