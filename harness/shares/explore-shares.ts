import { setTimeout as wait } from 'node:timers/promises'
import type { Answer, Exploration } from '../ask/exploration.ts'
import type { MadeRecord } from '../ask/journal.ts'
import type { Throwaways } from '../ask/throwaways.ts'
import type { User } from '../ask/users.ts'
import { leavesOfJson, objectsHolding } from '../ask/values.ts'
import { othersOf } from '../whose/belongings.ts'
import { usersFor } from '../whose/hidden.ts'
import type { Inferred } from '../whose/inferred.ts'
import { listsOf } from '../whose/record-places.ts'
import { entryIn } from '../whose/seen-records.ts'
import type { Route } from '../model/route.ts'
import { isOfOne, paramsOf } from '../whose/path-nouns.ts'
import { changesOf, innerOf, tryChange, tryReader } from './reader.ts'
import type { Json } from '../text/json.ts'
import { endShare, giveTo, makeHidden, sees, type SharedRecord, shareRecord, type Sharers } from './shared-record.ts'
import { type Sharing, sharingOf } from './sharing.ts'

/** The owner of records, one to whom they are given, and one more. */
interface Three {
  readonly owner: User
  readonly other: User
  readonly third: User | undefined
}

/**
 * Records that users give each other: what those may who are to read them, whether others give them to themselves, and what is left when it has ended. Every
 * record is one of the run; who gets it is a user of the run, else one of the fixtures who was refused it before.
 */
export async function exploreShares(
  world: Exploration,
  people: Throwaways | undefined,
  found: () => Promise<Inferred>,
): Promise<void> {
  const sharings = world.routes.flatMap((route) => sharingOf(route, world) ?? []).filter((one) => isWanted(one, world))
  if (sharings.length === 0) return
  const { identities } = await found()
  const users = await usersFor(world, people)
  const made = await people?.make()
  for (const sharing of sharings) {
    if (users === undefined || world.isOver()) return
    const owner = users.ownerOf(sharing.records)
    const other = users.strangerTo(sharing.give, owner)
    const third = made ?? othersOf(owner, sharing.give, world).find(({ name }) => name !== other?.name)
    // A record that nothing deletes would stay with the other one.
    const isLasting = sharing.records.remove === undefined && owner.isThrowaway !== true
    if (other !== undefined && !isLasting)
      await trySharing(sharing, { owner, other, third }, { world, people, identities })
  }
}

/** Whether anything about a sharing is asked for: a mail may be sent for it. */
function isWanted(sharing: Sharing, world: Exploration): boolean {
  const { give, end, change } = sharing
  const routes = [give, end, change, ...changesOf(sharing, world).map(({ route }) => route)]
  const rows = ['share.reader', 'share.stranger', 'share.ended'] as const
  return routes.some((route) => route !== undefined && rows.some((row) => world.wants(row, route)))
}

async function trySharing(sharing: Sharing, users: Three, sharers: Sharers): Promise<void> {
  const { right } = sharing
  if (right !== undefined) await tryReader(sharing, right, users, sharers)
  const shared = await shareRecord(sharing, users, right?.writes, sharers)
  if (shared === undefined) return
  await tryCode(shared, users.third, sharers)
  await tryStranger(shared, users, sharers)
  await tryEnd(shared, sharers)
}

/** A code that one user has taken, and that another one takes as well. */
async function tryCode(shared: SharedRecord, third: User | undefined, { world }: Sharers): Promise<void> {
  const { taken, name, owner, other, given, sharing } = shared
  if (taken === undefined || third === undefined || !world.wants('share.stranger', taken.route)) return
  if ((await sees(shared, third, world)) !== undefined) return
  const { route, params, body } = taken
  const again = await world.ask({ route, as: third, params, body })
  if (again === undefined) return
  const shown = again.isGood ? await sees(shared, third, world) : undefined
  const title = `a code for a record of ${owner.name} that ${other.name} has taken, taken by ${third.name} too`
  const tried = { row: 'share.stranger', route, variant: 'code', title, answers: [given, again] } as const
  if (shown === undefined) return world.passed(tried)
  // A code that names no user may be for all who have it; a name may be that of the code.
  const isNamed = name !== '' && !/^(?:name|to|address)$/i.test(sharing.member?.path[0] ?? '')
  if (!isNamed && !saysOnce(given))
    return world.question(route, `takes the same code from two users, who both get the record: is it for many?`)
  world.found({
    ...tried,
    answers: [given, again, shown],
    code: 'foreign',
    expected: 'a refusal',
    got: `${again.status}, and ${third.name} gets the record`,
    cause: `${route.key} takes a code ${name === '' ? 'that is used' : 'for one user'} from any other: ${sharing.give.key} has given it to ${other.name}`,
  })
}

