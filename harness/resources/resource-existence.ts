import type { Answer, Exploration, User } from '../ask/exploration.ts'
import { askAt, type Owned, type OwnedPlace, type RecordParams } from './resource-places.ts'
import { isStopped } from './resource-writes.ts'

/**
 * The record of another, and one that is not there: a refusal that differs says which ids exist. Asked once for each operation, and
 * where no resource refused it: those refusals are alike, but where `refused: 403` says that existence may be known.
 */
export async function askExistence(
  { name, place, record, other }: { name: string; place: OwnedPlace; record: Owned; other: User },
  world: Exploration,
): Promise<void> {
  const { route } = place
  const { owner, params } = record
  const [one, two] = [absentOf(params, 3), absentOf(params, 7)]
  if (place.in !== 'path' || one === undefined || two === undefined) return
  const refused = await askAt(place, other, params, world)
  if (refused === undefined || refused.isGood || isStopped(refused)) return
  const absent = await askAt(place, other, one, world)
  const again = await askAt(place, other, two, world)
  if (absent === undefined || again === undefined || absent.isGood || isStopped(absent)) return
  const title = `${name} of ${owner.name} and one that is not there, asked for by ${other.name}`
  const tried = { row: 'resource.existence', route, variant: name, title, answers: [absent, refused] } as const
  const [here, there] = [wordsOf(refused, params), wordsOf(absent, one)]
  // Where two absent ids are answered in two ways, words say nothing.
  const differs = here !== there && wordsOf(again, two) === there
  const how = refused.status === absent.status ? 'other words' : `${refused.status} and ${absent.status}`
  const { hideExistence = false } = world.fixtures.policy
  if (differs && hideExistence)
    return world.found({ ...tried, code: 'existence', expected: `${absent.status}, in the same words`, got: how })
  world.passed(tried)
  if (!differs) return
  world.question(route, `shows ${other.name} which ids exist: ${how} for ${title}: is that meant?`)
}

/** Status and words, but for the id itself. */
function wordsOf({ status, text }: Answer, params: RecordParams): string {
  return [status, Object.values(params).reduce((rest, id) => rest.replaceAll(id, ''), text)].join(' ')
}

/** An id of the same form: its last letters or digits are others. A UUID stays one. */
function absentOf(params: RecordParams, by: number): RecordParams | undefined {
  const [param, id = ''] = Object.entries(params).at(-1) ?? []
  if (param === undefined) return undefined
  const tail = id.slice(-4).replaceAll(/[0-9a-z]/gi, (one) => shifted(one, by))
  const other = id.slice(0, -4) + tail
  return other === id ? undefined : { ...params, [param]: other }
}

/** Letters of hexadecimal digits stay such. */
function shifted(one: string, by: number): string {
  const row = ['0123456789', 'abcdef', 'ABCDEF', 'ghijklmnopqrstuvwxyz', 'GHIJKLMNOPQRSTUVWXYZ'].find((all) =>
    all.includes(one),
  )
  return row?.charAt((row.indexOf(one) + by) % row.length) ?? one
}
