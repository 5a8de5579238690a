import type { Route } from '../model/route.ts'
import { memberName, namesItself } from '../ask/bodies.ts'
import { changesIn } from '../ask/changes.ts'
import type { Answer, Exploration } from '../ask/exploration.ts'
import type { Throwaways } from '../ask/throwaways.ts'
import type { User } from '../ask/users.ts'
import { foldName, ID_NAMES, isNamed, objectsOfJson } from '../ask/values.ts'
import { namelessLike } from '../ask/nameless.ts'
import type { Json } from '../text/json.ts'
import { anyRecordOf } from '../text/named-record.ts'
import { isOfOne, listedNounOf, paramsOf } from './path-nouns.ts'
import { isForOthers, isRefused, usersFor } from './hidden.ts'
import { changeOf, learnChange } from './changing.ts'
import type { MadeRecord } from '../ask/journal.ts'
import type { Pair } from './find-made.ts'
import { makeRecord } from './making.ts'
import { namedInBody } from './named-in-body.ts'
import { namedAs, shapeOf } from './operations.ts'
import { type Records, recordsAround, recordsFor } from './record-places.ts'
import { isReadInList, seeRecord } from './seen-records.ts'
import { foundShown, judgeChange } from './judge-change.ts'
import { isTowards, recordsNamed } from './named-records.ts'
import { type Naming, namingIn } from './naming-members.ts'

/** An operation whose body names a record of another kind: `recipe_id` of `POST /comments`. */
interface Reference extends Naming {
  readonly route: Route
  /** The operations on the record that is made, or changed; absent for an action: `POST /payments/send`. */
  readonly own: Records | undefined
  /** The operations on the record that an action is below: `POST /boards/[id]/cards` that makes none. */
  readonly at: Records | undefined
  /** The operations on the record that is named. */
  readonly named: Records
  /** Whether a record is changed: that of the path, or one that the body names. */
  readonly isChange: boolean
}

/**
 * Requests that name the record of another user, which who asks may not read. A finding where the answer, or what was made, then shows that
 * record, or where its owner sees it changed, or finds what was made below it, in the record itself, or in the list of what was made.
 */
export async function exploreReferences(world: Exploration, people: Throwaways | undefined): Promise<void> {
  const references = world.routes.flatMap((route) => referencesOf(route, world))
  const users = references.length === 0 ? undefined : await usersFor(world, people)
  if (users === undefined) return
  for (const reference of references) {
    const other = users.strangerTo(reference.route)
    if (world.isOver()) return
    if (other !== undefined) await tryReference(reference, { owner: users.owner, other }, world)
  }
}

/** Members that name another record of the same kind. */
const PARENT = /^parent/

function referencesOf(route: Route, world: Exploration): readonly Reference[] {
  if (!/^(?:POST|PUT|PATCH)$/.test(route.method) || world.whyNot(route) !== undefined) return []
  if (!world.wants('resource.write', route) && !world.wants('resource.other', route)) return []
  const inBody = namedInBody(route, world)
  const isChange = inBody !== undefined || isOfOne(route)
  const own = inBody?.records ?? (isChange ? recordsFor(route, world) : recordsAround(route, world))
  const at = own === undefined && !isChange ? recordsFor(route, world) : undefined
  if (own === undefined && at === undefined && (isChange || paramsOf(route).length > 0)) return []
  return namingIn(route, world).flatMap(({ member, refer }) => {
    const isOfKind = memberName(member) === `${listedNounOf(route)}id` && namesItself(route)
    const isParent = isOfKind || PARENT.test(memberName(member))
    const named = recordsNamed(member, world, true) ?? (isParent ? own : undefined)
    const isSame = named === undefined || (!isParent && named.create.key === (own?.create.key ?? route.key))
    const around = [own?.within, at, at?.within].some(
      (one) => one !== undefined && one.create.key === named?.create.key,
    )
    // A record may be moved to another one that it is in; where it is made, the path says which.
    const isMoved = isChange || isTowards(member)
    return isSame || (around && !isParent && !isMoved) ? [] : [{ route, member, own, at, named, refer, isChange }]
  })
}

