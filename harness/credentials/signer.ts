import type { LeafDescription } from 'svc'
import { isThenable } from '../../server/internal.ts'
import { HarnessError } from '../model/failure.ts'
import type { Credential, RequestParts } from '../model/fixtures.ts'
import type { RequestData } from '../model/request.ts'
import type { SignedRequest, SigningFixture } from '../model/signing.ts'
import { requireFit } from './fit.ts'
import { textOfParts } from './text-of-parts.ts'

const PARTS = ['headers', 'query', 'cookies'] as const

interface Signing {
  readonly place: string
  /** The authenticator as its routes declare it. */
  readonly leaves: readonly LeafDescription[]
  readonly hide: (text: string) => void
}

/** Whether a credential is made by a function for each request. */
export function isSigning(input: unknown): input is SigningFixture {
  return typeof input === 'object' && input !== null && 'sign' in input
}

/**
 * The credential that a function of the fixtures makes for a request.
 *
 * @throws HarnessError, when it is asked, for a function that throws or gives something other than parts of a request
 */
export function signerOf(
  { sign, signs, ...rest }: SigningFixture,
  { place, leaves, hide }: Signing,
): NonNullable<Credential['signed']> {
  const [beside] = Object.keys(rest)
  if (beside !== undefined)
    throw new HarnessError(
      'SVC_FIXTURE_CONFLICT',
      `${place} has sign and ${beside}: sign gives all parts. Return ${beside} from it.`,
    )
  return (request) => {
    const parts = partsOf(sign, request, place)
    for (const name of PARTS) Object.values(parts[name] ?? {}).forEach(hide)
    const value = textOfParts({ type: 'parts', ...parts, ...(signs === undefined ? {} : { signs }) }, leaves)
    requireFit(value, leaves, place)
    return value
  }
}

function partsOf(sign: SigningFixture['sign'], request: RequestData, place: string): RequestParts {
  let parts: unknown
  try {
    parts = sign(readable(request))
  } catch (cause) {
    const what = cause instanceof Error ? cause.message : String(cause)
    throw new HarnessError(
      'SVC_FIXTURE_TYPE',
      `${place}.sign throws for ${request.method} ${request.target}: ${what}`,
      2,
      { cause },
    )
  }
  if (!isThenable(parts) && isParts(parts)) return parts
  const got = isThenable(parts) ? 'a promise' : 'something else'
  throw new HarnessError(
    'SVC_FIXTURE_TYPE',
    `${place}.sign must return { headers, query, cookies } with texts; got ${got}`,
  )
}

function readable({ method, target, headers, body = '' }: RequestData): SignedRequest {
  const [path = '', query = ''] = target.split('?', 2)
  const fields = Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]))
  return { method, path, query, headers: fields, body: Buffer.from(body, 'latin1') }
}

function isParts(value: unknown): value is RequestParts {
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).every(
    ([name, texts]) =>
      (PARTS as readonly string[]).includes(name) &&
      typeof texts === 'object' &&
      texts !== null &&
      Object.values(texts as object).every((text) => typeof text === 'string'),
  )
}
