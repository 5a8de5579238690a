import type { LeafDescription } from 'svc'
import { isSafeMethod } from '../../server/internal.ts'
import type { Credential } from '../model/fixtures.ts'
import type { Expectation } from '../model/expectation.ts'
import type { RequestData } from '../model/request.ts'
import type { Scenario } from '../model/scenario.ts'
import { fixtureFor, plainRequest } from '../subject/plain-request.ts'
import type { RouteSubject } from '../subject/route-subject.ts'
import { createScenario } from '../subject/scenario.ts'
import { isGuarded } from '../subject/oracle.ts'
import { namesOf } from '../subject/standing.ts'
import { withCredential } from '../subject/place.ts'
import { roleClaimScenarios } from './role-claims.ts'

/**
 * The row of this route in the routes-by-roles matrix: each user of the fixtures with each credential that fits, by HEAD
 * too where it runs the operation, and what a denied user claims beside a good credential.
 */
export function roleScenarios(subject: RouteSubject): readonly Scenario[] {
  const cells = subject.leaves.flatMap((_, index) =>
    candidates(subject, index).flatMap((credential) => {
      const bare = subject.bare(index, credential.user)
      const expect = expectationOf(subject, index, credential)
      return bare === undefined || expect === undefined ? [] : [{ index, bare, credential, expect }]
    }),
  )
  const denied = cells.find(({ expect }) => expect !== 'allow')
  const allowed = cells.find(({ expect }) => expect === 'allow')
  const scenarios = [
    ...cells.flatMap((cell) => methodsOf(subject).map((method) => role(subject, cell, method, allowed))),
    // After the plain one: where that passes, it is the finding, and what it was about may be gone.
    ...(denied === undefined || subject.input.local ? [] : otherSpelling(subject, denied, allowed)),
    ...roleClaimScenarios(subject, denied),
  ]
  // The request of a user who may can use up what the others must not reach.
  if (isSafeMethod(subject.route.method)) return scenarios
  return scenarios.map((scenario) => (isRefusedThroughout(scenario) ? { ...scenario, turn: 'first' } : scenario))
}

function isRefusedThroughout({ steps }: Scenario): boolean {
  return steps.every(({ expect }) => expect !== 'allow' && expect !== 'answered')
}

/** Requests of a denied user with another spelling of the id: the guard and the data may read it in two ways. */
function otherSpelling(subject: RouteSubject, denied: Cell, allowed: Cell | undefined): readonly Scenario[] {
  const { route } = subject
  const fixture = fixtureFor(subject.fixture, denied.credential.user)
  const params = { ...route.sample?.params, ...fixture.params }
  const found = Object.entries(params).findLast(
    ([name, value]) => route.path.includes(`[${name}]`) && respell(value) !== undefined,
  )
  if (found === undefined) return []
  const [name, value] = found
  const after = plainRequest(route, { ...fixture, params: { ...params, [name]: respell(value) as string } }).target
  const moved = ({ bare, credential: { user } }: Cell): RequestData => {
    const before = plainRequest(route, fixtureFor(subject.fixture, user)).target
    return { ...bare, target: after + bare.target.slice(before.length) }
  }
  const scenario = role(subject, { ...denied, bare: moved(denied), expect: 'norun' }, route.method)
  return [
    createScenario({
      ...scenario,
      route,
      row: 'role.*.spelling',
      title: `${scenario.title} with its ${name} spelt ${respell(value)}`,
      cause: 'the guard looks the id up in one spelling, and the data are found by another',
      cwe: 639,
      ...(allowed === undefined
        ? {}
        : {
            extra: {
              about: 'probe',
              counterpart: withCredential(moved(allowed), subject.leaf(allowed.index), allowed.credential.value),
            },
          }),
    }),
  ]
}

