import type { Exploration } from '../ask/exploration.ts'
import { foldName, leavesOfJson } from '../ask/values.ts'
import type { MadeRecord } from '../ask/journal.ts'
import type { Pair } from './find-made.ts'
import { OWNER_NAMES } from './identities.ts'
import { entriesIn } from './made-by-run.ts'
import { listedNounOf, paramsOf } from './path-nouns.ts'
import { isOfWhoAsks, listsOf, type Records } from './record-places.ts'
import { entryIn, seeRecord } from './seen-records.ts'

/**
 * Whether a record is one of all users, as a unit or a tag is: the list shows it to another user, or is the same for both, and nothing in it says
 * whose it is. Then only the people of the application know whether others may change it.
 */
export async function isCommon(records: Records, made: MadeRecord, pair: Pair, world: Exploration): Promise<boolean> {
  const { create, param, read } = records
  const list = listsOf(create, world).find((one) => paramsOf(one).length === 0 && !isOfWhoAsks(one.path))
  if (list === undefined) return false
  const [own, others] = [
    await world.ask({ route: list, as: pair.owner }),
    await world.ask({ route: list, as: pair.other }),
  ]
  if (own?.isGood !== true || others?.isGood !== true) return false
  const id = made.params[param] ?? ''
  const idsOf = (json: unknown): string =>
    entriesIn(json, param, listedNounOf(list))
      .map((one) => one.id)
      .toSorted()
      .join()
  // A page may leave the newest one out.
  const isSame = entryIn(own, id) === undefined && idsOf(own.json) !== '' && idsOf(own.json) === idsOf(others.json)
  if (entryIn(others, id) === undefined && !isSame) return false
  const seen = await seeRecord(read, pair.owner, made.params, world)
  return (
    seen?.isGood === true &&
    leavesOfJson(seen.json).every(({ pointer, value }) => value === null || !OWNER_NAMES.test(foldName(pointer)))
  )
}
