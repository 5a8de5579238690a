import type { LeafDescription } from 'svc'
import { type Carrier, isNamed, isPair, isText } from '../../server/internal.ts'
import { HarnessError } from '../model/failure.ts'
import type { CredentialValue } from '../model/fixtures.ts'

/**
 * Makes sure that a credential can be sent to its authenticator: one that cannot would be left out of every request, and
 * a good one would seem to be refused.
 *
 * @param leaves the authenticator as its routes declare it; none where no route uses it
 * @throws HarnessError naming the place in the fixtures and the forms that fit.
 */
export function requireFit(value: CredentialValue, leaves: readonly LeafDescription[], place: string): void {
  const [leaf] = leaves
  if (leaf === undefined || leaves.some(({ carrier }) => fits(value, carrier))) return
  throw new HarnessError(
    'SVC_FIXTURE_CONFLICT',
    `${place} is ${FORMS[value.type]}, and ${leaf.name} ${nameForm(leaf.carrier)}`,
  )
}

function fits({ type }: CredentialValue, carrier: Carrier): boolean {
  switch (type) {
    case 'key':
      return isText(carrier)
    case 'basic':
      return isPair(carrier)
    case 'session':
      return carrier.in === 'session'
    case 'cookie':
    case 'parts':
      return true
  }
}

const FORMS: Readonly<Record<CredentialValue['type'], string>> = {
  key: 'a text',
  basic: 'a user name with a password',
  session: 'a sealed session',
  cookie: 'a cookie',
  parts: 'parts of a request',
}

/** The credential that an authenticator reads, and how the fixtures write it. */
function nameForm(carrier: Carrier): string {
  if (carrier.in === 'session') return 'reads a session: write session({ … }), or loginWith({ … }) with a cookie'
  if (carrier.in === 'request')
    return (
      'is a function of the request: say where the text goes, with { headers: { … } }, { query: { … } }, ' +
      '{ cookies: { … } } or { from: … }, or give the function a scheme with named()'
    )
  if (isPair(carrier)) return "reads a user name with a password: write { username: …, password: secret('NAME') }"
  const [what, text] = isNamed(carrier) ? ['key', 'key'] : [`${carrier.scheme.toLowerCase()} token`, 'token']
  return `reads a ${what}: write the ${text}, as a text or secret('NAME')`
}
