import { BASIC, BEARER, type Carrier } from '../../server/internal.ts'
import type { CredentialInput } from '../credentials/define.ts'
import type { Json } from '../text/json.ts'
import type { Entry } from './read-har.ts'

/** The credential of one recorded request. */
export interface Shown {
  /** Of the security scheme of a document that is made of recordings. */
  readonly scheme: string
  /** The scheme, as OpenAPI declares it. */
  readonly declared: Json
  readonly carrier: Carrier
  /** The secret, and how fixtures write it. */
  readonly secret: string
  readonly write: (secret: string) => CredentialInput
  /** The whole field, where a document may declare the field and not its scheme. */
  readonly field?: string
}

const KEY_HEADER =
  /^(?:x-)?(?:api-?key|auth(?:entication|orization)?-?(?:token|key)|access-?token|session(?:-?(?:id|token))?|user-?token|token)$/
const KEY_QUERY = /^(?:access_?token|api_?key|auth_?token|token)$/i
const SESSION = /sess|^sid$|\.sid$|auth|token|jwt|login/i
const CSRF = /csrf|xsrf/i

/** The credential that a request shows; of several the one that is sent on purpose. `undefined` for none. */
export function shownIn({ headers, cookies, query }: Entry): Shown | undefined {
  const field = headers.find(([name, value]) => name === 'authorization' && value.trim() !== '')?.[1]
  if (field !== undefined) return shownInAuthorization(field)
  const key = headers.find(([name, value]) => KEY_HEADER.test(name) && value !== '')
  if (key !== undefined) return inPlace('header', ...key)
  const cookie = cookies.find(([name, value]) => SESSION.test(name) && !CSRF.test(name) && value !== '')
  if (cookie !== undefined) return inPlace('cookie', ...cookie)
  const parameter = query.find(([name, value]) => KEY_QUERY.test(name) && value !== '')
  return parameter === undefined ? undefined : inPlace('query', ...parameter)
}

function shownInAuthorization(field: string): Shown {
  const [, scheme = '', rest = ''] = /^(\S+)\s+(.+)$/.exec(field.trim()) ?? []
  const same = (secret: string): CredentialInput => secret
  if (/^bearer$/i.test(scheme))
    return {
      scheme: 'bearer',
      declared: { type: 'http', scheme: 'bearer' },
      carrier: BEARER,
      secret: rest,
      write: same,
      field,
    }
  if (/^basic$/i.test(scheme)) {
    const [username = '', ...password] = Buffer.from(rest, 'base64').toString('utf8').split(':')
    const write = (secret: string): CredentialInput => ({ username, password: secret })
    const declared = { type: 'http', scheme: 'basic' }
    return { scheme: 'basic', declared, carrier: BASIC, secret: password.join(':'), write }
  }
  return inPlace('header', 'Authorization', field)
}

function inPlace(place: 'header' | 'cookie' | 'query', name: string, secret: string): Shown {
  const declared = { type: 'apiKey', in: place, name }
  return { scheme: `${place} ${name}`, declared, carrier: { in: place, name }, secret, write: (value) => value }
}
