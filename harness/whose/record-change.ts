import { isChangeOfOne } from '../subject/creates.ts'
import { ownIdMember } from '../ask/bodies.ts'
import { changesIn } from '../ask/changes.ts'
import type { Answer, Exploration } from '../ask/exploration.ts'
import type { User } from '../ask/users.ts'
import { foldName, leavesOfJson } from '../ask/values.ts'
import { namesCaller } from '../model/caller.ts'
import type { BodyMember } from '../model/route.ts'
import { changeOf, learnChange } from './changing.ts'
import type { MadeRecord } from '../ask/journal.ts'
import { nameOf, type Seen, type Words } from './judge-change.ts'
import { rewritten } from './list-writes.ts'
import { makeRecord } from './making.ts'
import type { Place } from './record-places.ts'
import { seeWhole } from './seen-records.ts'
import { referenceTo } from './named-records.ts'

/** A change of a record by another user, as its owner sees it; `undefined` where nothing is known. */
export async function changeBy(other: User | undefined, one: Sent, world: Exploration): Promise<Changed | undefined> {
  const changed = await changeInWays(other, one, world)
  if (other === undefined || changed === undefined || changed.changes.length > 0 || changed.isShown) return changed
  return (await changeAsOwn(other, one, world)) ?? (await changeThroughOwn(other, one, world)) ?? changed
}

const BY_BODY = 'changes the record whose id the body has, at the path of any other one: whose it is'

/** The same at the path of a record of who asks, where the body has the id of the other one: some servers ask whose the former is, and write the latter. */
async function changeThroughOwn(
  other: User,
  { place, owner, made }: Sent,
  world: Exploration,
): Promise<Changed | undefined> {
  const { route, param } = place
  const id = ownIdMember(route)
  const [name = ''] = id?.path ?? []
  if (id === undefined || place.inBody !== undefined || !isChangeOfOne(route, world.routes)) return undefined
  const theirs = await makeRecord(place, other, world, {})
  const value = referenceTo(made.id, id)
  const own = theirs && (await seeWhole(place, other, theirs.params, world))
  if (
    theirs === undefined ||
    own?.isGood !== true ||
    value === undefined ||
    theirs.params[param] === made.params[param]
  )
    return undefined
  const look = (): Promise<Answer | undefined> => seeWhole(place, owner, made.params, world)
  const [before, again] = [await look(), await look()]
  if (before?.isGood !== true || again?.isGood !== true) return undefined
  const text = `${world.mark} by ${other.name}`
  const bodies = [
    (await changeOf(route, other, { text, record: own.json }, world, theirs.params)).body,
    rewritten(own.json, theirs.text, text, route),
  ]
  for (const body of bodies) {
    const sent = await world.ask({ route, as: other, params: theirs.params, body: { ...body, [name]: value } })
    const after = sent?.isGood === true ? await look() : undefined
    const changes = after === undefined ? [] : changesIn(before, again, after)
    if (sent !== undefined && changes.length > 0)
      return { sent, changes, isShown: false, own: undefined, freely: BY_BODY }
  }
  return undefined
}

/** The same with a body that says that the record is of who asks: some servers compare that, and not the record itself. */
async function changeAsOwn(
  other: User,
  { place, owner, made, params }: Sent,
  world: Exploration,
): Promise<Changed | undefined> {
  const { route } = place
  const names = (route.inputs?.body ?? []).flatMap((one) => (isCallers(one) ? (one.path[0] ?? []) : []))
  // Below a user the path would have to be theirs.
  if (names.length === 0 || place.of !== undefined) return undefined
  const theirs = await ownersIn(names, other, place, world)
  const look = (): Promise<Answer | undefined> => seeWhole(place, owner, made.params, world)
  const [before, again] = [await look(), await look()]
  if (before?.isGood !== true || again?.isGood !== true || theirs === undefined) return undefined
  const change = { text: `${world.mark} by ${other.name}`, record: before.json }
  const { body } = await changeOf(route, other, change, world, params)
  const sent = await world.ask({ route, as: other, params, body: { ...body, ...theirs, ...idMember(place, made) } })
  const after = sent?.isGood === true ? await look() : undefined
  if (sent === undefined || after === undefined) return undefined
  const changes = changesIn(before, again, after)
  return changes.length > 0 ? { sent, changes, isShown: false, own: undefined } : undefined
}

