import { isProtected, type Route } from '../model/route.ts'
import { isWayTo } from '../ask/contacts.ts'
import type { Answer, Exploration, Tried } from '../ask/exploration.ts'
import { namelessFor } from '../ask/nameless.ts'
import type { User } from '../ask/users.ts'
import { type Belonging, belongingsFor, type Known, othersOf } from './belongings.ts'
import { isBetweenUsers, isOfOne, isPrivatePath, paramsOf } from './path-nouns.ts'
import type { Reading } from './reading.ts'
import { type Identities, ownerOfEntry } from './identities.ts'
import { saysShown } from './audience.ts'
import { judgeBelowOwn } from './below-own.ts'
import { judgeBelowRefused } from './below-refused.ts'
import { isGivenNothing, saysItselfUnpublished } from './hidden.ts'
import { judgeLists } from './listed-records.ts'
import { nameOfRead, placeOfRead, type Read, unnamedReads } from './unnamed-reads.ts'
import { wholeRecord } from './whole-record.ts'
import {
  holdEntries,
  isExactTime,
  isPersonalName,
  isPersonsOwn,
  isPrivateName,
  isSecretName,
  isTelling,
  isTime,
  type Leaf,
  leavesOfJson,
  namesOf,
  standsIn,
} from '../ask/values.ts'

/** Records of one owner that are exchanged on one operation. */
const MOST = 2
/** Records of one owner that are looked through for something below them. */
const MOST_ASKED = 8

/** Asks for each user's records as the owner, as each other user, and as anonymous. */
export async function exchangeReads(world: Exploration, reading: Reading, identities: Identities): Promise<void> {
  const taken = new Set<string>()
  for (const { route, reportedAt } of [...world.routes.map((one): Read => ({ route: one })), ...unnamedReads(world)]) {
    if (route.method !== 'GET' || paramsOf(route).length === 0 || world.whyNot(route) !== undefined) continue
    const belongings = belongingsFor(route, world, { reading, identities })
    for (const { from } of reportedAt === undefined ? belongings : []) taken.add(`${route.key}: took ${from}`)
    const ownOf = ({ name }: User): readonly Belonging[] => belongings.filter(({ owner }) => owner === name)
    for (const user of world.users) {
      let isRefused = false
      for (const [at, belonging] of (await withContent(route, user, ownOf(user), world)).entries())
        isRefused = await exchange(
          { route, ...(reportedAt && { reportedAt }), owner: user, belonging, at, ownOf, isRefused },
          world,
          { reading, identities },
        )
      await readOthers(route, user, ownOf(user), world)
    }
  }
  for (const text of taken) world.notice(text, 'taken from answers')
}

/** More of an owner's records, for the owner alone: another user may have worked on one of them, whose record stands in it. */
async function readOthers(route: Route, as: User, own: readonly Belonging[], world: Exploration): Promise<void> {
  const others = isOfOne(route) && world.wants('secret.answer', route) ? own.slice(MOST, MOST_ASKED) : []
  for (const { params } of others) await world.ask({ route, as, params })
}

/** The first records of an owner; of what is below a record, those that have something there. */
async function withContent(
  route: Route,
  as: User,
  own: readonly Belonging[],
  world: Exploration,
): Promise<readonly Belonging[]> {
  if (isOfOne(route) || own.length <= 1) return own.slice(0, MOST)
  const full: Belonging[] = []
  // Lists have the newest first, or last.
  const half = MOST_ASKED / 2
  for (const belonging of new Set([...own.slice(0, half), ...own.slice(-half)])) {
    const answer = await world.ask({ route, as, params: belonging.params })
    if (answer?.isGood === true && holdEntries(leavesOfJson(answer.json))) full.push(belonging)
    if (full.length === MOST) return full
  }
  return [...new Set([...full, ...own])].slice(0, MOST)
}

/** One record of an owner, on one operation. */
interface Exchange extends Read {
  readonly owner: User
  readonly belonging: Belonging
  /** Its number among the records of the owner. */
  readonly at: number
  /** The records of a user on the same operation. */
  readonly ownOf: (user: User) => readonly Belonging[]
  /** One before it was tried that its own operation refuses to another user, with what is below it. */
  readonly isRefused: boolean
}

