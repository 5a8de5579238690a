import type { Answer, Exploration } from '../ask/exploration.ts'
import { namelessFor } from '../ask/nameless.ts'
import type { MadeRecord } from '../ask/journal.ts'
import type { User } from '../ask/users.ts'
import type { Route } from '../model/route.ts'
import type { Pair } from './find-made.ts'
import { isRefused } from './hidden.ts'
import { foundShown } from './judge-change.ts'
import { bodyTaken, makeRecord } from './making.ts'
import { paramsOf } from './path-nouns.ts'
import type { Records } from './record-places.ts'

/** Steps of a path behind a record under which all of it is given, or its history. */
const WHOLE =
  /\.(?:csv|ics|pdf|txt|xlsx?|xml|zip)$|^(?:activit(?:y|ies)|audit(?:[-_]?log)?|changes|download|events|export|history|invoice|log|print|receipt|report|revisions|statement|versions)$/i
/** Operations below a record that end it, or give it to others. */
const ENDS_OR_GIVES =
  /(?:archive|cancel|close|delete|end|finish|invit|leave|link|member|merge|move|publish|remove|send|share|transfer)/i
/** Operations by which something is put into what is below a record. */
const MOST = 3

/**
 * Operations that give something of a record beside the record itself, `GET /pages/[slug]/revisions` and `GET /devices/[id]/history.csv`, asked by one to whom
 * the record is refused: by its own path, and below a record of who asks. Where an answer has nothing of the record yet, its owner fills it first.
 */
export async function tryView(route: Route, records: Records, pair: Pair, world: Exploration): Promise<void> {
  const { owner, other } = pair
  const made = await makeRecord(records, owner, world, { stranger: other })
  if (made === undefined || !(await isRefused(records, made.params, pair, world))) return
  const own = await ownView(route, made, pair, world)
  if (own === undefined) return
  const around = await ownAround(route, records, other, world)
  const ways = [{ variant: 'view', params: made.params, where: '' }]
  if (around !== undefined)
    ways.push({
      variant: 'view.below-own',
      params: { ...made.params, ...around.params },
      where: ' below a record of their own',
    })
  const isFull = own.text.includes(made.text)
  for (const { variant, params, where } of ways) {
    const answer = await world.ask({ route, as: other, params })
    if (answer === undefined) return
    const title = `the answer of ${route.key} about a record of ${owner.name}, asked for by ${other.name}${where}`
    const tried = { row: 'resource.other', route, variant, title, answers: [own, answer] } as const
    const shown = { ...tried, record: { owner, user: other, own } }
    if (!answer.isGood || !isFull || !answer.text.includes(made.text)) {
      world.passed(shown)
      if (!isFull && (await isAsTheirs({ route, answer, own, params }, world)))
        return world.question(
          route,
          `gives ${other.name} the same as ${owner.name} for a record that ${records.read.key} refuses, and nothing of it is in there yet: does it ask whose the record is?`,
        )
      continue
    }
    const gives = `${route.key} gives it to any user who names the record, which ${records.read.key} refuses${where}`
    foundShown(shown, `${gives}: whose the record is, is not compared with who asks`, world)
    return
  }
}

/** An answer to another user, and that to the owner. */
interface Viewed {
  readonly route: Route
  readonly answer: Answer
  readonly own: Answer
  readonly params: MadeRecord['params']
}

/** Whether another user gets the file of a record that the owner gets, and not that of a record that is not there. */
async function isAsTheirs({ route, answer, own, params }: Viewed, world: Exploration): Promise<boolean> {
  const isSame = answer.isGood && answer.text === own.text && own.json === undefined
  if (!isSame || !WHOLE.test(route.path.split('/').at(-1) ?? '')) return false
  const last = paramsOf(route).at(-1) ?? ''
  const nameless = namelessFor({ [last]: params[last] ?? '' }, world.mark)
  const nothing = await world.ask({ route, as: answer.as, params: { ...params, ...nameless } })
  return nothing !== undefined && !nothing.isGood
}

/** The record of who asks that a path may name in the place of the one that a record is in; `undefined` where the path names none. */
export async function ownAround(
  route: Route,
  { within }: Records,
  as: User,
  world: Exploration,
): Promise<MadeRecord | undefined> {
  const isBelow = within !== undefined && paramsOf(route).includes(within.param)
  return isBelow ? makeRecord(within, as, world) : undefined
}

/** The answer to its owner, with something of the record in it where an operation puts it there; `undefined` where the owner gets none. */
async function ownView(
  route: Route,
  made: MadeRecord,
  { owner }: Pair,
  world: Exploration,
): Promise<Answer | undefined> {
  const look = (): Promise<Answer | undefined> => world.ask({ route, as: owner, params: made.params })
  let own = await look()
  for (const write of fillingOf(route, made, world)) {
    if (own?.isGood !== true || own.text.includes(made.text) || world.isOver()) break
    await bodyTaken({ route: write, as: owner, params: made.params }, `${made.text} again`, world)
    own = await look()
  }
  return own?.isGood === true && own.text.trim() !== '' ? own : undefined
}

/** Writes at the same path, then changes of the record, then actions on it. */
function fillingOf(route: Route, { params }: MadeRecord, world: Exploration): readonly Route[] {
  const item = route.path.slice(0, route.path.lastIndexOf(']') + 1)
  const rank = ({ path }: Route): number => (path === route.path ? 0 : path === item ? 1 : 2)
  return world.routes
    .filter((one) => /^(?:POST|PUT|PATCH)$/.test(one.method) && (one.path === item || one.path.startsWith(`${item}/`)))
    .filter((one) => paramsOf(one).every((name) => params[name] !== undefined) && world.whyNot(one) === undefined)
    .filter(({ path }) => !ENDS_OR_GIVES.test(path.slice(item.length)))
    .toSorted((one, other) => rank(one) - rank(other))
    .slice(0, MOST)
}
