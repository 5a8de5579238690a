import type { Answer, Exploration } from '../ask/exploration.ts'
import type { Journal } from '../ask/journal.ts'
import type { User } from '../ask/users.ts'
import type { Route } from '../model/route.ts'
import { changeOf } from './changing.ts'
import type { MadeRecord } from '../ask/journal.ts'
import type { Making } from './find-made.ts'
import { isForOthers } from './hidden.ts'
import { makeRecord } from './making.ts'
import { namedAs, shapeOf } from './operations.ts'
import { isOfOne, paramsOf } from './path-nouns.ts'
import type { Place } from './record-places.ts'
import { seeRecord } from './seen-records.ts'

/** Operations on a record that are tried before one that its owner is refused. */
const MOST = 8

/** Statuses of a request that its record is not ready for; 0 where the server closes the connection. */
const NOT_READY: ReadonlySet<number> = new Set([0, 400, 404, 409, 412, 422, 500])

/** Steps that others may need before them; the likeliest first. */
const FIRST = /\/(?:start|open|begin|submit|request|enable|activate|publish|lock|join|add|pin|archive)$/

/** Steps after which a record may not be there, or be another user's. */
const ENDS = /\/(?:delete|remove|destroy|purge|leave|transfer|move|merge)/

/** By run and operation, the one that makes its record ready; `null` where none was found. */
const steps = new WeakMap<Journal, Map<string, Route | null>>()

/** A record of an owner on which an action is refused. */
interface Unready {
  readonly place: Place
  readonly owner: User
  readonly making: Making
  /** The answer to the owner's own request. */
  readonly own: Answer | undefined
}

/**
 * The action after which the owner of a record may do another one: `POST /timers/[id]/start` before `…/pause`. Each is tried with a record
 * of its own, once for each operation of a run.
 */
export async function stepBefore(
  { place, owner, making, own }: Unready,
  world: Exploration,
): Promise<Route | undefined> {
  const { route } = place
  if (own === undefined || !NOT_READY.has(own.status) || isOfOne(route) || place.member !== undefined) return undefined
  const known = steps.get(world.journal) ?? new Map<string, Route | null>()
  steps.set(world.journal, known)
  const found = known.get(route.key)
  if (found !== undefined) return found ?? undefined
  known.set(route.key, null)
  for (const step of stepsBeside(place, world)) {
    const made = await makeRecord(place, owner, world, making)
    if (made === undefined) return undefined
    if (!(await takeStep(step, { place, owner, made }, world))) continue
    const { body } = await changeOf(route, owner, { text: `${world.mark} after`, record: undefined }, world)
    const next = await world.ask({ route, as: owner, params: made.params, ...(body && { body }) })
    if (next?.isGood !== true) continue
    known.set(route.key, step)
    return step
  }
  return undefined
}

/** Makes a record, and does with it what an action needs before it. */
export async function makeReady(
  step: Route | undefined,
  { place, owner, making }: Pick<Unready, 'place' | 'owner' | 'making'>,
  world: Exploration,
): Promise<MadeRecord | undefined> {
  const made = await makeRecord(place, owner, world, making)
  if (made !== undefined && step !== undefined) await takeStep(step, { place, owner, made }, world)
  return made
}

/** Whether the owner of a record has made it ready. */
async function takeStep(
  step: Route,
  { place, owner, made: { params } }: Pick<Unready, 'place' | 'owner'> & { readonly made: MadeRecord },
  world: Exploration,
): Promise<boolean> {
  const seen = await seeRecord(place.read, owner, params, world)
  const change = { text: `${world.mark} before`, record: seen?.json }
  const { body } = await changeOf(step, owner, change, world, params)
  const answer = await world.ask({ route: step, as: owner, params, ...(body && { body }) })
  return answer?.isGood === true
}

/** Other actions on the same record, that nothing of it goes with. */
function stepsBeside({ route, param }: Place, world: Exploration): readonly Route[] {
  const item = route.path.slice(0, route.path.indexOf(`[${param}]`) + param.length + 2)
  const beside = world.routes.filter(
    (one) =>
      /^(?:POST|PUT|PATCH)$/.test(one.method) &&
      one.path !== route.path &&
      shapeOf(one.path).startsWith(`${shapeOf(item)}/`) &&
      paramsOf(one).length === paramsOf({ path: item }).length &&
      !isForOthers(one) &&
      !ENDS.test(one.path) &&
      world.whyNot(one) === undefined,
  )
  return beside
    .map((one) => namedAs(one, item))
    .toSorted((a, b) => Number(FIRST.test(b.path)) - Number(FIRST.test(a.path)))
    .slice(0, MOST)
}
