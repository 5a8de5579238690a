import { route } from 'svc'
import { link } from '../../../lib/links.ts'

const operation = route('/certificates/[id]/file')

// A client that has the link; keys are not asked for.
export const GET = operation({ summary: 'The certificate as a file', auth: link }, ({ auth }) => ({
  file: `certificate-${auth.certificate}.pdf`,
}))
