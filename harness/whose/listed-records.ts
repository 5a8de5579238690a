import type { Route } from '../model/route.ts'
import type { Answer, Exploration, User } from '../ask/exploration.ts'
import type { Belonging, Known } from './belongings.ts'
import { ownerOfEntry } from './identities.ts'
import { trySearches, wordsOf } from './searches.ts'
import { entryIn } from './seen-records.ts'
import { isTelling, type Leaf, leavesOfJson, placeIn, standsIn } from '../ask/values.ts'

/** A record of an owner that its own operation has refused to another user. */
interface Refused {
  readonly route: Route
  readonly owner: User
  readonly other: User
  readonly belonging: Belonging
  readonly control: Answer
  readonly answer: Answer
}

/** The fewest values, beside the id, that make an entry of a list a record. */
const FEWEST = 2

/**
 * Whether a list of the other user holds the record whole. The server itself says by its refusal that the record is not for that
 * user, so the list is a finding; an entry that leaves something out is a summary, and may be for everybody.
 */
export async function judgeLists(refused: Refused, world: Exploration, known: Known): Promise<void> {
  const { owner, other, belonging, control } = refused
  const { reading } = known
  const id = Object.values(belonging.params).at(-1)
  if (id === undefined || belonging.isUser === true || tellingIn(control, id).length < FEWEST) return
  for (const list of world.routes) {
    const listed = reading.of(list).find(({ as, isGood }) => as?.name === other.name && isGood)
    if (listed !== undefined && world.wants('resource.list', list))
      judgeList({ ...refused, id, list, listed }, world, known)
  }
  for (const { route: list, owner: of, params, query, answer, isRefused } of reading.below) {
    if (of !== owner.name || isRefused === true || query !== undefined || !world.wants('resource.list', list)) continue
    const listed = entryIn(answer, id) && (await world.ask({ route: list, as: other, params }))
    if (listed?.isGood === true) judgeList({ ...refused, id, list, listed }, world, known)
  }
  const texts = wordsOf(control, (value) => reading.knows(other.name, value))
  await trySearches({ id, texts, owner, other, variant: `${other.name}.${owner.name}.${id}` }, world)
}

interface Listed extends Refused {
  readonly id: string
  readonly list: Route
  /** The answer of the list to the other user. */
  readonly listed: Answer
}

function judgeList(refused: Listed, world: Exploration, { identities }: Known): void {
  const { route, owner, other, control, answer, id, list, listed } = refused
  const entry = entryIn(listed, id)
  const tried = {
    row: 'resource.list',
    route: list,
    variant: `${other.name}.${owner.name}.${id}`,
    title: `the list${list.path.includes('[') ? '' : ` of ${other.name}`}, as ${other.name} gets it, looked through for the record ${id} of ${owner.name}`,
    answers: [answer, listed],
  } as const
  const isWhole = tellingIn(control, id).every(standsIn(entry))
  if (entry === undefined || !isWhole || ownerOfEntry(entry, identities) !== owner.name) world.passed(tried)
  else
    world.found({
      ...tried,
      code: 'foreign',
      expected: `no record that ${route.key} refuses to ${other.name}`,
      got: `${listed.status} with the record of ${owner.name}${placeIn(listed.json, entry)}`,
      cause: `${list.key} lists the records of other users, which ${route.key} refuses: it is not narrowed to who asks`,
    })
}

function tellingIn({ json }: Answer, id: string): readonly Leaf[] {
  return leavesOfJson(json).filter(({ value }) => isTelling(value) && String(value) !== id)
}