/** Whether an answer about a code says that it is for one: by a number of uses, or by who has used it. */
function saysOnce({ json }: Answer): boolean {
  return /"(?:used(?:_?(?:by|at))?|accepted(?:_?(?:by|at))?|redeemed\w*)":(?:null|false)|"(?:max_?)?uses":1\b/i.test(
    JSON.stringify(json ?? {}),
  )
}

/** A user who has nothing to do with a record gives it to themselves, as the owner has given another one, and ends what the owner has given. */
async function tryStranger(shared: SharedRecord, users: Three, sharers: Sharers): Promise<void> {
  const { world } = sharers
  const { sharing, name } = shared
  const { give, right } = sharing
  const { owner, other, third } = users
  const made = world.wants('share.stranger', give) ? await makeHidden(sharing, users, world) : undefined
  if (made !== undefined) {
    const isListed = await isListedFor(sharing, made, other, world)
    const how = { by: other, right: right?.writes, name }
    const { given, shared: taken } = await giveTo(sharing, made, users, how, sharers)
    const title = `a record of ${owner.name}, which ${other.name} gives to themselves`
    const tried = { row: 'share.stranger', route: give, variant: 'gives', title } as const
    if (given !== undefined && taken === undefined) world.passed({ ...tried, answers: [given] })
    if (given !== undefined && taken !== undefined && isListed)
      world.question(give, `gives a record that the lists of others have to any user who asks for it: may all join it?`)
    else if (given !== undefined && taken !== undefined)
      world.found({
        ...tried,
        answers: [given, taken.shown],
        code: 'foreign',
        expected: 'a refusal',
        got: `${given.status}, and ${other.name} gets the record`,
        cause: `${give.key} gives a record to any user who asks for it: whose the record is, is not asked`,
      })
  }
  const { end } = sharing
  if (end === undefined || third === undefined || !world.wants('share.stranger', end)) return
  if ((await sees(shared, third, world)) !== undefined) return
  const { last, done: ended } = await endShare(shared, third, sharers)
  const isLost = ended !== undefined && (await sees(shared, other, world)) === undefined
  const title = `what ${owner.name} has given to ${other.name}, ended by ${third.name}`
  const tried = { row: 'share.stranger', route: end, variant: 'ends', title } as const
  if (!isLost) return last && world.passed({ ...tried, answers: [last] })
  world.found({
    ...tried,
    answers: [shared.given, ended],
    code: 'changed',
    expected: 'a refusal',
    got: `${ended.status}, and ${other.name} does not get the record any more`,
    cause: `${end.key} is done for any user: whose the record is, is not asked`,
  })
}

