import { isChangeOfOne } from '../subject/creates.ts'
import { bodyOf } from '../ask/bodies.ts'
import { addedIn, changesIn } from '../ask/changes.ts'
import type { Answer, Exploration } from '../ask/exploration.ts'
import type { Throwaways } from '../ask/throwaways.ts'
import type { User } from '../ask/users.ts'
import { singular } from '../ask/values.ts'
import type { Route } from '../model/route.ts'
import { isOfOne, isUsersNoun, lastNounOf, paramsOf, userAbove } from './path-nouns.ts'
import { audienceOf, saysShown } from './audience.ts'
import { shows, type Pair } from './find-made.ts'
import { makeRecord } from './making.ts'
import { contentOf, tryContent } from './file-contents.ts'
import { tryHiddenLists } from './hidden-lists.ts'
import { innerRecordsOf } from './inner-records.ts'
import { isForOthers, isHidden, isRefused, usersFor } from './hidden.ts'
import { learnAddition } from './other-bodies.ts'
import { type Records, recordsFor } from './record-places.ts'
import { ownAround, tryView } from './record-views.ts'
import { trySearches } from './searches.ts'
import { foundShown, judgeChange, type Shown } from './judge-change.ts'

/**
 * Reads of records that the run makes, since the users of the fixtures may have none: the record itself, one in another one, also below a
 * record of who asks, and the lists below a record that is refused, which are added to as well.
 */
export async function exploreMadeRecords(world: Exploration, people: Throwaways | undefined): Promise<void> {
  const reads = world.routes.filter((route) => isReadable(route, world))
  const users = reads.length === 0 ? undefined : await usersFor(world, people)
  if (users === undefined) return
  for (const route of reads) {
    const records = recordsFor(route, world)
    const owner = records === undefined ? users.owner : users.ownerOf(records)
    const other = users.strangerTo(route, owner)
    if (world.isOver()) return
    if (other !== undefined) await tryRead(route, { owner, other }, world)
    const peer = await users.peerOf(route, owner)
    if (peer !== undefined && peer !== other) await tryRead(route, { owner, other: peer }, world)
  }
}

function isReadable(route: Route, world: Exploration): boolean {
  const isRead = route.method === 'GET' && paramsOf(route).length > 0 && userAbove(route) === undefined
  return isRead && route.auth !== null && world.whyNot(route) === undefined && world.wants('resource.other', route)
}

async function tryRead(route: Route, pair: Pair, world: Exploration): Promise<void> {
  const content = contentOf(route, world)
  if (content !== undefined) return tryContent(route, content, pair, world)
  const inner = innerRecordsOf(route, world)
  if (inner !== undefined && inner.read.key === route.key) await tryItem(route, inner, pair, world)
  const records = recordsFor(route, world)
  if (records === undefined || isUsersNoun(lastNounOf(records.read))) return
  if (records.read.key === route.key) return tryItem(route, records, pair, world)
  if (isOfOne(route)) return
  const isTried = records.within === undefined && (await tryBelow(route, records, pair, world))
  if (!isTried) await tryView(route, records, pair, world)
}

/** Records that others read, also where they are in no list of theirs: a feed shows what its user follows. */
const PUBLISHED =
  /(?:post|article|blog|comment|photo|picture|video|story|status|tweet|review|question|answer|topic|thread|recipe|song|playlist|paste|snippet|gist|poll|listing)$/

