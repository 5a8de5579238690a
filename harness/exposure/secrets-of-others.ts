import type { Answer, Exploration } from '../ask/exploration.ts'
import { foldName, isTime, type Leaf, leavesOfJson, objectsOfJson } from '../ask/values.ts'
import type { Route } from '../model/route.ts'
import type { Identities } from '../whose/identities.ts'

/** Answers of one operation to one user that are kept. */
const MOST = 4

/** Members that hold a secret of a person: what logs in, or lets a service act for the person. */
const SECRET = /secret|passw|pwd$|token$|api_?key|private_?key|access_?key/i

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
      for (const { value } of leaves) world.hide(String(value))
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

/** The first record of another user in an answer, with what is secret in it. */
function secretsIn(
  { as, json }: Answer,
  identities: Identities,
): { readonly owner: string; readonly leaves: readonly Leaf[] } | undefined {
  for (const [owner, traits] of identities.of) {
    if (owner === as?.name) continue
    // A number may be the id of anything.
    const names = traits.filter(({ value }) => !/^\d+$/.test(value))
    const isTheirs = (record: object): boolean =>
      Object.entries(record).some(([name, value]) =>
        names.some((trait) => foldName(trait.name) === foldName(name) && trait.value === value),
      )
    for (const record of objectsOfJson(json).filter(isTheirs)) {
      const leaves = leavesOfJson(record).filter(isSecret)
      if (leaves.length > 0) return { owner, leaves }
    }
  }
  return undefined
}

function isSecret({ name, value }: Leaf): boolean {
  return SECRET.test(name) && typeof value === 'string' && /^[^\s*•]{8,}$/.test(value) && !isTime(value)
}
