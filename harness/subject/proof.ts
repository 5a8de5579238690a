import { isNamed, isSafeMethod } from '../../server/internal.ts'
import type { RequestData } from '../model/request.ts'
import type { Subject } from './leaf-subject.ts'
import { withCredential } from './place.ts'

/** Names of fields and cookies that prove that a page of the application sends a request. */
const PROOF = /csrf|xsrf/i

/**
 * Whether a request differs from one with a good credential in the proof against forged requests alone. A safe method needs none (RFC 9110
 * section 9.2.1): the credential is good.
 */
export function differsInProofAlone(
  method: string,
  { bare, leaf, valid }: Pick<Subject, 'bare' | 'leaf' | 'valid'>,
  request: RequestData,
): boolean {
  // A credential that is called so is one.
  if (!isSafeMethod(method) || (isNamed(leaf.carrier) && PROOF.test(leaf.carrier.name))) return false
  const sent = withoutProof(request)
  if (sent === withoutProof(bare)) return false
  return valid.some(({ value }) => withoutProof(withCredential(bare, leaf, value)) === sent)
}

function withoutProof({ headers, ...rest }: RequestData): string {
  const fields = headers.flatMap(([name, value]) => {
    if (PROOF.test(name)) return []
    return name.toLowerCase() === 'cookie' ? [`cookie: ${cookiesOf(value)}`] : [`${name}: ${value}`]
  })
  return JSON.stringify([rest, fields])
}

function cookiesOf(line: string): string {
  return line
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => !PROOF.test(pair.split('=')[0] ?? ''))
    .join('; ')
}
