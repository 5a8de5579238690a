import type { Maker } from '../ask/exploration.ts'
import type { User } from '../ask/users.ts'
import { foldName, ID_NAMES } from '../ask/values.ts'
import { isObject } from '../text/json.ts'
import { paramsOf } from '../whose/belongings.ts'

/** A list of what is below a record may need another one to be emptied first. */
const MOST_ROUNDS = 3

/**
 * Deletes the records that are below one of the run, of which each is the run's as well: some servers delete none that has others below it.
 *
 * @param path of the record, with its parameters in brackets
 * @returns whether anything was deleted
 */
export async function emptyRecord(
  path: string,
  params: Readonly<Record<string, string>>,
  as: User | undefined,
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
      const remove = world.routes.find(
        ({ method, path: item }) =>
          method === 'DELETE' && item.startsWith(`${list.path}/[`) && paramsOf({ path: item }).length === depth + 1,
      )
      const param = remove === undefined ? undefined : paramsOf(remove).at(-1)
      if (remove === undefined || param === undefined || !remove.path.endsWith(`[${param}]`)) continue
      const listed = await world.ask({ route: list, as, params })
      for (const id of listed?.isGood === true ? idsIn(listed.json, param) : []) {
        const gone = await world.ask({ route: remove, as, params: { ...params, [param]: id } })
        isMore ||= gone?.isGood === true
      }
    }
    isAny ||= isMore
  }
  return isAny
}

/** The ids of the entries of the outermost list of an answer. */
function idsIn(json: unknown, param: string): readonly string[] {
  const list = listIn(json)
  const names = [foldName(param), ...ID_NAMES]
  return list.flatMap((entry) => {
    const members = isObject(entry) ? Object.entries(entry) : []
    const [id] = names.flatMap((name) => members.filter(([one]) => foldName(one) === name).map(([, value]) => value))
    return typeof id === 'string' || typeof id === 'number' ? [String(id)] : []
  })
}

function listIn(json: unknown): readonly unknown[] {
  if (Array.isArray(json)) return json
  const members = isObject(json) ? Object.values(json) : []
  return members.find((one): one is unknown[] => Array.isArray(one)) ?? members.filter(isObject).flatMap(listIn)
}
