import type { Maker } from '../ask/exploration.ts'
import type { Made } from '../ask/journal.ts'
import type { User } from '../ask/users.ts'
import { objectsHolding, ownMembers } from '../ask/values.ts'
import type { Route } from '../model/route.ts'
import { isOfOne, listedNounOf, paramsOf, withoutSlash } from '../whose/path-nouns.ts'
import { entriesIn } from '../whose/made-by-run.ts'
import { isSameRecord } from '../whose/operations.ts'

/** A list of what is below a record may need another one to be emptied first. */
const MOST_ROUNDS = 3

/** Which of the records below one of the run are the run's as well. */
export interface Inside {
  readonly mark: string
  /** Records without a mark that it has made there. */
  readonly made: readonly Pick<Extract<Made, { kind: 'record' }>, 'remove' | 'params'>[]
}

/**
 * Deletes what the run has made below one of its records: some servers delete none that has others below it. Others stay: a list may show
 * what belongs to other records, too, and a record may be given one that all users have.
 *
 * @param path of the record, with its parameters in brackets
 * @returns whether anything was deleted
 */
export async function emptyRecord(
  { path, params, as }: { readonly path: string; readonly params: Params; readonly as: User | undefined },
  { mark, made }: Inside,
  world: Maker,
): Promise<boolean> {
  const depth = paramsOf({ path }).length
  const lists = world.routes.filter(
    (one) => one.method === 'GET' && one.path.startsWith(`${path}/`) && paramsOf(one).length === depth,
  )
  let isAny = false
  for (let round = 0, isMore = true; isMore && round < MOST_ROUNDS; round++) {
    isMore = false
    for (const list of lists) {
      const remove = removalOf(list, depth, world)
      const param = remove === undefined ? undefined : paramsOf(remove).at(-1)
      if (remove === undefined || param === undefined) continue
      const listed = await world.ask({ route: list, as, params })
      for (const { id, entry } of listed?.isGood === true ? entriesIn(listed.json, param, listedNounOf(list)) : []) {
        const all = { ...params, [param]: id }
        const isMade = made.some((one) => one.remove === remove.key && isSameRecord(one.params, all))
        // The record of the run that it is below may be in the entry.
        if (!isMade && objectsHolding(ownMembers(entry), mark).length === 0) continue
        const gone = await world.ask({ route: remove, as, params: all })
        isMore ||= gone?.isGood === true
      }
    }
    isAny ||= isMore
  }
  return isAny
}

type Params = Readonly<Record<string, string>>

/** The operation that deletes an entry of a list below a record. */
function removalOf(list: Route, depth: number, { routes }: Maker): Route | undefined {
  const remove = routes.find(
    ({ method, path }) =>
      method === 'DELETE' && path.startsWith(`${withoutSlash(list.path)}/[`) && paramsOf({ path }).length === depth + 1,
  )
  return remove !== undefined && isOfOne(remove) ? remove : undefined
}
