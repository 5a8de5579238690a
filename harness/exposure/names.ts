import { NO_FIXTURE } from '../model/fixtures.ts'
import { isProtected, type Route } from '../model/route.ts'
import type { RowName } from '../model/row-name.ts'
import type { ReadName } from '../observe/read-names.ts'
import { endsSessions } from '../subject/ends-sessions.ts'
import { mayUse } from '../subject/standing.ts'
import { formatPlace } from '../text/repository-place.ts'
import type { Answer, Ask, Exploration, Found, User } from '../ask/exploration.ts'
import { type Asked, pairsOf } from './name-pairs.ts'
import { becomeOwner } from './name-records.ts'
import {
  claimsFor,
  identityOf,
  isUnknown,
  type NameBeside,
  type NamedValue,
  NONSENSE,
  peopleOf,
  placeOf,
  titleOf,
  withName,
  wrongUser,
} from './name-values.ts'
import { leavesOfJson, valuesByPointer } from '../ask/values.ts'

/** Operations on which a name is tried that is read in one place for all of them. */
const MOST_ROUTES = 4
/** Names of one operation. */
const MOST_NAMES = 6

/**
 * The names that the code reads: header fields, parameters, cookies and members of bodies that guards and handlers ask for are
 * looked for while each protected operation is asked once more, and those that no scenario knows are sent with the users,
 * roles and flags of others. What a client says of itself opens nothing, and does not decide who asks.
 */
export async function exploreNames(world: Exploration): Promise<void> {
  if (world.watchNames === undefined) return
  const tried = new Map<string, number>()
  for (const route of world.routes) {
    if (world.isOver()) return
    if (!isProtected(route) || endsSessions(route, world.fixtures) || world.whyNot(route) !== undefined) continue
    if (!ROWS.some((row) => world.wants(row, route))) continue
    const asked = await askOnce(route, world)
    const unknown = asked.names.filter((one) => isUnknown(one, route, world)).slice(0, MOST_NAMES)
    for (const read of unknown) await tryAt({ ...asked, read }, tried, world)
    for (const pair of await pairsOf(asked, unknown, world)) await tryAt({ ...asked, ...pair }, tried, world)
  }
}

/** One name, unless its place in the code was tried often enough, or was found to be believed. */
async function tryAt(named: Named, tried: Map<string, number>, world: Exploration): Promise<void> {
  const { read, beside } = named
  const site = [read, ...(beside ? [beside.read] : [])].map((one) => `${placeOf(one)} ${formatPlace(one.source)}`)
  // A name that is believed alone is not tried beside another.
  if ((tried.get(site[0] ?? '') ?? 0) > MOST_ROUTES) return
  const both = site.toSorted().join()
  const count = tried.get(both) ?? 0
  if (count >= MOST_ROUTES) return
  const isBelieved = await tryName(named, world)
  tried.set(both, isBelieved ? MOST_ROUTES + 1 : count + 1)
}

const ROWS: readonly RowName[] = ['name.anonymous', 'name.wrong', 'name.denied', 'name.other']

async function askOnce(route: Route, world: Exploration): Promise<Asked> {
  const users: (Answer & { readonly as: User })[] = []
  let anonymous: Answer | undefined
  let wrong: Answer | undefined
  const names = await world.watchNames?.(async () => {
    anonymous = await world.ask({ route, as: undefined })
    const stranger = wrongUser(route)
    wrong = stranger && (await world.ask({ route, as: stranger }))
    for (const as of peopleOf(route, world)) {
      const answer = await world.ask({ route, as })
      if (answer !== undefined) users.push({ ...answer, as })
    }
  })
  return { route, names: names ?? [], anonymous, wrong, users }
}

/** One name on one operation. */
interface Named extends Asked {
  readonly read: ReadName
  readonly beside?: NameBeside
}

/** @returns whether it is believed */
async function tryName(named: Named, world: Exploration): Promise<boolean> {
  const { route, read, beside, anonymous, wrong, users } = named
  const said = world.fixtures.routes[route.key] ?? NO_FIXTURE
  const refused = users.find((answer) => !ran(answer) && mayUse(answer.as.name, world.fixtures, said) !== true)
  const openings = [
    { row: 'name.anonymous', answer: anonymous, passes: 'a request without a credential passes' },
    { row: 'name.wrong', answer: wrong, passes: 'a wrong credential passes' },
    { row: 'name.denied', answer: refused, passes: 'a user passes who may not' },
  ] as const
  const values = claimsFor(
    read,
    users.filter(ran).map(({ as }) => as),
  )
  let isBelieved = false
  for (const { row, answer, passes } of openings) {
    if (answer === undefined || ran(answer) || !world.wants(row, route)) continue
    const cause = `${placeOf(read)} (${formatPlace(read.source)}) is believed${besideIn(beside)}: with it ${passes}`
    isBelieved = (await open({ ...named, row, as: answer.as, values, cause }, world)) || isBelieved
    // A second row would say the same of the same line.
    if (isBelieved) return true
  }
  if (await becomeOther(named, world)) return true
  return beside === undefined && world.wants('name.other', route) && becomeOwner(named, world)
}

function ran({ entry, isGood }: Answer): boolean {
  return isGood || (entry?.runs.length ?? 0) > 0
}

interface Opening extends Named {
  readonly row: RowName
  readonly as: User | undefined
  readonly values: readonly string[]
  readonly cause: string
}

async function open({ cause, ...opening }: Opening, world: Exploration): Promise<boolean> {
  const said = { cause, code: 'accepted', expected: 'the refusal that comes without it' } as const
  const judge = async (answer: Answer): Promise<string | undefined> =>
    ran(answer) ? `${answer.status}${answer.entry === undefined ? '' : ', handler ran'}` : undefined
  return sendAll({ ...opening, said, judge, whole: `one of ${opening.values.length} values` }, world)
}

