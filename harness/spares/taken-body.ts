import { isSafeMethod } from '../../server/internal.ts'
import type { Answer, Maker } from '../ask/exploration.ts'
import { bodyOf, isStateName } from '../ask/bodies.ts'
import { askSpare, isAskable, isSilent } from '../ask/standing.ts'
import type { User } from '../ask/users.ts'
import { NO_FIXTURE } from '../model/fixtures.ts'
import { isProtected, type Route } from '../model/route.ts'
import { isChangeOfOne, isCreation } from '../subject/creates.ts'
import { changeOf, learnChange } from '../whose/changing.ts'
import { bodyTaken } from '../whose/making.ts'
import { namesListed } from '../whose/listed-references.ts'
import { refusesBody } from '../whose/other-bodies.ts'
import { recordsFor } from '../whose/record-places.ts'
import { seeRecord } from '../whose/seen-records.ts'
import { recordsNamed } from '../whose/named-records.ts'

/** An operation with a body that its server takes, and what users were answered who were asked with that body. */
interface Taken {
  readonly route: Route
  readonly answers: readonly Answer[]
}

/**
 * The operation with a body that its server takes, where it refuses that of the document from a user who may: a control that is refused for
 * what it sends proves nothing of all that is compared with it.
 */
export async function withTakenBody(route: Route, world: Maker): Promise<Taken> {
  const answers: Answer[] = []
  if (!isSent(route, world)) return { route, answers }
  // A record is known by a text, or by those that it names: the document may call them optional.
  const isUnknown = isMarkless(route, world)
  for (const as of world.users) {
    const named = isUnknown ? await madeBody(route, as, world) : undefined
    if (named !== undefined) return { route: withBody(route, named), answers: [] }
    const answer = await askSpare(route, as, world)
    if (answer !== undefined) answers.push(answer)
    if (answer === undefined) continue
    // The record that the document names may be of another user.
    const isForeign = answer.status === 403 && isCreation(route, world.routes) && namesListed(route, world)
    if (isSilent(answer.status) && !isForeign) continue
    if (!isForeign && !refusesBody(answer)) return { route, answers }
    const body = isOfSeen(route, world) ? await changeTaken(route, as, world) : await madeBody(route, as, world)
    if (body === undefined && isForeign) continue
    if (body === undefined) return { route, answers }
    return { route: withBody(route, body), answers: [] }
  }
  return { route, answers }
}

function withBody(route: Route, body: object): Route {
  const sample = route.sample ?? { params: {}, query: {}, headers: {} }
  return { ...route, sample: { ...sample, body: { contentType: 'application/json', text: JSON.stringify(body) } } }
}

/** Whether an operation makes records of which nothing says that they are of the run, though they may have a text or name others. */
function isMarkless(route: Route, world: Maker): boolean {
  if (!isCreation(route, world.routes) || route.sample?.body?.text.includes(world.mark) === true) return false
  const isNaming = (route.inputs?.body ?? []).some((member) => recordsNamed(member, world) !== undefined)
  const { body = {} } = bodyOf(route, `${world.mark} text`, world, 'texts')
  return isNaming || JSON.stringify(body).includes(world.mark)
}

/** Whether an operation is sent with a JSON body that the fixtures do not say, about something that is there. */
function isSent(route: Route, world: Maker): boolean {
  const fixture = world.fixtures.routes[route.key] ?? NO_FIXTURE
  const { body = [], contentType = 'application/json', isInQuery } = route.inputs ?? {}
  const isJson = body.length > 0 && isInQuery !== true && contentType.includes('json')
  const isOpen = !isProtected(route) || isSafeMethod(route.method) || route.method === 'DELETE'
  const isChosen = fixture.body !== undefined || route.isPresent === true
  return isJson && !isOpen && !isChosen && route.namesNothing !== true && isAskable(route, world)
}

/** Whether a body is one of a record as it is read: of all of it, or of the state that a change is of. */
function isOfSeen(route: Route, world: Maker): boolean {
  if (isChangeOfOne(route, world.routes)) return true
  return (
    !isCreation(route, world.routes) && (route.inputs?.body ?? []).some(({ path }) => isStateName(path.at(-1) ?? ''))
  )
}

function madeBody(route: Route, as: User, world: Maker): Promise<object | undefined> {
  return bodyTaken({ route, as, params: route.spare ?? {} }, `${world.mark} text`, world)
}

async function changeTaken(route: Route, as: User, world: Maker): Promise<object | undefined> {
  const params = route.spare ?? {}
  const records = recordsFor(route, world)
  const seen = records && (await seeRecord(records.read, as, params, world))
  const change = { text: `${world.mark} text`, record: seen?.json }
  const first = (await changeOf(route, as, change, world, params)).body
  const answer = first && (await world.ask({ route, as, params, body: first }))
  if (answer === undefined || answer.isGood) return first
  const isLearned = await learnChange({ route, owner: as, params, change, answer }, world)
  return isLearned ? (await changeOf(route, as, change, world, params)).body : undefined
}
