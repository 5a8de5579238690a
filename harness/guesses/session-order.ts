import type { Exploration } from '../ask/exploration.ts'
import { isFor } from '../model/route.ts'
import { valueIn } from '../replay/replay.ts'

/** Logins whose sessions are compared. */
const LOGINS = 10
/** Fewer bits can be tried in a day. */
const BITS = 64

/** Ten logins of the first user, one after the other: whether the session or token of the next can be worked out. */
export async function exploreSessionOrder(world: Exploration): Promise<void> {
  const { login } = world.fixtures
  const route = world.routes.find((one) => login !== undefined && isFor(one, login.request))
  if (login?.take === undefined || route === undefined || !world.mayWrite || !world.wants('session.order', route))
    return
  const taken: string[] = []
  let last
  for (let at = 0; at < LOGINS; at++) {
    const answer = await world.send(login.request)
    const value = valueIn(answer?.replayed.answer, login.take)
    if (answer === undefined || value === undefined) break
    world.hide(value)
    taken.push(value)
    last = answer
  }
  if (last === undefined || taken.length < LOGINS || new Set(taken).size < 2) return
  const tried = { row: 'session.order', route, answers: [last] } as const
  const why = weaknessOf(taken)
  if (why === undefined) return world.passed(tried)
  world.found({
    ...tried,
    code: 'ordered',
    expected: 'values with at least 64 random bits',
    got: `${LOGINS} logins, and what they gave ${why}`,
    cause: `${route.key} gives sessions that can be worked out from others: they ${why}. Take 16 random bytes`,
  })
}

/** The weakness of values that can be worked out, after "they"; `undefined` for random ones, and for tokens with a signature. */
export function weaknessOf(values: readonly string[]): string | undefined {
  if (values.every((value) => value.split('.').length === 3)) return undefined
  const parts = values.map(changing(values))
  if (areRising(parts.map(numberOf), 1_000_000n)) return 'count upwards'
  const wholes = values.map((value) => numberOf(/\d+/.exec(value)?.[0] ?? ''))
  if (areRising(wholes) && isClock(wholes[0] as bigint)) return 'follow a clock'
  const bits = Math.max(...parts.map(bitsOf))
  return bits < BITS ? `have about ${Math.floor(bits)} bits that change` : undefined
}

/** The part between what all values begin and end with. */
function changing(values: readonly string[]): (value: string) => string {
  const [first = ''] = values
  let start = 0
  while (start < first.length && values.every((value) => value[start] === first[start])) start++
  let end = 0
  const isEnd = (at: number): boolean =>
    values.every((value) => value.length - at > start && value.at(-at) === first.at(-at))
  while (isEnd(end + 1)) end++
  return (value) => value.slice(start, value.length - end)
}

function areRising(numbers: readonly (bigint | undefined)[], most?: bigint): boolean {
  return numbers.every((one, at) => {
    const before = numbers[at - 1]
    if (one === undefined) return false
    return at === 0 || (before !== undefined && one > before && (most === undefined || one - before < most))
  })
}

function numberOf(text: string): bigint | undefined {
  if (/^\d+$/.test(text)) return BigInt(text)
  return /^[\da-f]{1,16}$/i.test(text) ? BigInt(`0x${text}`) : undefined
}

/** Seconds, milliseconds, microseconds of this decade or the next. */
function isClock(value: bigint): boolean {
  return [1n, 1_000n, 1_000_000n].some((unit) => value / unit > 1_600_000_000n && value / unit < 2_200_000_000n)
}

function bitsOf(text: string): number {
  const alphabet = /^\d*$/.test(text) ? 10 : /^[\da-f]*$/i.test(text) ? 16 : 62
  return text.length * Math.log2(alphabet)
}