interface ToSend extends Pick<Opening, 'route' | 'read' | 'as' | 'values' | 'row'> {
  readonly beside?: NameBeside
  readonly said: Pick<Found, 'cause' | 'code' | 'expected'>
  /** The values, in words. */
  readonly whole: string
  /** Sets a second try apart. */
  readonly turn?: string
  /** The gain of a value, in words; `undefined` where it is not believed. */
  readonly judge: (answer: Answer, sent: Sending) => Promise<string | undefined>
}

/** Sends every value of a name until one is believed. @returns whether one is */
async function sendAll({ said, judge, whole, ...toSend }: ToSend, world: Exploration): Promise<boolean> {
  const { row, route, read, beside, as, turn = '' } = toSend
  const variant = `${beside === undefined ? '' : `${beside.read.name}-`}${read.name}${turn}`
  let last: Answer | undefined
  for (const sent of sendingsOf(toSend, world)) {
    const answer = await world.ask(sent.ask)
    if (answer === undefined) return false
    last = answer
    const got = await judge(answer, sent)
    if (got === undefined) continue
    const title = titleOf(read, sent.value, as, sent.at)
    world.found({ row, route, variant, title, answers: [answer], ...said, got })
    return true
  }
  if (last !== undefined) world.passed({ row, route, variant, title: titleOf(read, whole, as), answers: [last] })
  return false
}

interface Sending {
  readonly ask: Ask
  readonly value: string
  /** The name beside it, with its own value. */
  readonly at: NamedValue | undefined
}

/** Every value of a name, each with every value of the one beside it. */
function sendingsOf(
  { route, read, as, beside, values }: Pick<ToSend, 'route' | 'read' | 'as' | 'beside' | 'values'>,
  world: Exploration,
): readonly Sending[] {
  const places = beside === undefined ? [undefined] : beside.values.map((value) => ({ read: beside.read, value }))
  return places.flatMap((at) => {
    const first = at === undefined ? { route, as } : withName({ route, as }, at.read, at.value, world)
    return values.map((value) => ({ ask: withName(first, read, value, world), value, at }))
  })
}

const besideIn = (beside: NameBeside | undefined): string =>
  beside === undefined ? '' : ` beside ${placeOf(beside.read)}`

/** Two users, each with the name of the other one: the answer must stay that of the user who asks. Some may be named by few only. */
async function becomeOther(named: Named, world: Exploration): Promise<boolean> {
  if (!world.wants('name.other', named.route)) return false
  const [first, second] = named.users.filter(({ isGood, as }) => isGood && world.fixtures.users[as.name] !== undefined)
  if (first === undefined || second === undefined) return false
  return (await becomeOne(named, first, second, '', world)) || becomeOne(named, second, first, '-back', world)
}

type OfUser = Named['users'][number]

async function becomeOne(named: Named, own: OfUser, other: OfUser, turn: string, world: Exploration): Promise<boolean> {
  const { read, beside } = named
  const mine = identityOf(own.as)
  const judge = async (answer: Answer, { ask, value }: Sending): Promise<string | undefined> => {
    const nonsense = answer.isGood ? await world.ask(withName(ask, read, NONSENSE, world)) : undefined
    if (nonsense === undefined) return undefined
    const shown = flippedAt({ read, own, answer, mine, value }) ?? heldOf({ own, other, answer, nonsense, value })
    return shown === undefined ? undefined : `${answer.status} with ${shown}`
  }
  const cause = `${placeOf(read)} (${formatPlace(read.source)}) is taken for who asks${besideIn(beside)}`
  const said = { cause, code: 'named-user', expected: `the answer of ${own.as.name}` } as const
  // A role that both have names neither.
  const values = identityOf(other.as).filter((value) => !mine.includes(value))
  const sent = { row: 'name.other', as: own.as, values, turn, whole: `the name of ${other.as.name}` } as const
  return sendAll({ ...named, ...sent, said, judge }, world)
}

interface Compared {
  readonly own: Answer
  readonly answer: Answer
  readonly value: string
}

/** Where the answer names who asks, it names the other one now. A filter of a list repeats what was asked for. */
function flippedAt({
  read,
  own,
  answer,
  mine,
  value,
}: Compared & { readonly read: ReadName; readonly mine: readonly string[] }): string | undefined {
  const before = valuesByPointer(own.json)
  const flipped = leavesOfJson(answer.json).find(
    (leaf) =>
      String(leaf.value) === value &&
      mine.includes(String(before.get(leaf.pointer) ?? '')) &&
      !(read.in === 'query' && leaf.name === read.name),
  )
  return flipped === undefined ? undefined : `${flipped.pointer} of the other user`
}

/** A text that only the other one is answered, and that a nonsense value does not bring. */
function heldOf({
  own,
  other,
  answer,
  nonsense,
  value,
}: Compared & { readonly other: Answer; readonly nonsense: Answer }): string | undefined {
  const textsOf = ({ json }: Answer): ReadonlySet<string> =>
    new Set(
      leavesOfJson(json).flatMap((leaf) =>
        typeof leaf.value === 'string' && leaf.value.length >= SHORTEST ? [leaf.value] : [],
      ),
    )
  const [ownTexts, nonsenseTexts, answered] = [textsOf(own), textsOf(nonsense), textsOf(answer)]
  const held = [...textsOf(other)].find(
    (text) => text !== value && !ownTexts.has(text) && !nonsenseTexts.has(text) && answered.has(text),
  )
  return held === undefined ? undefined : 'what only the other user is answered'
}

/** A shorter text may stand in two answers by chance. */
const SHORTEST = 6
