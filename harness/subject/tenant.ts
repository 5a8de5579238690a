import type { Credential } from '../model/fixtures.ts'
import { isObject } from '../text/json.ts'
import { readClaims } from '../text/token.ts'

/** `tenant`, `org_id`, `X-Workspace-Id`: the customer that a user belongs to. */
const NAME =
  /^(?:x[_-])?(?:tenant|org|organi[sz]ation|account|workspace|company|customer|team)(?:[_-]?(?:id|key|name|slug))?$/i

/** The tenant of a credential's user, by the fixtures or by the claims of a token; `undefined` where none is known. */
export function tenantOf({ principal, value }: Credential): string | undefined {
  switch (value.type) {
    case 'session':
      return findTenant(principal) ?? findTenant(value.user)
    case 'key':
      return findTenant(principal) ?? findTenant(readClaims(value.value))
    case 'parts':
      return findTenant(principal) ?? findTenant({ ...value.headers, ...value.query, ...value.cookies })
    default:
      return findTenant(principal)
  }
}

/** Of an object such as `{ tenant: { id: 7 } }`, its id. */
function findTenant(value: unknown): string | undefined {
  if (!isObject(value)) return undefined
  const found = Object.entries(value).find(([name]) => NAME.test(name))?.[1]
  const text = isObject(found) ? (found['id'] ?? found['slug'] ?? found['name']) : found
  return (typeof text === 'string' && text !== '') || typeof text === 'number' ? String(text) : undefined
}