/** @returns whether a record up to here was tried with what is below it */
async function exchange(one: Exchange, world: Exploration, { reading, identities }: Known): Promise<boolean> {
  const { route, owner, isRefused } = one
  const { params } = one.belonging
  const control = await world.ask({ route, as: owner, params })
  if (control === undefined || !control.isGood) return isRefused
  // An answer with nothing in it is about no user.
  if (one.belonging.isUser === true && leavesOfJson(control.json).length === 0) return isRefused
  const anonymous = await world.ask({ route, as: undefined, params })
  if (anonymous !== undefined) judgeOpen(one, control, anonymous, world, reading)
  const below = { ...one, control, nothing: namelessFor(params, world.mark) }
  const isTried = isRefused || (one.reportedAt === undefined && (await judgeBelowRefused(below, world)))
  for (const other of othersOf(owner, route, world)) {
    const answer = await world.ask({ route, as: other, params })
    if (answer === undefined) continue
    const exchanged = { ...one, other, control, anonymous, answer, isOwners: isOwnersOnly(one, answer, identities) }
    const telling = foreignIn(exchanged, other.name, reading)
    judge(exchanged, telling.length > 0 ? telling : await wholeIn(exchanged, world, reading), world)
    const foreign = (given: Answer): readonly Leaf[] => foreignIn({ ...exchanged, answer: given }, other.name, reading)
    const [own] = one.ownOf(other)
    const isRefusedAlone = isGivenNothing(answer, control) && anonymous?.isGood !== true && !saysShown(control)
    if (isRefusedAlone) await judgeBelowOwn({ ...exchanged, own, variant: variantOf(one, other) }, foreign, world)
    // An empty list says nothing of one record.
    if (
      one.reportedAt === undefined &&
      answer.status !== 401 &&
      !Array.isArray(control.json) &&
      isGivenNothing(answer, control)
    )
      await judgeLists({ ...one, other, control, answer }, world, { reading, identities })
  }
  return isTried
}

/** Each record is a scenario of its own: what passed with one of them says nothing of the next. */
function variantOf({ owner, at }: Exchange, other?: User): string {
  const names = other === undefined ? owner.name : `${other.name}.${owner.name}`
  return at === 0 ? names : `${names}.${at + 1}`
}

function openTried(one: Exchange, control: Answer, anonymous: Answer): Tried {
  const { owner, belonging } = one
  return {
    row: 'resource.anonymous',
    ...placeOfRead(one, variantOf(one)),
    title: `${nameOf(belonging)} of ${owner.name}, asked for without a credential`,
    answers: [control, anonymous],
    record: { owner, user: undefined, own: control },
  }
}

interface Exchanged extends Exchange {
  readonly other: User
  readonly control: Answer
  readonly anonymous: Answer | undefined
  readonly answer: Answer
  /** The record names its owner, and no list of others shows it. */
  readonly isOwners: boolean
}

function isOwnersOnly({ owner, belonging }: Exchange, { json }: Answer, identities: Identities): boolean {
  return belonging.isExclusive && belonging.isUser !== true && ownerOfEntry(json, identities) === owner.name
}

/** A private record, or one with a moment of its own, without another value of its own: that it is the owner's, and no record of the other, is then seen by the whole of it. */
async function wholeIn(exchanged: Exchanged, world: Exploration, reading: Reading): Promise<readonly Leaf[]> {
  const { route, other, belonging, control, anonymous, answer } = exchanged
  const [own] = exchanged.ownOf(other)
  if (own === undefined || !belonging.isExclusive || belonging.isUser === true || anonymous?.isGood === true) return []
  const isPrivate = isPrivatePath(route.path) || leavesOfJson(control.json).some(({ value }) => isExactTime(value))
  if (!isPrivate || isBetweenUsers(route.path) || !answer.isGood) return []
  const theirs = await world.ask({ route, as: other, params: own.params })
  const nobodys = await world.ask({ route, as: other, params: namelessFor(belonging.params, world.mark) })
  const asked = new Set(Object.values(belonging.params))
  return wholeRecord({ control, answer, theirs, nobodys, asked }, other.name, reading)
}

function judge(exchanged: Exchanged, foreign: readonly Leaf[], world: Exploration): void {
  const { route, owner, other, belonging, control, anonymous, answer } = exchanged
  const note = answer.status < 300 && foreign.length === 0 ? 'not the record' : undefined
  const tried = {
    row: 'resource.other',
    ...placeOfRead(exchanged, variantOf(exchanged, other)),
    title: `${nameOf(belonging)} of ${owner.name}, asked for by ${other.name}`,
    answers: [control, answer],
    record: { owner, user: other, own: control, note },
  } as const
  if (foreign.length === 0) return world.passed(tried)
  // Judged as what every client gets.
  if (anonymous?.isGood === true && foreign.every(standsIn(anonymous.json))) return world.passed(tried)
  const kind = verdictOn(exchanged, foreign)
  if (kind === 'shared') return world.passed(tried)
  if (kind === 'question') {
    world.passed(tried)
    return world.question(
      exchanged.reportedAt ?? route,
      `${other.name} gets ${nameOf(belonging)} of ${owner.name}: shared on purpose? Write roles, ${route.key}: { allow: [${other.name}] }, or deny: [${other.name}]`,
    )
  }
  world.found({
    ...tried,
    code: 'foreign',
    expected: `an answer without what only ${owner.name} has`,
    got: `${answer.status} with ${namesOf(foreign)} of ${owner.name}`,
    cause: `${nameOfRead(exchanged)} gives the record to any user who names its id: whose it is, is not compared with who asks`,
  })
}

