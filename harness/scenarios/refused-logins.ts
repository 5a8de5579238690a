import type { RequestData } from '../model/request.ts'
import type { Step } from '../model/scenario.ts'
import type { Flow, FlowScenario, FlowTarget } from './flow-target.ts'
import { weakLogins, type WrongLogin, wrongLogins } from './wrong-logins.ts'

/** Names under which {@link wrongLogins} has a wrong password of a user who exists, and of one who does not. */
const [KNOWN, UNKNOWN] = ['wrong-password', 'unknown-user-wrong'] as const

/**
 * Logins that must be refused, whose answers give nothing that opens a route and do not say which users there are. Wrong secrets are for
 * the user who may be locked; only what is about the other users names them.
 */
export function refusedLogins(
  { login, guessed = login.request, others = [] }: Pick<Flow, 'login' | 'guessed' | 'others'>,
  target: FlowTarget,
): readonly FlowScenario[] {
  const derived = wrongLogins(guessed)
  const wrong: readonly WrongLogin[] =
    login.wrong === undefined ? derived : [{ ...WRONG_PASSWORD, request: login.wrong }, ...derived.filter(isOther)]
  const requestOf = (name: WrongLogin['name']): RequestData | undefined =>
    derived.find((one) => one.name === name)?.request
  const [near, far] = [requestOf(KNOWN), requestOf(UNKNOWN)]
  return [
    ...[...wrong, ...weakLogins(login.request, others)].map((one) => refusedLogin(one, target)),
    ...(near === undefined || far === undefined ? [] : [enumeration(near, far)]),
  ]
}

const WRONG_PASSWORD = {
  name: KNOWN,
  title: 'a login with a wrong password',
  cause: 'the session or token is issued before the password is compared',
  cwe: 287,
} as const

function isOther({ name }: WrongLogin): boolean {
  return name !== KNOWN
}

/** A credential that a refused login gives all the same is sent to the route: it may be the session of a visitor. */
function refusedLogin({ name, variant, title, cause, cwe, request }: WrongLogin, target: FlowTarget): FlowScenario {
  const { take, carry, route } = target
  const withGiven: Step = {
    request: carry(target.request, '{taken}'),
    expect: 'deny',
    route,
    extra: { about: 'session', ifTaken: true },
  }
  return {
    row: `flow.${name}`,
    ...(variant === undefined ? {} : { variant }),
    title,
    cause,
    cwe,
    expect: 'refused-login',
    steps: [{ request, expect: 'refused-login', extra: { about: 'session', take } }, withGiven],
  }
}

/** The first login is sent twice, so that what varies by itself is known. */
function enumeration(near: RequestData, far: RequestData): FlowScenario {
  return {
    row: 'login.enumeration',
    title: 'a login of a user who does not exist, after one of a user who does',
    cause: 'the answer to a wrong login says whether the user exists',
    cwe: 204,
    expect: 'refused-login',
    extra: { about: 'alike', alike: 'always' },
    steps: [near, near, far].map((request) => ({ request, expect: 'refused-login' })),
  }
}
