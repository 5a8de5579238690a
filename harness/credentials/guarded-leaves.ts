import type { AuthDescription } from 'svc'
import { leavesOf } from '../../server/internal.ts'
import type { Route } from '../model/route.ts'

/** Names of the authenticators that stand inside a `check` of some route; superusers have a role of their own. */
export function guardedLeaves(routes: readonly Route[]): ReadonlySet<string> {
  const leaves = routes.flatMap(({ auth }) => checksOf(auth)).flatMap(leavesOf)
  return new Set(leaves.flatMap(({ superuser, name }) => (superuser ? [] : [name])))
}

/** Names of the guards of an auth. */
export function guardsOf(auth: AuthDescription | null | undefined): readonly string[] {
  return checksOf(auth).map(({ guard }) => guard)
}

type Check = Extract<AuthDescription, { readonly guard: string }>

function checksOf(auth: AuthDescription | null | undefined): readonly Check[] {
  if (auth === null || auth === undefined) return []
  if ('members' in auth) return auth.members.flatMap(checksOf)
  if (!('member' in auth)) return []
  const inner = checksOf(auth.member)
  return 'guard' in auth ? [auth, ...inner] : inner
}
