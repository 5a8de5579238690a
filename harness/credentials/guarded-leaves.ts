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
  // Who has which scope, the run decides.
  return 'guard' in auth && auth.scopes === undefined ? [auth, ...inner] : inner
}

/** Whether every way in needs a superuser. */
export function needsSuperuser(auth: Route['auth']): boolean {
  if (auth === null || auth === undefined) return false
  switch (auth.kind) {
    case 'list':
      return auth.members.every(needsSuperuser)
    case 'all':
      return auth.members.some(needsSuperuser)
    case 'optional':
      return false
    case 'check':
      return needsSuperuser(auth.member)
    default:
      return auth.superuser === true
  }
}
