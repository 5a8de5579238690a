import type { Answer, Exploration } from '../ask/exploration.ts'
import { type Leaf, leavesOfJson } from '../ask/values.ts'
import { isProtected, type Route } from '../model/route.ts'
import { mayUse } from '../subject/standing.ts'
import { isPlain } from '../ask/rights.ts'
import { paramsOf } from '../whose/path-nouns.ts'
import type { Reading } from '../whose/reading.ts'
import { openedBy } from './listed-keys.ts'
import { isSecret } from './secrets-of-others.ts'

/** Values that are tried as a credential. */
const MOST = 4

interface Shown {
  readonly route: Route
  readonly answer: Answer
  readonly leaf: Leaf
}

/**
 * Keys of an organisation in answers to its users, who have no role: a value that is called a secret, and that several users get, is sent as a
 * credential. It is one where it opens an operation; first those that the fixtures deny to them are asked.
 */
export async function exploreSharedKeys(world: Exploration, reading: Reading): Promise<void> {
  const plain = world.users.filter((user) => isPlain(user, world.users))
  const isDenied = ({ key }: Route): boolean => {
    const said = world.fixtures.routes[key]
    return said !== undefined && plain.every(({ name }) => mayUse(name, world.fixtures, said) === false)
  }
  const targets = world.routes.flatMap((route) => {
    const isAsked = isProtected(route) && route.method === 'GET' && paramsOf(route).length === 0
    const anonymous = refusedAnonymous(route, reading)
    return isAsked && anonymous !== undefined ? [{ route, anonymous }] : []
  })
  const target = targets.find(({ route }) => isDenied(route)) ?? targets[0]
  if (target === undefined) return
  for (const [value, shown] of sharedIn(world, reading).slice(0, MOST)) {
    const opened = await openedBy(value, target.anonymous, world)
    if (opened === undefined) continue
    world.hide(value)
    for (const { route, answer, leaf } of shown)
      world.found({
        row: 'secret.answer',
        route,
        variant: `opens.${leaf.name}`,
        title: `the member ${leaf.name} of an answer to users, sent as a credential`,
        answers: [answer, opened],
        code: 'disclosed',
        expected: 'an answer without a credential that is not of its user',
        got: `${answer.status} with ${leaf.name}, with which ${target.route.key} answers ${opened.status}`,
        cause: `${leaf.name} is given to users, and is a credential that is not theirs: it opens ${target.route.key}`,
      })
  }
}

/** The answer to a request without a credential, where it was refused. */
export function refusedAnonymous(route: Route, reading: Reading): Answer | undefined {
  return reading.of(route).find(({ as, status }) => as === undefined && status >= 400)
}

/** Values called secrets that more than one user without a role gets, with the operations that give them; the first answer of each. */
function sharedIn(world: Exploration, reading: Reading): readonly (readonly [string, readonly Shown[]])[] {
  const found = new Map<string, { readonly users: Set<string>; readonly shown: Map<string, Shown> }>()
  for (const route of world.routes) {
    if (!world.wants('secret.answer', route)) continue
    for (const answer of reading.of(route)) {
      const { as, isGood, json } = answer
      if (!isGood || as === undefined || !isPlain(as, world.users)) continue
      for (const leaf of leavesOfJson(json).filter(isSecret)) {
        const one = found.get(String(leaf.value)) ?? { users: new Set(), shown: new Map<string, Shown>() }
        found.set(String(leaf.value), one)
        one.users.add(as.name)
        if (!one.shown.has(route.key)) one.shown.set(route.key, { route, answer, leaf })
      }
    }
  }
  return [...found].filter(([, { users }]) => users.size > 1).map(([value, { shown }]) => [value, [...shown.values()]])
}
