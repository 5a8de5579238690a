import type { Answer, Exploration, User } from '../ask/exploration.ts'
import { holdEntries, ID_NAMES, isTime, leavesOfJson, singular, standsIn } from '../ask/values.ts'
import type { Route } from '../model/route.ts'
import { namelessFor } from '../ask/nameless.ts'
import type { MadeRecord } from '../ask/journal.ts'
import { changeOf } from './changing.ts'
import type { Pair } from './find-made.ts'
import { isForOthers, isGivenNothing, isRefused } from './hidden.ts'
import type { Place } from './record-places.ts'
import { type Belonging, othersOf } from './belongings.ts'
import { isOfOne, isUsersNoun, lastNounOf, paramsOf, withoutSlash } from './path-nouns.ts'

/** An answer below a record, as the owner of the record gets it. */
interface Below {
  readonly route: Route
  readonly owner: User
  readonly belonging: Belonging
  /** The number of the record among those of the owner. */
  readonly at: number
  /** The answer to the owner. */
  readonly control: Answer
  /** Values of the same form that name nothing. */
  readonly nothing: Readonly<Record<string, string>>
}

/** Steps of a path under which a part of a record is shown to those who were given its address. */
const SHOWN = /^(?:badge|card|cover|embed|oembed|preview|thumbnail)(?:\.\w+)?$/i

/**
 * Reads below a record, `/folders/[id]/papers`, by those to whom the operation on the record itself refuses it: what is in it is as little for
 * them. Users are left out: what they publish is for others, and their own record is not.
 *
 * @returns whether the record is refused to another user
 */
export async function judgeBelowRefused(below: Below, world: Exploration): Promise<boolean> {
  const { route, owner, belonging, at, control, nothing } = below
  const item = itemAbove(route, world)
  const own = leavesOfJson(control.json).filter(({ value }) => !isTime(value))
  if (item === undefined || !holdEntries(own) || !world.wants('resource.other', route)) return false
  const { params } = belonging
  const whole = await world.ask({ route: item, as: owner, params })
  const nobodys = await world.ask({ route, as: owner, params: nothing })
  if (whole?.isGood !== true || (nobodys?.isGood === true && own.every(standsIn(nobodys.json)))) return false
  let isRefused = false
  for (const other of [...othersOf(owner, route, world), undefined]) {
    const refused = await world.ask({ route: item, as: other, params })
    const answer = await world.ask({ route, as: other, params })
    if (refused === undefined || answer === undefined || !isGivenNothing(refused, whole)) continue
    isRefused ||= other !== undefined
    const whom = other?.name ?? 'anonymous'
    const tried = {
      row: other === undefined ? 'resource.anonymous' : 'resource.other',
      route,
      variant: `${whom}.${at === 0 ? '' : `${at + 1}.`}${owner.name}.below`,
      title: `what is below a record of ${owner.name}, which ${item.key} refuses to ${whom}`,
      answers: [refused, answer],
      record: { owner, user: other, own: control },
    } as const
    if (!answer.isGood || !own.every(standsIn(answer.json))) world.passed(tried)
    else if (route.auth === null && SHOWN.test(route.path.split('/').at(-1) ?? '')) {
      world.passed(tried)
      world.question(
        route,
        `gives every client something of a record that ${item.key} refuses, as the document says: on purpose? Write roles, ${route.key}: { allow: [anonymous] }`,
      )
    } else
      world.found({
        ...tried,
        code: 'foreign',
        expected: `${refused.status}, as ${item.key} answers`,
        got: `${answer.status} with all that ${owner.name} gets`,
        cause: `${route.key} gives what is below a record that ${item.key} refuses: whose the record is, is not asked there`,
      })
  }
  return isRefused
}

/**
 * The operation that reads the record which a path is below, or which it calls by the same name: `/trips/[trip_id]` for
 * `/points/trip/[trip_id]`; `undefined` where it is absent, and for users.
 */
function itemAbove(route: Route, world: Exploration): Route | undefined {
  const [param = '', more] = paramsOf(route)
  const path = route.path.slice(0, route.path.indexOf(']') + 1)
  const items = world.routes.filter((one) => one.method === 'GET' && isOfOne(one) && one !== route)
  const isNamed = (one: Route): boolean =>
    paramsOf(one).join() === param && !ID_NAMES.has(param) && param.startsWith(singular(lastNounOf(one)))
  const item = items.find((one) => withoutSlash(one.path) === path) ?? items.find(isNamed)
  const isApt = item !== undefined && more === undefined && !isUsersNoun(lastNounOf(item))
  return isApt && world.whyNot(item) === undefined ? item : undefined
}

/** A write below a record that is refused to who sends it, taken with its id, not with one of no record, and seen nowhere. */
export async function askBelow(place: Place, { params }: MadeRecord, pair: Pair, world: Exploration): Promise<void> {
  const { route } = place
  const { other } = pair
  if (isForOthers(route) || !(await isRefused(place, params, pair, world))) return
  const change = await changeOf(route, other, { text: `${world.mark} by ${other.name}`, record: undefined }, world)
  const nobodys = await world.ask({ route, as: other, params: namelessFor(params, world.mark), ...change })
  if (nobodys?.isGood === true) return
  const how = `Write roles, ${route.key}: { allow: [${other.isThrowaway === true ? '…' : other.name}] }`
  world.question(
    route,
    `takes a request about a record that ${place.read.key} refuses to who sends it: on purpose? ${how}`,
  )
}