async function tryReference(reference: Reference, pair: Pair, world: Exploration): Promise<void> {
  const { route, member, named, own, refer } = reference
  const { owner, other } = pair
  const record = await makeRecord(named, owner, world, { stranger: other })
  // A record that both may read may be named by both.
  if (record === undefined || !(await isRefused(named, record.params, pair, world))) return
  const look = (): Promise<Answer | undefined> => seeRecord(named.read, owner, record.params, world)
  const [before, again] = [await look(), await look()]
  if (before?.isGood !== true || again === undefined) return
  const seenAs = recordIn(before, record.id)
  const id = idOf(seenAs, record.id)
  const given = refer(id, seenAs)
  const name = member.path[0] ?? ''
  const naming = given === undefined ? undefined : await nameBy(other, reference, { [name]: given }, world)
  const after = await look()
  if (naming === undefined || after === undefined) return
  const { made, sent } = naming
  const title = `a request by ${other.name} that names a record of ${owner.name} in ${name}`
  const tried = { route, variant: name, title } as const
  // The value that was sent shows nothing where it is the text itself.
  if (sent.isGood && sent.text.includes(record.text) && !JSON.stringify(given).includes(record.text))
    return foundShown(
      { ...tried, row: 'resource.other', answers: [sent], record: { owner, user: other } },
      `${route.key} takes ${anyRecordOf(name)}, and the answer shows it: whose it is, is not compared with who asks`,
      world,
    )
  // A request to the owner is meant for them.
  const moved = made ?? naming.around
  const isMeant = isForOthers(route) && !isTowards(member)
  const seen =
    moved === undefined || isMeant ? undefined : await seenBy(owner, { reference, record, made: moved }, world)
  const direct = changesIn(before, again, after)
  const idle = direct.length === 0 ? [] : await changesWithout(other, { reference, look }, world)
  const changes = [
    ...(seen === undefined ? [] : [`${owner.name} finds it with ${seen}`]),
    ...direct.filter((one) => !idle.includes(one)),
  ]
  if (changes.length === 0 && (await isKept(other, { reference, id, naming }, world)))
    return world.found({
      ...tried,
      row: 'resource.write',
      answers: [sent],
      record: { owner, user: other, own: undefined, note: undefined },
      code: 'accepted',
      expected: 'a refusal, as for an id that names nothing',
      got: `${sent.status}, and ${name} has the id of the record of ${owner.name}`,
      cause: `${route.key} takes ${anyRecordOf(name)}: that there is one is looked up, whose it is, is not compared with who asks`,
    })
  // No read shows what an action has done.
  if (changes.length === 0 && own === undefined) return
  const control = changes.length === 0 ? await nameBy(owner, reference, { [name]: given }, world) : undefined
  const freely = `${seen === undefined ? 'changes' : 'adds to'} ${anyRecordOf(name)}: whose it is`
  judgeChange({ ...tried, owner, other, sent, changes, own: control?.sent, freely }, world)
}

/** Whether the id of the record stands in what was made or changed since, where one that names nothing is refused. */
async function isKept(
  other: User,
  { reference, id, naming }: { readonly reference: Reference; readonly id: string; readonly naming: Answered },
  world: Exploration,
): Promise<boolean> {
  const { own, member } = reference
  const name = member.path.at(-1) ?? ''
  const [outer = ''] = member.path
  if ((own !== undefined && naming.made === undefined) || !naming.sent.isGood) return false
  // To ask for a record, or to report one, is for those who have not got it.
  if (isForOthers(reference.route)) return false
  // The answer of an operation says which record was made, where that cannot be read.
  const seen = own && naming.made ? await seeRecord(own.read, other, naming.made.params, world) : naming.sent
  const isThere = objectsOfJson(seen?.json).some((one) => isNamed(one[name], id))
  if (!isThere) return false
  const nothing = reference.refer(namelessLike(id, world.mark))
  const control = await nameBy(other, reference, { [outer]: nothing }, world)
  // A server without a check of its own leaves it to its database, and breaks.
  return (control?.sent.status ?? 0) >= 400
}

/** Changes that the owner sees after the same by another user that does not name the record: places in a list move for each new one. */
async function changesWithout(
  other: User,
  { reference, look }: { readonly reference: Reference; readonly look: () => Promise<Answer | undefined> },
  world: Exploration,
): Promise<readonly string[]> {
  const [before, again] = [await look(), await look()]
  await nameBy(other, reference, {}, world)
  const after = await look()
  return before?.isGood === true && again && after ? changesIn(before, again, after) : []
}