/** A record, and whether the other one asks for it as its owner does, or below a record of their own. */
async function tryItem(route: Route, records: Records, pair: Pair, world: Exploration): Promise<void> {
  const { owner, other } = pair
  const made = await makeRecord(records, owner, world, { stranger: other })
  const own = made && (await world.ask({ route, as: owner, params: made.params }))
  if (made === undefined || own?.isGood !== true || !shows(own, made) || saysShown(own)) return
  if (!(await isHidden(records, made, pair, world))) return
  await tryHiddenLists(records, made, pair, world)
  const unasked = 'whose it is, is not compared with who asks'
  const ways = [
    {
      variant: records.inBody === undefined ? 'made' : 'made.inside',
      params: made.params,
      where: '',
      how: `the record to any user who names its id: ${unasked}`,
    },
  ]
  const { within } = records
  const around = await ownAround(route, records, other, world)
  if (around !== undefined)
    ways.push({
      variant: 'made.below-own',
      params: { ...made.params, ...around.params },
      where: ' below a record of their own',
      how: `the ${records.param} of another user below any ${within?.param ?? ''}: ${unasked}`,
    })
  for (const { variant, params, where, how } of ways) {
    const answer = await world.ask({ route, as: other, params })
    if (answer === undefined) return
    const isGiven = answer.isGood && shows(answer, made)
    const title = `a record of ${owner.name}, asked for by ${other.name}${where}`
    const tried = { variant, title, answers: [own, answer], record: { owner, user: other, own } } as const
    const isForAll = isGiven && within === undefined && PUBLISHED.test(singular(lastNounOf(route)))
    if (isForAll)
      world.question(
        route,
        `a user gets the record of another one that the list shows to its owner alone: for all users? Write roles, ${route.key}: { allow: …, deny: … }`,
      )
    judgeRead({ ...tried, row: 'resource.other', route }, isGiven && !isForAll, how, world)
    if (isGiven) return
  }
  await trySearches({ id: made.id, texts: [made.text], ...pair, variant: 'made' }, world)
}

/** A list, or a part, of a record that is refused: read by the other one, and written. @returns whether it can be written */
async function tryBelow(route: Route, records: Records, pair: Pair, world: Exploration): Promise<boolean> {
  const { owner, other } = pair
  const writes = world.routes.filter(
    (one) => /^(?:POST|PUT|PATCH)$/.test(one.method) && one.path === route.path && world.whyNot(one) === undefined,
  )
  // An addition of a user of the fixtures would stay.
  if (writes.length === 0 || owner.isThrowaway !== true) return false
  const made = await makeRecord(records, owner, world, { stranger: other })
  if (made === undefined || !(await isRefused(records, made.params, pair, world))) return true
  const { params } = made
  const look = (as: User): Promise<Answer | undefined> => world.ask({ route, as, params })
  for (const [at, write] of writes.entries()) {
    const text = `${world.mark} below ${at}`
    const send = async (as: User): Promise<Answer | undefined> => {
      const { body } = bodyOf(write, `${text} by ${as.name}`, world)
      return world.ask({ route: write, as, params, ...(body && { body: { ...body, ...audienceOf(write, true) } }) })
    }
    const first = await send(owner)
    const own = `${text} by ${owner.name}`
    const more = audienceOf(write, true)
    const written = (await learnAddition({ route: write, as: owner, params }, own, first, world, more)) ?? first
    const [before, again, others] = [await look(owner), await look(owner), await look(other)]
    if (written === undefined || before?.isGood !== true || again?.isGood !== true || others === undefined) return true
    if (at === 0 && written.isGood && before.text.includes(text)) {
      const title = `what is below a record of ${owner.name}, which ${records.read.key} refuses to ${other.name}`
      const tried = { title, answers: [before, others], record: { owner, user: other, own: before } } as const
      const how = `what is below a record that ${records.read.key} refuses: whose the record is, is not asked there`
      const isGiven = others.isGood && others.text.includes(text)
      judgeRead({ ...tried, row: 'resource.other', route, variant: 'made.below' }, isGiven, how, world)
    }
    if (isForOthers(write) || !world.wants('resource.write', write)) continue
    const sent = await send(other)
    const after = await look(owner)
    if (sent === undefined || after === undefined) return true
    // A list may show later what its owner has added.
    const isLate = written.isGood && !before.text.includes(text) && !after.text.includes(`${text} by ${other.name}`)
    if (isLate) continue
    const title = `a request below a record of ${owner.name}, which ${records.read.key} refuses, sent by ${other.name}`
    const freely = `writes below a record that ${records.read.key} refuses: whose it is`
    const changed =
      write.method === 'POST' && !isChangeOfOne(write, world.routes) ? [] : changesIn(before, again, after)
    const changes = [...addedIn(before, again, after, () => false), ...changed]
    judgeChange({ route: write, owner, other, sent, changes, own: written, variant: 'below', title, freely }, world)
  }
  return true
}

function judgeRead(tried: Shown, isGiven: boolean, how: string, world: Exploration): void {
  if (!isGiven) return world.passed(tried)
  foundShown(tried, `${tried.route.key} gives ${how}`, world)
}
