import type { DocsCredential } from './docs-route.ts'
import type { NamedScheme } from './security.ts'
import type { Typed } from './page/configuration.ts'

/** Credentials of authenticators, by the names of their schemes, as the page's configuration has them. */
export function prefillOf(
  schemes: readonly NamedScheme[],
  credentials: Readonly<Record<string, DocsCredential>>,
): Readonly<Record<string, Typed>> {
  const prefilled: Record<string, Typed> = {}
  for (const { name, authenticator } of schemes) {
    const credential = Object.hasOwn(credentials, authenticator.name) ? credentials[authenticator.name] : undefined
    if (credential === undefined || authenticator.carrier.in === 'session') continue
    prefilled[name] = 'value' in credential ? { token: credential.value } : credential
  }
  return prefilled
}
