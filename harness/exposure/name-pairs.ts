import type { Route } from '../model/route.ts'
import type { ReadName } from '../observe/read-names.ts'
import type { Answer, Exploration, User } from '../ask/exploration.ts'
import {
  flagsFor,
  isForwarded,
  isUnknown,
  type NameBeside,
  type NamedValue,
  withName,
  wrongUser,
} from './name-values.ts'

/** Pairs of one operation. */
const MOST_PAIRS = 4
/** Names beside which others are looked for. */
const MOST_FIRST = 4
/** Lines between two names that one piece of code reads. */
const NEAR = 8

/** The answers of an operation to those who may ask it and to those who may not, as the fixtures have its request. */
export interface Asked {
  readonly route: Route
  readonly names: readonly ReadName[]
  /** Without a credential; absent where it cannot be asked so. */
  readonly anonymous: Answer | undefined
  /** With a wrong credential, where its form is known. */
  readonly wrong: Answer | undefined
  readonly users: readonly (Answer & { readonly as: User })[]
}

/** A name, and the one beside which it is sent. */
export interface Pair {
  readonly read: ReadName
  readonly beside: NameBeside
}

/**
 * Names that count together: what the code reads only where another name has a value, and what it reads right beside one. A field of
 * the gateway may stand before them, such as `X-Forwarded-For`.
 *
 * @param unknown those that have been tried alone
 */
export async function pairsOf(
  { route, names, users }: Asked,
  unknown: readonly ReadName[],
  world: Exploration,
): Promise<readonly Pair[]> {
  const leading = names.filter((one) => unknown.includes(one) || isForwarded(one)).slice(0, MOST_FIRST)
  const people = [users[0]?.as, wrongUser(route), undefined].filter((as, at) => at === 2 || as !== undefined)
  const pairs: Pair[] = []
  for (const read of leading) {
    if (world.isOver()) return []
    const revealed: Pair[] = []
    for (const value of flagsFor(read)) {
      const more = await readBeside({ read, value }, people, { route, names }, world)
      revealed.push(...more.map((other) => ({ read: other, beside: { read, values: [value] } })))
    }
    const near = unknown.filter((other) => other.name !== read.name && isNear(read, other))
    const known = new Map(revealed.map((pair) => [`${pair.read.in} ${pair.read.name}`, pair]))
    pairs.push(...known.values(), ...near.map((other) => ({ read: other, beside: { read, values: flagsFor(read) } })))
  }
  return pairs.slice(0, MOST_PAIRS)
}

/** Names that are asked for with another one in the request, and without it are not. */
async function readBeside(
  { read, value }: NamedValue,
  people: readonly (User | undefined)[],
  { route, names }: Pick<Asked, 'route' | 'names'>,
  world: Exploration,
): Promise<readonly ReadName[]> {
  const found = await world.watchNames?.(async () => {
    for (const as of people) await world.ask(withName({ route, as }, read, value, world))
  })
  const isKnown = (one: ReadName): boolean => names.some((other) => other.in === one.in && other.name === one.name)
  return (found ?? []).filter((one) => !isKnown(one) && isUnknown(one, route, world))
}

function isNear({ source }: ReadName, { source: other }: ReadName): boolean {
  return source.file === other.file && Math.abs(source.line - other.line) <= NEAR
}