/** A number with a zero in front, a text with another first letter. */
function respell(value: string): string | undefined {
  if (/^\d+$/.test(value)) return `0${value}`
  if (/^[a-z]/.test(value)) return value.charAt(0).toUpperCase() + value.slice(1)
  return /^[A-Z]/.test(value) ? value.charAt(0).toLowerCase() + value.slice(1) : undefined
}

interface Cell {
  readonly index: number
  /** The request without this user's credential. */
  readonly bare: RequestData
  readonly credential: Credential
  readonly expect: Expectation
}

function methodsOf({ route, answersHead }: RouteSubject): readonly string[] {
  return answersHead ? [route.method, 'HEAD'] : [route.method]
}

/** The request of a user, with the credential. */
function requestOf(subject: RouteSubject, { index, bare, credential }: Cell, method: string): RequestData {
  const own = { ...bare, method }
  return withCredential(own, subject.leaf(index), credential.signed?.(own) ?? subject.fresh(credential).value)
}

/** @param allowed a user who may: a server may break on HEAD for everybody */
function role(subject: RouteSubject, cell: Cell, method: string, allowed?: Cell): Scenario {
  const { index, credential, expect } = cell
  const leaf = subject.leaf(index)
  const suffix = method === subject.route.method ? '' : `.${method}`
  const request = requestOf(subject, cell, method)
  const isCompared = suffix !== '' && expect !== 'allow' && allowed !== undefined && !subject.input.local
  return createScenario({
    route: subject.route,
    row: suffix === '' ? 'role.*' : 'role.*.HEAD',
    variant: credential.user,
    family: 'role',
    exercise: credential.value.type === 'session' ? 'sealed' : 'wire',
    authenticator: leaf.name,
    ...(suffix === '' ? { user: credential.user } : {}),
    title: `${suffix === '' ? '' : 'HEAD with '}the credential of ${credential.user}${standing(leaf, expect)}`,
    cause: 'who may and who may not is decided by something other than the declared authenticator',
    cwe: expect === 'allow' ? 287 : 285,
    ...(isCompared ? { extra: { about: 'probe', counterpart: requestOf(subject, allowed, method) } } : {}),
    steps: [
      {
        request,
        expect,
        ...(expect === 'allow' && credential.principal !== undefined ? { principal: credential.principal } : {}),
      },
    ],
  })
}

/** Why this user should not pass, or should. */
function standing(leaf: LeafDescription, expect: Expectation): string {
  if (leaf.superuser) return expect === 'allow' ? ' (a superuser)' : ' (not a superuser)'
  return expect === 'allow' ? '' : ' (whom the fixtures deny this route)'
}

/** Credentials of named users: the authenticator's own, and for a superuser's route every session. */
function candidates(subject: RouteSubject, index: number): readonly Credential[] {
  const leaf = subject.leaf(index)
  const own = subject.valid(index)
  const sessions = leaf.superuser
    ? Object.values(subject.fixtures.valid)
        .flat()
        .filter(({ value }) => value.type === 'session')
    : []
  const byUser = new Map([...sessions, ...own].map((credential) => [credential.user, credential]))
  return [...byUser.values()].filter(({ user }) => subject.fixtures.users[user] !== undefined)
}

function expectationOf(subject: RouteSubject, index: number, credential: Credential): Expectation | undefined {
  const { fixture, fixtures } = subject
  const names = namesOf(credential.user, fixtures)
  const leaf = subject.leaf(index)
  const guarded = isGuarded(subject.route.auth, index)
  const isDenied = names.some((name) => fixture.deny.includes(name))
  if (leaf.superuser) {
    const { user } = credential.value as { user?: { isSuperuser?: unknown } | null }
    if (user?.isSuperuser !== true) return 'deny'
    if (!isDenied) return 'allow'
  }
  if (isDenied) return guarded ? 'forbid' : 'deny'
  if (names.some((name) => fixture.allow.includes(name))) return 'allow'
  return guarded || fixture.allow.length > 0 ? undefined : 'allow'
}
