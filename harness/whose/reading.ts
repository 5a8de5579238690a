import type { Answer, Maker } from '../ask/exploration.ts'
import { isRefusal, saidOf } from '../ask/standing.ts'
import { leavesOfJson, textsIn } from '../ask/values.ts'
import type { Route } from '../model/route.ts'

/** A list below a user, `/users/[name]/orders`, below a record of a user, or of one whom the query names, as the user gets it. */
export interface Below {
  readonly route: Route
  readonly owner: string
  readonly params: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly answer: Answer
  /** It is below a record of its owner, and refused to all others. */
  readonly isRefused?: true
}

/** The answers of every operation that could be asked without knowing an id, by each user and by anonymous requests. */
export class Reading {
  readonly answers: Answer[] = []
  readonly below: Below[] = []
  readonly #byKey = new Map<string, Answer[]>()

  /** Answers that the fixtures deny who got them: a mistake of another operation, which hides none. */
  readonly #denied = new Set<Answer>()

  add(route: Route, answer: Answer, isDenied = false): void {
    this.answers.push(answer)
    if (isDenied) this.#denied.add(answer)
    this.#byKey.set(route.key, [...(this.#byKey.get(route.key) ?? []), answer])
  }

  of(route: Route): readonly Answer[] {
    return this.#byKey.get(route.key) ?? []
  }

  /** Notes that an answer is a mistake of its operation, as those that the fixtures deny. */
  hideNothing(answer: Answer): void {
    this.#denied.add(answer)
    this.#texts = undefined
  }

  /** Whether the fixtures deny its operation to who got it, or it was found to be a mistake. */
  isDenied(answer: Answer): boolean {
    return this.#denied.has(answer)
  }

  /** The good answers that this user, or anonymous, got and may have. */
  openTo(name: string): readonly Answer[] {
    return this.answers.filter(
      (answer) => answer.isGood && !this.isDenied(answer) && (answer.as === undefined || answer.as.name === name),
    )
  }

  /** Whether a value stands in any answer that this user, or anonymous, got and may have. */
  knows(name: string, value: string | number | boolean): boolean {
    const texts = (this.#texts ??= this.#index())
    return texts.get(name)?.has(String(value)) === true || texts.get('')?.has(String(value)) === true
  }

  /** Whether a value stands in what an operation says to a user, and refuses to say without a credential. */
  guards(value: string | number | boolean): boolean {
    return [...this.#byKey.values()].some(
      (answers) =>
        answers.some((answer) => answer.as === undefined && isRefusal(answer)) &&
        answers.some(({ isGood, json }) => isGood && leavesOfJson(json).some((leaf) => leaf.value === value)),
    )
  }

  /** Notes what stands below a user: the answer that the user got. */
  addBelow(below: Below): void {
    this.below.push(below)
  }

  /** Every value of the good answers, of any user. */
  values(): ReadonlySet<string> {
    const good = this.answers.filter(({ isGood }) => isGood)
    return new Set(good.flatMap(({ json }) => [...textsIn(json)]))
  }

  #texts: Map<string, Set<string>> | undefined

  #index(): Map<string, Set<string>> {
    const texts = new Map<string, Set<string>>()
    for (const answer of this.answers) {
      const { as, json, isGood } = answer
      if (!isGood || this.isDenied(answer)) continue
      const known = texts.get(as?.name ?? '') ?? new Set<string>()
      for (const text of textsIn(json)) known.add(text)
      texts.set(as?.name ?? '', known)
    }
    return texts
  }
}

/** Reads, as each user and as anonymous, everything that needs no id. */
export async function readAll(world: Maker): Promise<Reading> {
  const reading = new Reading()
  for (const route of world.routes) {
    if (route.method !== 'GET' || route.path.includes('[') || world.whyNot(route) !== undefined) continue
    for (const user of [...world.users, undefined]) {
      const answer = await world.ask({ route, as: user })
      const isDenied = user !== undefined && saidOf(user, route, world) === false
      if (answer !== undefined) reading.add(route, answer, isDenied)
    }
  }
  return reading
}
