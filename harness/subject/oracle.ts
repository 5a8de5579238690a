import type { AuthDescription, LeafDescription } from 'svc'
import { leavesOf } from '../../server/internal.ts'
import type { Expectation } from '../model/expectation.ts'

/** The credential of a request for one authenticator: `wrong` reaches its hook, `unusable` is there and must not. */
export type Presented = 'good' | 'wrong' | 'unusable' | 'absent'

/** The expected result of a request, computed from the declaration alone (semantics 4). */
export interface Prediction {
  readonly expect: Extract<Expectation, 'allow' | 'deny' | 'public'>
  /** Index of the authenticator whose value becomes `request.auth`; `undefined` for a tuple and for an anonymous request. */
  readonly winner: number | undefined
  /** Names of the authenticators whose hooks are called, in order, sessions aside. */
  readonly calls: readonly string[]
}

/** The credentials of a request, by index of the authenticator; one that is not named is absent. */
export type Presentation = Readonly<Record<number, Presented>>

/**
 * A second, independent reading of the rules of evaluation, to hold the application against: it knows neither requests
 * nor the server's code.
 */
export function predict(description: AuthDescription, presentation: Presentation): Prediction {
  const evaluation = new Evaluation(presentation)
  const result = evaluation.run(description)
  const expect = !result.passed ? 'deny' : result.anonymous ? 'public' : 'allow'
  return { expect, winner: result.winner, calls: evaluation.calls }
}

/**
 * The authenticators that must also be good so that one alone decides: inside `all`, its siblings. Everything else is
 * absent.
 */
export function companionsOf(description: AuthDescription, leaf: number): readonly number[] {
  return companions(description, 0, leaf) ?? []
}

interface Result {
  readonly passed: boolean
  /** Passed anonymously. */
  readonly anonymous?: boolean
  readonly winner?: number | undefined
}

const FAILED: Result = { passed: false }

class Evaluation {
  readonly calls: string[] = []
  readonly #presentation: Presentation
  #next = 0

  constructor(presentation: Presentation) {
    this.#presentation = presentation
  }

  run(description: AuthDescription): Result {
    switch (description.kind) {
      case 'list':
        return this.#runList(description.members)
      case 'all':
        return this.#runAll(description.members)
      case 'optional':
        return this.#runOptional(description.member)
      case 'check':
        return this.run(description.member)
      default:
        return this.#runLeaf(description)
    }
  }

  #runList(members: readonly AuthDescription[]): Result {
    let result = FAILED
    for (const member of members) {
      if (result.passed) this.#skip(member)
      else result = this.run(member)
    }
    return result
  }

  #runAll(members: readonly AuthDescription[]): Result {
    let passed = true
    for (const member of members) {
      if (!passed) this.#skip(member)
      else passed = this.run(member).passed
    }
    return { passed }
  }

  #runOptional(member: AuthDescription): Result {
    const first = this.#next
    const result = this.run(member)
    if (result.passed) return result
    // A function that finds nothing does not say whether something was there.
    const isWrong = leavesOf(member).some(
      ({ carrier }, at) => carrier.in !== 'request' && this.#of(first + at) !== 'absent',
    )
    return isWrong ? FAILED : { passed: true, anonymous: true }
  }

  #runLeaf(leaf: LeafDescription): Result {
    const index = this.#next++
    const presented = this.#of(index)
    const reachesHook = presented === 'good' || presented === 'wrong' || leaf.carrier.in === 'request'
    if (reachesHook && leaf.carrier.in !== 'session') this.calls.push(leaf.name)
    return presented === 'good' ? { passed: true, winner: index } : FAILED
  }

  #skip(description: AuthDescription): void {
    this.#next += leavesOf(description).length
  }

  #of(leaf: number): Presented {
    return this.#presentation[leaf] ?? 'absent'
  }
}

function companions(description: AuthDescription, first: number, leaf: number): readonly number[] | undefined {
  switch (description.kind) {
    case 'list':
    case 'all': {
      const parts = partsOf(description.members, first)
      const own = parts.find((part) => holds(part, leaf))
      if (own === undefined) return undefined
      const inner = companions(own.member, own.first, leaf) ?? []
      if (description.kind === 'list') return inner
      // Of a sibling list the first member is enough.
      return [...inner, ...parts.flatMap((part) => (part === own ? [] : satisfy(part.member, part.first)))]
    }
    case 'optional':
    case 'check':
      return companions(description.member, first, leaf)
    default:
      return first === leaf ? [] : undefined
  }
}

/** A member, and the indexes of the authenticators in it. */
interface Part {
  readonly member: AuthDescription
  readonly first: number
  /** One more than its last. */
  readonly end: number
}

function partsOf(members: readonly AuthDescription[], first: number): readonly Part[] {
  let end = first
  return members.map((member) => ({ member, first: end, end: (end += leavesOf(member).length) }))
}

function holds({ first, end }: Part, leaf: number): boolean {
  return leaf >= first && leaf < end
}

/**
 * Whether a guard is asked where this authenticator passes, its own or that of a sibling in `all`: a user who is refused
 * there is known, so the answer is 403 (semantics 4.2).
 */
export function isGuarded(description: AuthDescription, leaf: number): boolean {
  return [leaf, ...companionsOf(description, leaf)].some((one) => isBelowCheck(description, one))
}

function isBelowCheck(description: AuthDescription, leaf: number): boolean {
  switch (description.kind) {
    case 'list':
    case 'all': {
      const own = partsOf(description.members, 0).find((part) => holds(part, leaf))
      return own !== undefined && isBelowCheck(own.member, leaf - own.first)
    }
    case 'optional':
      return isBelowCheck(description.member, leaf)
    default:
      return description.kind === 'check'
  }
}

/** Indexes that must be good so that the description passes with the least effort. */
function satisfy(description: AuthDescription, first: number): readonly number[] {
  switch (description.kind) {
    case 'all':
      return partsOf(description.members, first).flatMap((part) => satisfy(part.member, part.first))
    case 'list':
      return description.members[0] === undefined ? [] : satisfy(description.members[0], first)
    case 'optional':
      return []
    case 'check':
      return satisfy(description.member, first)
    default:
      return [first]
  }
}
