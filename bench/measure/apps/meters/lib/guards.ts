import { AuthorizationError } from 'svc'

interface Scoped {
  readonly scopes: readonly string[]
}

/** A guard for `check`. */
export const hasScope =
  (scope: string) =>
  ({ scopes }: Scoped): boolean =>
    scopes.includes(scope)

/** Tenants that are shut out of writing, as the directory knows. */
const frozen = new Set(['elbe'])

export async function isFrozen(tenant: string): Promise<boolean> {
  return frozen.has(tenant)
}

/** A guard for `check`: tenants that did not pay may read only. */
export async function mayWrite({ tenant, scopes }: Scoped & { readonly tenant: string }): Promise<boolean> {
  if (await isFrozen(tenant)) throw new AuthorizationError('This contract is frozen')
  return scopes.includes('readings:write')
}