/**
 * A record that anonymous requests get as well: a finding where a credential is declared, for members that a directory of users
 * leaves out, and for those that another operation says to users alone; else public, or a question.
 */
function judgeOpen(one: Exchange, control: Answer, anonymous: Answer, world: Exploration, reading: Reading): void {
  const { route, owner, belonging } = one
  const tried = openTried(one, control, anonymous)
  const foreign = foreignIn({ belonging, control, answer: anonymous }, '', reading)
  if (foreign.length === 0) return world.passed(tried)
  const personal = foreign.filter(({ name }) => isPersonalName(name))
  const isOfUser = belonging.isUser === true && belonging.isExclusive
  const isByAddress = Object.keys(belonging.params).some((name) => /mail|phone/i.test(name))
  const isPrivate =
    (belonging.isExclusive && belonging.isUser !== true && !isShared(route) && saysItselfUnpublished(anonymous)) ||
    isPrivatePath(belonging.below ?? '') ||
    (belonging.isUser !== true && isPrivatePath(route.path) && foreign.some(({ value }) => reading.guards(value))) ||
    (belonging.isUser !== true && foreign.some(({ name }) => isPersonsOwn(name))) ||
    (isOfUser &&
      (personal.some((leaf) => isPrivateName(leaf.name) || isWayTo(leaf)) ||
        // Whose an address is, is as much as the address of a user.
        (isByAddress ? foreign : personal).some(({ value }) => reading.guards(value))))
  if (belonging.isExclusive && (isProtected(route) || isPrivate))
    return world.found({
      ...tried,
      code: 'foreign',
      expected: '401',
      got: `${anonymous.status} with ${namesOf(foreign)} of ${owner.name}`,
      cause: isProtected(route)
        ? `${nameOfRead(one)} gives a record to everybody who has its id: no credential is asked for where there is one`
        : `anonymous clients may ${route.key}: it says ${namesOf(foreign)} of whichever user the request names`,
    })
  if (isOfUser && personal.length > 0)
    world.question(
      one.reportedAt ?? route,
      `anonymous clients get ${namesOf(personal)} of any user: public on purpose? Write roles, ${route.key}: { allow: [anonymous] }, or deny: [anonymous]`,
    )
  world.passed(tried)
}

/**
 * Values that the other got, and that stand in the owner's answer, and neither in the request nor in anything that the other may read. Of a
 * record that is its owner's alone, each value counts: that a name is known elsewhere does not say whose record it is.
 */
function foreignIn(
  {
    control,
    answer,
    belonging,
    isOwners = false,
  }: Pick<Exchanged, 'control' | 'answer' | 'belonging'> & { readonly isOwners?: boolean },
  other: string,
  reading: Reading,
): readonly Leaf[] {
  if (!answer.isGood) return []
  const asked = new Set(Object.values(belonging.params))
  const got = leavesOfJson(control.json).filter(standsIn(answer.json))
  return got.filter(
    ({ name, value }) =>
      !asked.has(String(value)) &&
      (isTelling(value) || (isTime(value) && isPersonsOwn(name))) &&
      (isOwners || !reading.knows(other, value)),
  )
}

/**
 * A record that a list shows to the other is shared, unless what the list leaves out is named as a secret. A record that no list
 * of theirs shows belongs to its owner. Profiles of users are read by others in most applications.
 */
function verdictOn(
  { route, belonging, control, answer }: Exchanged,
  foreign: readonly Leaf[],
): 'finding' | 'question' | 'shared' {
  if (foreign.some(({ name }) => isSecretName(name))) return 'finding'
  if (belonging.isExclusive && belonging.isUser !== true && !isShared(route) && saysItselfUnpublished(answer))
    return 'finding'
  if (saysShown(control) || isShared(route)) return 'question'
  if (belonging.below !== undefined && !isPrivatePath(belonging.below))
    return foreign.some(({ name }) => isPersonalName(name)) ? 'question' : 'shared'
  if (belonging.isUser === true) {
    if (foreign.some(({ name }) => isPrivateName(name))) return 'finding'
    return foreign.some(({ name }) => isPersonalName(name)) ? 'question' : 'shared'
  }
  if (belonging.isRecorded) return 'question'
  if (!belonging.isExclusive) return 'shared'
  if (belonging.isReferenced === true) return 'question'
  return isProtected(route) || route.auth === undefined ? 'finding' : 'question'
}

/** Whether an operation is for those who were given a link: `GET /chats/share/[share_id]`. */
function isShared({ path }: Route): boolean {
  return path.split('/').some((step) => /^\[?shar(?:e|ed|ing)(?:[-_]?(?:id|token|key|links?))?\]?$/i.test(step))
}

function nameOf({ params, isUser }: Belonging): string {
  const named = Object.entries(params).map(([name, value]) => `${name} ${value}`)
  return isUser ? `the user ${Object.values(params).join()}` : `the record with ${named.join(', ')}`
}