/** The member of a body that names the record, where the path does not. */
function idMember({ member }: Place, { id }: MadeRecord): object | undefined {
  return member && { [member.path[0] ?? '']: referenceTo(id, member) }
}

/** Whether a member says whose a record is. */
function isCallers({ path, isChoice, format }: BodyMember): boolean {
  return path.length === 1 && !isChoice && namesCaller(foldName(path[0] ?? ''), format)
}

/** The values that members about the owner have in a record of a user's own. */
async function ownersIn(
  names: readonly string[],
  user: User,
  place: Place,
  world: Exploration,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const made = await makeRecord(place, user, world)
  const seen = made && (await seeWhole(place, user, made.params, world))
  const leaves = seen?.isGood === true ? leavesOfJson(seen.json) : []
  const own = names.flatMap((name) => {
    const leaf = leaves.find((one) => foldName(one.name) === foldName(name))
    return leaf === undefined ? [] : [[name, leaf.value] as const]
  })
  return own.length === 0 ? undefined : Object.fromEntries(own)
}

async function changeInWays(other: User | undefined, one: Sent, world: Exploration): Promise<Changed | undefined> {
  const { place, owner, made, params } = one
  const { route } = place
  const look = (): Promise<Answer | undefined> => seeWhole(place, owner, made.params, world)
  let changed: Changed | undefined
  let [first, last]: (Answer | undefined)[] = []
  // Some servers take a whole record alone, and their documents do not say so.
  const isOfRecord = place.member !== undefined || isChangeOfOne(route, world.routes)
  const id = idMember(place, made)
  for (const how of isOfRecord ? (['guessed', 'whole', 'learned'] as const) : (['guessed', 'learned'] as const)) {
    const own = { text: `${world.mark} by ${nameOf(owner)}`, record: last?.json }
    const refused = { route, owner, params: made.params, change: own, answer: first }
    if (how === 'learned' && !(await learnChange(refused, world))) return changed
    const [before, again] = [await look(), await look()]
    if (before?.isGood !== true || again?.isGood !== true) return changed
    last = before
    const send = async (as: User | undefined, at: Readonly<Record<string, string>>): Promise<Answer | undefined> => {
      const change = { text: `${world.mark} by ${nameOf(as)}`, record: before.json }
      const body = how === 'whole' ? { body: rewritten(before.json, made.text, change.text, route) } : undefined
      const asked = body ?? (await changeOf(route, as, change, world, at))
      return world.ask({ route, as, params: at, ...asked, ...(id && { body: { ...asked.body, ...id } }) })
    }
    const sent = await send(other, params)
    const after = await look()
    if (sent === undefined || after === undefined) return changed
    const changes = [...changesIn(before, again, after), ...contentIn(before, again, after, made.text)]
    const isShown = sent.isGood && sent.text.includes(made.text)
    const hasNothing = changes.length === 0 && !isShown
    changed = { sent, changes, isShown, own: hasNothing ? await send(owner, made.params) : undefined }
    if (!hasNothing || changed.own?.isGood === true) return changed
    first ??= changed.own
  }
  return changed
}

/** In words, that the content of a file which the run has made is another one. */
function contentIn(before: Answer, again: Answer, after: Answer, text: string): readonly string[] {
  const isFile = !/^\s*[{[]/.test(before.text) && before.text.includes(text)
  const isChanged = isFile && again.text === before.text && after.isGood && after.text !== before.text
  return isChanged ? ['the content has changed'] : []
}

export type Changed = Pick<Seen, 'sent' | 'changes' | 'own'> &
  Pick<Partial<Words>, 'freely'> & {
    /** The answer to the other user holds the record. */
    readonly isShown: boolean
  }

/** A change of a record of the run. */
export interface Sent {
  readonly place: Place
  readonly owner: User
  readonly made: MadeRecord
  /** Of the path, as the other user sends it. */
  readonly params: Readonly<Record<string, string>>
}
