import type { Scenario } from '../model/scenario.ts'
import { scopesAround, scopesIn, takesTokens } from '../model/token-facts.ts'
import { withKey } from '../subject/place.ts'
import type { RouteSubject } from '../subject/route-subject.ts'
import { createScenario } from '../subject/scenario.ts'
import type { Json } from '../text/json.ts'
import { type TokenParts, writeToken } from '../tokens/issuer.ts'
import { numbered, type RowName } from '../model/row-name.ts'
import { type Issued, issuedFor, withClaims, withHeader } from './token-row.ts'

interface ScopeRow {
  readonly name: RowName
  readonly title: string
  readonly cause: string
  /** The claims, from all scopes of the token and the one that must be missed. */
  readonly write: (held: readonly string[], missed: string, issued: Issued) => TokenParts | Json | undefined
}

const MISSING = 'the scopes of the token are not compared with those that the operation needs'
const PART = 'a scope is looked for in the text of all of them (includes, startsWith): a longer one passes for it'
const JOINED = 'scopes are joined and split at other signs than blanks'
const ELSEWHERE = 'scopes are read from another claim, which means something else to the issuer'

const ROWS: readonly ScopeRow[] = [
  {
    name: 'jwt.scope-missing',
    title: 'every scope but',
    cause: MISSING,
    write: (all, missed) => ({ scope: without(all, missed).join(' ') }),
  },
  { name: 'jwt.scope-none', title: 'no scope, and so not', cause: MISSING, write: () => ({}) },
  {
    name: 'jwt.scope-longer',
    title: 'a scope that begins like',
    cause: PART,
    write: (all, missed) => ({ scope: [...without(all, missed), `${missed}x`].join(' ') }),
  },
  {
    name: 'jwt.scope-inside',
    title: 'a scope that ends like',
    cause: PART,
    write: (all, missed) => ({ scope: [...without(all, missed), `x${missed}`].join(' ') }),
  },
  {
    name: 'jwt.scope-part',
    title: 'a part of',
    cause: PART,
    write: (all, missed) => ({ scope: [...without(all, missed), missed.slice(0, -1)].join(' ') }),
  },
  {
    name: 'jwt.scope-case',
    title: 'in another case',
    cause: 'scopes are compared without case',
    write: (all, missed) => otherCase(all, missed),
  },
  {
    name: 'jwt.scope-any',
    title: 'stars in the place of',
    cause: 'a star, or the beginning with one, stands for every scope',
    write: (all, missed) => ({ scope: [...without(all, missed), '*', missed.replace(/[^:./]*$/, '*')].join(' ') }),
  },
  {
    name: 'jwt.scope-commas',
    title: 'joined with commas',
    cause: JOINED,
    write: (all, missed) => ({ scope: ['svc:other', missed, ...without(all, missed)].join(',') }),
  },
  {
    name: 'jwt.scope-listed',
    title: 'joined in one member of a list',
    cause: JOINED,
    write: (all) => ({ scp: [['svc:other', ...all].join(' ')] }),
  },
  {
    name: 'jwt.scope-elsewhere',
    title: 'in other claims',
    cause: ELSEWHERE,
    write: (all) => ({
      scopes: all,
      permissions: all,
      roles: all,
      authorities: all,
      groups: all,
      scope_: all.join(' '),
    }),
  },
  {
    name: 'jwt.scope-header',
    title: 'in the header of the token',
    cause: ELSEWHERE,
    write: (all, _, issued) => withHeader({ good: withClaims(issued, NO_SCOPE) }, { scope: all.join(' '), scp: all }),
  },
]

const NO_SCOPE = { scope: undefined, scp: undefined }

/** Tokens of the harness's issuer that lack a scope which a guard of the route demands: 403. */
export function scopeScenarios(route: RouteSubject, index: number): readonly Scenario[] {
  const leaf = route.leaf(index)
  const scopes = [...new Set(scopesAround(route.route.auth, index))]
  const subject = route.subject(index)
  const issued = subject && issuedFor(subject)
  if (subject?.good === undefined || issued === undefined || scopes.length === 0 || !takesTokens(leaf)) return []
  const held = [...scopes, ...othersOf(route, issued)]
  return scopes.flatMap((missed, at) =>
    ROWS.flatMap(({ name, title, cause, write }) => {
      const written = write(held, missed, issued)
      if (written === undefined || (at > 0 && FOR_ALL.has(name))) return []
      const parts = isParts(written) ? written : withClaims(issued, { ...NO_SCOPE, ...inOwnClaim(written, issued) })
      const request = withKey(subject.bare, leaf, writeToken(parts))
      return createScenario({
        route: route.route,
        row: name,
        ...numbered(at),
        family: 'token',
        authenticator: leaf.name,
        title: `a token with ${title} ${FOR_ALL.has(name) ? 'the scopes' : missed}`,
        cause,
        cwe: 863,
        steps: [{ request, expect: 'forbid' }],
      })
    }),
  )
}

/** Scopes of the token that no guard of the route names: they stay, since none of them may stand for the missed one. */
function othersOf({ route, leaves }: RouteSubject, { good }: Issued): readonly string[] {
  const named = new Set(leaves.flatMap((_, index) => scopesAround(route.auth, index)))
  return scopesIn(good.claims).filter((scope) => !named.has(scope))
}

/** Scopes where the token has its own: many issuers write a list of them as `scp`. */
function inOwnClaim(written: Json, { good }: Issued): Json {
  const { scope, ...others } = written
  const { scope: text, scp } = good.claims
  if (typeof scope !== 'string' || text !== undefined || scp === undefined) return written
  return { ...others, scp: Array.isArray(scp) ? scope.split(' ') : scope }
}

/** About all scopes at once. */
const FOR_ALL: ReadonlySet<RowName> = new Set([
  'jwt.scope-none',
  'jwt.scope-listed',
  'jwt.scope-elsewhere',
  'jwt.scope-header',
])

function without(all: readonly string[], missed: string): readonly string[] {
  return all.filter((scope) => scope !== missed)
}

function otherCase(all: readonly string[], missed: string): Json | undefined {
  const other = missed === missed.toUpperCase() ? missed.toLowerCase() : missed.toUpperCase()
  return other === missed ? undefined : { scope: [...without(all, missed), other].join(' ') }
}

function isParts(value: TokenParts | Json): value is TokenParts {
  return 'header' in value && 'claims' in value && 'key' in value
}
