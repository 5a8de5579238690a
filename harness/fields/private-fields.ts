import { isSafeMethod } from '../../server/internal.ts'
import type { Route } from '../model/route.ts'
import { isLogin } from '../model/login.ts'
import { endsSessions } from '../subject/ends-sessions.ts'
import type { Answer, Exploration } from '../ask/exploration.ts'
import { foldName, leavesOfJson } from '../ask/values.ts'

/** Looks at every answer of the stage for members that the fixtures call private: no client may have them. */
export class PrivateFields {
  readonly #names: ReadonlySet<string>
  readonly #seen = new Set<string>()

  constructor(names: readonly string[]) {
    this.#names = new Set(names.map(foldName))
  }

  look(answer: Answer, route: Route, world: Exploration): void {
    if (this.#names.size === 0 || !answer.isGood || answer.json === undefined) return
    const leaf = leavesOfJson(answer.json).find(({ pointer }) => this.#nameIn(pointer) !== undefined)
    const whom = answer.as?.name ?? 'a request without a credential'
    const title = `an answer to ${whom}`
    const tried = { row: 'field.read', route, title, answers: [answer] } as const
    if (leaf === undefined) {
      if (!this.#seen.has(route.key)) world.passed(tried)
      this.#seen.add(route.key)
      return
    }
    const name = this.#nameIn(leaf.pointer) ?? ''
    world.found({
      ...tried,
      variant: `${name}-${answer.as?.name ?? 'anonymous'}`,
      code: 'disclosed',
      expected: `an answer without ${name}`,
      got: `${answer.status} with ${leaf.pointer}`,
      cause: `${name}, which the fixtures call private, goes into answers with the record that has it`,
    })
  }

  #nameIn(pointer: string): string | undefined {
    return pointer.split('/').find((step) => this.#names.has(foldName(step)))
  }
}

/**
 * Every operation as every user and without a credential, so that {@link PrivateFields} sees what each of them gets: those that read,
 * and of an application in this process those that the fixtures have a body for.
 */
export async function askEverybody(world: Exploration): Promise<void> {
  if ((world.fixtures.fields?.private ?? []).length === 0) return
  for (const route of world.routes) {
    const isAsked =
      isSafeMethod(route.method) ||
      (world.isLocal && world.fixtures.routes[route.key]?.body !== undefined && route.method !== 'DELETE')
    if (!isAsked || endsSessions(route, world.fixtures) || !world.wants('field.read', route)) continue
    // A login ends the session that comes with it.
    for (const as of [undefined, ...(isLogin(route, world.fixtures) ? [] : world.users)]) {
      if (world.isOver()) return
      await world.ask({ route, as })
    }
  }
}
