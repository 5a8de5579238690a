import type { LeafDescription, Operation } from 'svc'
import type { Credential } from '../model/fixtures.ts'
import { knownText } from '../subject/leaf-subject.ts'
import { type LeafHooks, membersOf, type MutantRequest, withAuth, withLeaf, withMembers } from '../copies/rebuild.ts'

/** The place of a fault: one authenticator of one operation. */
export interface Place {
  readonly operation: Operation
  readonly description: LeafDescription
  /** Index among the operation's authenticators, in evaluation order. */
  readonly leaf: number
  /** Good credentials of it. */
  readonly valid: readonly Credential[]
  /** Other operations of the application. */
  readonly siblings: readonly Operation[]
  /** Called when the fault decides something. */
  readonly touched: () => void
}

/** One way to break an operation's auth. */
export interface Operator {
  readonly name: string
  /** The change, as the beginning of a sentence about an authenticator: `lets everybody pass`. */
  readonly title: string
  /** The fixtures that are missing if no scenario notices. */
  readonly advice: string
  /** Once for each authenticator, or once for each operation. */
  readonly scope: 'authenticator' | 'operation'
  /** Families and names of scenarios that notice it most often: they are tried first. */
  readonly killers: readonly string[]
  /** Whether a fault that never came to decide anything changes nothing, rather than escaping the tests. */
  readonly needsTouch?: true
  /** The broken operation, or `undefined` where the fault cannot be made. */
  readonly break: (place: Place) => Operation | undefined
}

/** A user whom no application knows. */
const STRANGER = Object.freeze({ svcMutant: 'stranger' })
const CONTROL = 'a good credential for it in the fixtures (credentials); without one nothing is known to pass'

/** The faults that `--mutate` makes, one at a time. */
export const OPERATORS: readonly Operator[] = [
  {
    name: 'always-allow',
    title: 'lets everybody pass',
    advice: 'an invalid credential for it in the fixtures (credentials, invalid)',
    scope: 'authenticator',
    killers: ['missing', 'key.wrong', 'callable.fixture-invalid', 'callable.wrong-part'],
    break: (place) => change(place, () => ({ read: () => [], verify: () => (place.touched(), STRANGER) })),
  },
  {
    name: 'always-deny',
    title: 'lets no one pass',
    advice: CONTROL,
    scope: 'authenticator',
    killers: ['valid'],
    break: (place) => change(place, () => ({ verify: () => (place.touched(), undefined) })),
  },
  {
    name: 'accept-prefix',
    title: 'accepts the beginning of a good credential',
    advice: 'a good credential of more than one character in the fixtures (credentials, valid)',
    scope: 'authenticator',
    killers: ['key.prefix', 'basic.prefix'],
    break: acceptPrefix,
  },
  {
    name: 'skip-head',
    title: 'lets every HEAD pass',
    advice: 'an invalid credential for it in the fixtures (credentials, invalid)',
    scope: 'authenticator',
    killers: ['method.HEAD'],
    break: skipHead,
  },
  {
    name: 'constant-principal',
    title: 'gives every handler the same request.auth',
    advice: 'what request.auth must be: principal beside the credential, or in users',
    scope: 'authenticator',
    killers: ['valid', 'role'],
    needsTouch: true,
    break: (place) =>
      change(place, (hooks) => ({
        verify: (request, credential) =>
          settle(hooks.verify(request, credential), (result) => (result ? (place.touched(), STRANGER) : result)),
      })),
  },
  {
    name: 'drop-member',
    title: 'is dropped from its list',
    advice: CONTROL,
    scope: 'authenticator',
    killers: ['list.first-only', 'list.last-only', 'all.first-only', 'all.last-only', 'valid'],
    break: ({ operation, leaf }) => {
      const members = membersOf(operation)
      if (members.length < 2 || members.length <= leaf) return undefined
      return withMembers(
        operation,
        members.filter((_, i) => i !== leaf),
      )
    },
  },
  {
    name: 'reverse-list',
    title: 'is tried in the reverse order of its list',
    advice: 'good credentials of every member, each with its principal',
    scope: 'operation',
    killers: ['list.all-good', 'list'],
    break: ({ operation }) => {
      const members = membersOf(operation)
      return members.length < 2 || members.at(-1)?.[1].kind === 'optional'
        ? undefined
        : withMembers(operation, members.toReversed())
    },
  },
  {
    name: 'detach',
    title: 'is taken off the route',
    advice: 'protected: true for the route in the fixtures',
    scope: 'operation',
    killers: ['missing', 'key.wrong'],
    break: ({ operation }) => withAuth(operation, null, null),
  },
  {
    name: 'swap',
    title: 'is exchanged for the authenticator of another route',
    advice: CONTROL,
    scope: 'operation',
    killers: ['valid', 'level', 'missing'],
    break: ({ operation, siblings }) => {
      const other = siblings.find(
        ({ auth }) => auth.description && !isSame(auth.description, operation.auth.description),
      )
      return other && withAuth(operation, other.auth.value, other.auth.description ?? null)
    },
  },
  {
    name: 'swallow-throw',
    title: 'passes whenever it throws',
    advice: 'an invalid credential for which it throws (credentials, invalid)',
    scope: 'authenticator',
    killers: ['missing', 'key'],
    needsTouch: true,
    break: (place) =>
      change(place, (hooks) => ({ verify: (request, credential) => swallow(place, hooks, request, credential) })),
  },
]

function change(place: Place, replace: (hooks: LeafHooks) => Partial<LeafHooks>): Operation {
  return withLeaf(place.operation, place.leaf, replace)
}

function acceptPrefix(place: Place): Operation | undefined {
  const goods = place.valid.flatMap((credential) => {
    const { value } = credential
    if (value.type === 'basic') return [[value.username, value.password]]
    const text = knownText(credential)
    return text === undefined || place.description.carrier.in === 'request' ? [] : [[text]]
  })
  if (goods.length === 0) return undefined
  return change(place, (hooks) => ({
    verify: (request, credential) => {
      const sent = credential.map(String)
      const good = goods.find((parts) => isPrefix(sent, parts))
      if (good === undefined) return hooks.verify(request, credential)
      place.touched()
      return hooks.verify(request, good)
    },
  }))
}

/** The last part cut short, the others whole. */
function isPrefix(sent: readonly string[], good: readonly string[]): boolean {
  const last = sent.at(-1) ?? ''
  const whole = good.at(-1) ?? ''
  return (
    last !== '' && last !== whole && whole.startsWith(last) && good.slice(0, -1).every((part, i) => part === sent[i])
  )
}

function skipHead(place: Place): Operation | undefined {
  if (place.operation.method !== 'GET') return undefined
  const isHead = (request: unknown): boolean => (request as MutantRequest).method === 'HEAD'
  return change(place, (hooks) => ({
    read: (request) => (isHead(request) ? [] : hooks.read(request)),
    verify: (request, credential) => {
      if (!isHead(request)) return hooks.verify(request, credential)
      place.touched()
      return STRANGER
    },
  }))
}

function swallow(place: Place, hooks: LeafHooks, request: MutantRequest, credential: readonly unknown[]): unknown {
  const pass = (): unknown => (place.touched(), STRANGER)
  try {
    const result = hooks.verify(request, credential)
    return result instanceof Promise ? result.catch(pass) : result
  } catch {
    return pass()
  }
}

function settle(result: unknown, then: (value: unknown) => unknown): unknown {
  return result instanceof Promise ? result.then(then) : then(result)
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