/** A record that a user still gets, and changes, when the owner has ended it. */
async function tryEnd(shared: SharedRecord, sharers: Sharers): Promise<void> {
  const { world } = sharers
  const { sharing, owner, other } = shared
  const { end } = sharing
  if (end === undefined || !world.wants('share.ended', end) || (await sees(shared, other, world)) === undefined) return
  const inner = await innerOf(shared, world)
  const { done: ended } = await endShare(shared, owner, sharers)
  if (ended === undefined) return
  let found = await stillGiven(shared, inner, world)
  // A server may do it in the background.
  if (found !== undefined) {
    await wait(LATER)
    found = await stillGiven(shared, inner, world)
  }
  const title = `a record of ${owner.name}, as ${other.name} gets it when the owner has ended that`
  const tried = { row: 'share.ended', route: end, title, record: { owner, user: other } } as const
  if (found !== undefined && (isOfInvitation(shared, end) || (await isNamedStill(shared, world))))
    return world.question(
      end,
      `answers ${ended.status}, and ${other.name} is one of those as before: by what are they named there?`,
    )
  if (found !== undefined)
    return world.found({
      ...tried,
      answers: [ended, found],
      code: 'foreign',
      expected: 'a refusal, as before it was given',
      got: `${found.status} to ${found.request.method} ${found.request.target.split('?')[0]} with what the owner has written`,
      cause: `${end.key} ends nothing for a user whom the record was given to: they get it as before`,
    })
  world.passed({ ...tried, answers: [ended] })
  const place = changesOf(sharing, world).find(
    ({ route, within }) => within === undefined && /^(?:PUT|PATCH)$/.test(route.method),
  )
  const way = {
    variant: 'change',
    who: 'for whom the owner has ended it',
    cause: ({ key }: { readonly key: string }) => `${key} is done for users for whom the owner has ended it`,
  }
  if (place !== undefined) await tryChange(place, shared, way, sharers, 'share.ended')
}

/** Whether an invitation is deleted that was taken: who has taken it may stay. */
function isOfInvitation({ taken, sharing: { place } }: SharedRecord, { path }: Route): boolean {
  return taken !== undefined && path.startsWith(place)
}

/** Whether the list of those to whom a record is given has the user; without a list, whether they may be named otherwise than they were. */
async function isNamedStill(
  { sharing: { list, param, end, member }, made, owner, name }: SharedRecord,
  world: Exploration,
): Promise<boolean> {
  if (list === undefined) return param === undefined && member !== undefined && end !== undefined && isOfOne(end)
  const listed = await world.ask({ route: list, as: owner, params: made.params })
  return name !== '' && listed?.isGood === true && objectsHolding(listed.json, name).length > 0
}

/** Milliseconds after which an end counts. */
const LATER = 1000

/** The first answer that gives a user what is theirs no more: the record, what is in it, or a list that has it. */
async function stillGiven(
  shared: SharedRecord,
  inner: Awaited<ReturnType<typeof innerOf>>,
  world: Exploration,
): Promise<Answer | undefined> {
  const { sharing, made, other } = shared
  const seen = await sees(shared, other, world)
  if (seen !== undefined) return seen
  const below = inner && (await world.ask({ route: inner.read, as: other, params: made.params }))
  if (below?.isGood === true && inner !== undefined && below.text.includes(inner.inner.text)) {
    const next = await makeHidden(sharing, shared, world)
    const theirs = next && (await world.ask({ route: inner.read, as: other, params: next.params }))
    // Others may see it without the record.
    if (theirs?.isGood !== true) return below
  }
  for (const listed of await listsFor(sharing, other, world)) {
    const entry = entryIn(listed, made.id)
    if (entry === undefined || saysEnded(entry) || !listed.text.includes(made.text)) continue
    const next = await makeHidden(sharing, shared, world)
    if (next === undefined || !(await isListedFor(sharing, next, other, world))) return listed
  }
  return undefined
}

/** The lists of such records, as a user gets them. */
async function listsFor({ records }: Sharing, user: User, world: Exploration): Promise<readonly Answer[]> {
  const answers: Answer[] = []
  for (const route of listsOf(records.create, world).filter((one) => paramsOf(one).length === 0)) {
    const answer = await world.ask({ route, as: user })
    if (answer?.isGood === true) answers.push(answer)
  }
  return answers
}

/** Whether lists show a record to a user: all may know of it then. */
async function isListedFor(sharing: Sharing, made: MadeRecord, user: User, world: Exploration): Promise<boolean> {
  return (await listsFor(sharing, user, world)).some((answer) => entryIn(answer, made.id) !== undefined)
}

const ENDED = /^(?:left|removed|revoked|ended|former|archived|inactive|expired|none|no_?access)$/i

/** Whether an entry of a list says that its record is the user's no more. */
function saysEnded(entry: Json): boolean {
  return leavesOfJson(entry).some(({ name, value }) => {
    const isWord = /status|state|member|access|role/i.test(name) && ENDED.test(String(value))
    return isWord || (/^(?:left|removed|revoked|ended)_?(?:at|on)?$/i.test(name) && value !== null && value !== false)
  })
}
