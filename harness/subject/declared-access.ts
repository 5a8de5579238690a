import type { AuthDescription, LeafDescription } from 'svc'
import { leavesOf } from '../../server/internal.ts'
import { type Fixtures, NO_FIXTURE } from '../model/fixtures.ts'
import { ANONYMOUS, type MatrixUser, VALID } from '../model/matrix.ts'
import type { Route } from '../model/route.ts'
import { isGuarded, predict, type Presentation } from './oracle.ts'
import { mayUse, namesOf } from './standing.ts'

/** Who may call what, as it is declared: what `svc routes --roles --json` prints. */
export interface DeclaredMatrix {
  readonly users: readonly MatrixUser[]
  readonly routes: readonly { readonly id: string; readonly access: Readonly<Record<string, DeclaredCell>> }[]
}

/** The declaration for one user on one route. */
export interface DeclaredCell {
  /**
   * Without a credential (`open`), with theirs (`may`), a check or a function beside it decides (`checked`), or they have
   * nothing that is asked for, or the fixtures deny it (`no`).
   */
  readonly access: 'open' | 'may' | 'checked' | 'no'
  /** The resources that are asked about the record, outermost first. */
  readonly resources?: readonly string[]
  /** Those of them of which the fixtures give this user the records of others. */
  readonly shared?: readonly string[]
}

/** Reads declarations and fixtures alone. Without users the column of a good credential stands for them. */
export function declaredMatrix(routes: readonly Route[], fixtures: Fixtures): DeclaredMatrix {
  const named = Object.entries(fixtures.users).map(([name, { roles }]) => ({ name, roles }))
  const users = [{ name: ANONYMOUS, roles: [] }, ...(named.length > 0 ? named : [{ name: VALID, roles: [] }])]
  return {
    users,
    routes: routes.map((route) => ({
      id: route.key,
      access: Object.fromEntries(users.map(({ name }) => [name, cellOf(route, name, fixtures)])),
    })),
  }
}

/** `may [order, any item]`: with `any` the records of others too. */
export function declaredText({ access, resources = [], shared = [] }: DeclaredCell): string {
  if (resources.length === 0) return access
  return `${access} [${resources.map((name) => (shared.includes(name) ? `any ${name}` : name)).join(', ')}]`
}

function cellOf(route: Route, user: string, fixtures: Fixtures): DeclaredCell {
  const access = accessOf(route, user, fixtures)
  const resources = (route.resources ?? []).flatMap(({ name }) => name ?? [])
  if (access === 'no' || resources.length === 0) return { access }
  const names = namesOf(user, fixtures)
  const shared = resources.filter((resource) =>
    fixtures.resources?.some(
      (one) => one.name === resource && one.shared[route.key]?.some((name) => names.includes(name)),
    ),
  )
  return { access, resources, ...(shared.length > 0 ? { shared } : {}) }
}

function accessOf({ key, auth }: Route, user: string, fixtures: Fixtures): DeclaredCell['access'] {
  const fixture = fixtures.routes[key] ?? NO_FIXTURE
  const said = mayUse(user, fixtures, fixture)
  if (said === false) return 'no'
  if (auth === null || auth === undefined) return 'open'
  const { expect, winner } = predict(auth, presentationOf(auth, user, fixtures))
  if (expect !== 'allow') return expect === 'public' ? 'open' : 'no'
  const isAllowed = namesOf(user, fixtures).some((name) => fixture.allow.includes(name))
  const isChecked = said === undefined || (winner === undefined ? hasCheck(auth) : isGuarded(auth, winner))
  return isChecked && !isAllowed ? 'checked' : 'may'
}

/** A tuple has no winner: any check in it may be one of those that were asked. */
function hasCheck(auth: AuthDescription): boolean {
  return leavesOf(auth).some((_, at) => isGuarded(auth, at))
}

/** The credentials of a user that fit, by the index of their authenticator. */
function presentationOf(auth: AuthDescription, user: string, { valid }: Fixtures): Presentation {
  if (user === ANONYMOUS) return {}
  const has = ({ name, superuser }: LeafDescription): boolean => {
    const own = valid[name]?.filter((credential) => user === VALID || credential.user === user) ?? []
    return superuser === true
      ? own.some(({ value }) => (value as { user?: { isSuperuser?: unknown } | null }).user?.isSuperuser === true)
      : own.length > 0
  }
  return Object.fromEntries(leavesOf(auth).flatMap((leaf, at) => (has(leaf) ? [[at, 'good']] : [])))
}
