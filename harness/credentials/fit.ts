import type { LeafDescription } from 'svc'
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
  if (leaf === undefined || leaves.some(({ kind }) => fits(value, kind))) return
  throw new HarnessError(`${place} is ${FORMS[value.type]}, and ${leaf.name} ${READS[leaf.kind]}`)
}

function fits({ type }: CredentialValue, kind: LeafDescription['kind']): boolean {
  switch (type) {
    case 'key':
      return kind === 'bearer' || kind === 'apiKey'
    case 'basic':
      return kind === 'basic'
    case 'session':
      return kind === 'session'
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

const READS: Readonly<Record<LeafDescription['kind'], string>> = {
  bearer: "reads a bearer token: write the token, as a text or secret('NAME')",
  basic: "reads a user name with a password: write { username: …, password: secret('NAME') }",
  apiKey: "reads a key: write the key, as a text or secret('NAME')",
  session: 'reads a session: write session({ … }), or loginWith({ … }) with a cookie',
  callable:
    'is a function of the request: say where the text goes, with { headers: { … } }, { query: { … } }, ' +
    '{ cookies: { … } } or { from: … }, or give the function a scheme with named()',
}
