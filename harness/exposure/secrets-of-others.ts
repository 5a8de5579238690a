import type { Answer, Exploration } from '../ask/exploration.ts'
import { foldName, isTime, type Leaf, leavesOfJson, objectsOfJson } from '../ask/values.ts'
import type { Route } from '../model/route.ts'
import type { Identities, Trait } from '../whose/identities.ts'
import { isMasked } from './secret-answer.ts'

/** Answers of one operation to one user that are kept. */
const MOST = 4

/** Members that hold a secret of a person: what logs in, or lets a service act for the person. */
const SECRET = /(?:secret|passw(?:or)?d|pwd|token|api_?key|private_?key|access_?key)(?:_?hash)?$/i
/** Tokens of pages and forms. */
const OF_PAGES = /^(?:next|prev|page|cursor|continuation|sync|csrf|xsrf)/i
/** Members that name a user. */
const WHO = /^(?:username|login|name|nick(?:name)?|e?mail(?:address)?|uuid|guid)$/

interface Kept {
  readonly route: Route
  readonly answer: Answer
}

/**
 * Secrets of another user in answers to users without a role: the record of who changed something, or wrote a comment, goes into the
 * answer as it is.
 */
export class SecretsOfOthers {
  readonly #kept = new Map<string, Kept[]>()

  look(route: Route, answer: Answer): void {
    const { as, isGood, json } = answer
    if (as === undefined || as.isThrowaway === true || as.roles.length > 0 || !isGood) return
    if (!leavesOfJson(json).some(isSecret)) return
    const key = `${route.key} ${as.name}`
    const kept = this.#kept.get(key) ?? []
    if (kept.length < MOST) this.#kept.set(key, [...kept, { route, answer }])
  }

  report(world: Exploration, identities: Identities): void {
    const reported = new Set<string>()
    for (const { route, answer } of [...this.#kept.values()].flat()) {
      if (reported.has(route.key) || !world.wants('secret.answer', route)) continue
      const found = secretsIn(answer, identities)
      if (found === undefined) continue
      reported.add(route.key)
      const { owner, leaves } = found
      // Those of further users stand in the same answer.
      for (const { value } of leavesOfJson(answer.json).filter(isSecret)) world.hide(String(value))
      const names = [...new Set(leaves.map(({ name }) => name))].slice(0, 3).join(', ')
      world.found({
        row: 'secret.answer',
        route,
        variant: `of-others.${names.split(',')[0] ?? ''}`,
        title: `secrets of ${owner} in an answer to ${answer.as?.name ?? ''}`,
        answers: [answer],
        code: 'disclosed',
        expected: 'an answer without secrets of another user',
        got: `${answer.status} with ${names} of ${owner}`,
        cause: `${route.key} gives ${names} of another user, whose record stands in the answer as it is`,
      })
    }
  }
}

/** A record of another user, with what is secret in it. */
export interface Secrets {
  readonly owner: string
  readonly leaves: readonly Leaf[]
}

/** The first record of another user in an answer, with what is secret in it. */
export function secretsIn({ as, json }: Answer, identities: Identities): Secrets | undefined {
  const namesOf = (user: string): readonly Trait[] =>
    (identities.of.get(user) ?? []).filter(({ name, value }) => WHO.test(foldName(name)) && !/^\d+$/.test(value))
  const isOf = (record: object, traits: readonly Trait[]): boolean =>
    Object.entries(record).some(([name, value]) =>
      traits.some((trait) => foldName(trait.name) === foldName(name) && trait.value === value),
    )
  const own = namesOf(as?.name ?? '')
  for (const owner of [...identities.of.keys()].filter((name) => name !== as?.name)) {
    const theirs = namesOf(owner)
    const isTheirs = (record: object): boolean =>
      isOf(record, theirs) && !objectsOfJson(record).some((part) => isOf(part, own))
    for (const record of objectsOfJson(json).filter(isTheirs)) {
      const leaves = leavesOfJson(record).filter(isSecret)
      if (leaves.length > 0) return { owner, leaves }
    }
  }
  return undefined
}

/** Whether a member is called, and looks like, what logs in or lets a service act for a person. */
export function isSecret({ name, value }: Leaf): boolean {
  const isNamed = SECRET.test(name) && !OF_PAGES.test(name)
  return isNamed && typeof value === 'string' && /^[^\s[\]<>]{8,}$/.test(value) && !isMasked(value) && !isTime(value)
}