/** A request that names a record, as it was answered. */
interface Answered {
  /** Absent where nothing was made. */
  readonly made: MadeRecord | undefined
  /** The record that an action is below, which it may move. */
  readonly around?: MadeRecord | undefined
  readonly sent: Answer
}

/** A request that names a record: the record of who asks, and how it is read, or the answer where nothing was made. */
async function nameBy(
  as: User,
  { route, own, at, isChange }: Reference,
  more: Readonly<Record<string, unknown>>,
  world: Exploration,
): Promise<Answered | undefined> {
  const made = own && (await makeRecord(own, as, world, isChange ? {} : { more }))
  if (isChange && made === undefined) return undefined
  const read = async (): Promise<Answer | undefined> =>
    own && made && world.ask({ route: own.read, as, params: made.params })
  const isDone = made !== undefined && !isChange
  const change = { text: made?.text ?? `${world.mark} text`, record: isChange ? (await read())?.json : undefined }
  const around = at && (await makeRecord(at, as, world))
  if (at !== undefined && around === undefined) return undefined
  const params = made?.params ?? around?.params ?? {}
  const send = async (): Promise<Answer | undefined> => {
    const { body } = await changeOf(route, as, change, world, around?.params)
    return world.ask({ route, as, params, body: { ...body, ...more } })
  }
  let changed = isDone ? undefined : await send()
  // It may be refused for the rest of its body.
  const isBelow = made !== undefined || around !== undefined
  if (isBelow && (await learnChange({ route, owner: as, params, change, answer: changed }, world)))
    changed = await send()
  const sent = made !== undefined && changed?.isGood !== false ? await read() : changed
  return sent && { made, around, sent }
}

/** The operation with which the owner of a record finds what was made for it. */
async function seenBy(
  owner: User,
  {
    reference,
    record,
    made,
  }: { readonly reference: Reference; readonly record: MadeRecord; readonly made: MadeRecord },
  world: Exploration,
): Promise<string | undefined> {
  const { named, route } = reference
  const places = [{ route: named.read, params: record.params }, ...viewsOf(named, record, route, world)]
  for (const place of places) {
    const answer = await world.ask({ ...place, as: owner })
    if (answer?.isGood === true && holds(answer, made.id, world.mark)) return place.route.key
  }
  return undefined
}

/** The record that an answer has under its name. */
function recordIn({ json }: Answer, named: string): Json | undefined {
  return objectsOfJson(json).find((one) => Object.values(one).some((value) => String(value) === named))
}

/** The id of a record that has a name in its path, `slug`, and an id beside it. */
function idOf({ id }: Json = {}, named: string): string {
  return typeof id === 'string' || typeof id === 'number' ? String(id) : named
}

/** Where the owner of a record finds what was made for it: below it, and in the list of what is made. */
function viewsOf(
  named: Records,
  { params }: MadeRecord,
  { path }: Route,
  world: Exploration,
): readonly { readonly route: Route; readonly params?: Readonly<Record<string, string>> }[] {
  const reads = world.routes.filter((one) => one.method === 'GET' && world.whyNot(one) === undefined)
  const { path: around } = named.read
  const isBelow = (one: Route): boolean =>
    shapeOf(one.path).startsWith(`${shapeOf(around)}/`) && paramsOf(one).length === paramsOf({ path: around }).length
  const below = isReadInList(named.read) ? [] : reads.filter(isBelow).map((one) => namedAs(one, around))
  const list = reads.find((one) => one.path === path)
  return [...below.map((route) => ({ route, params })), ...(list === undefined ? [] : [{ route: list }])]
}

/** Whether what the run has made stands in an answer: an object with its id and the mark. */
function holds({ json }: Answer, id: string, mark: string): boolean {
  return objectsOfJson(json).some(
    (one) =>
      Object.entries(one).some(
        ([name, value]) => (foldName(name).endsWith('id') || ID_NAMES.has(foldName(name))) && String(value) === id,
      ) && JSON.stringify(one).includes(mark),
  )
}
