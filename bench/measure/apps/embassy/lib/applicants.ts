import { createHash } from 'node:crypto'
import { constantTimeEqual, headerKey } from 'svc/security'

export interface Applicant {
  readonly applicant: string
}

const digestOf = (text: string): string => createHash('sha256').update(`visa:${text}`).digest('base64url')

const secrets = new Map([
  ['quinn', digestOf(process.env['QUINN_SLIP'] ?? '7d20a6f3914c')],
  ['rosa', digestOf(process.env['ROSA_SLIP'] ?? 'e58b1c0d72f9')],
])

/** The slip that an applicant gets at the counter: a name and a secret. */
export const applicant = headerKey(
  'X-Slip',
  (_request, slip): Applicant | null => {
    const [name = '', secret = ''] = slip.split('/')
    const isRight = constantTimeEqual(secrets.get(name) ?? '', digestOf(secret))
    return isRight ? { applicant: name } : null
  },
  { name: 'Applicant' },
)
