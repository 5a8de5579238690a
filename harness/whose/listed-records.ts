import type { Route } from '../model/route.ts'
import type { Answer, Exploration, User } from '../ask/exploration.ts'
import type { Belonging, Known } from './belongings.ts'
import { ownerOfEntry } from './identities.ts'
import { entryIn } from './record-places.ts'
import { isTelling, leavesOfJson, standsIn } from '../ask/values.ts'

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
export function judgeLists(
  { route, owner, other, belonging, control, answer }: Refused,
  world: Exploration,
  { reading, identities }: Known,
): void {
  const id = Object.values(belonging.params).at(-1)
  const telling = leavesOfJson(control.json).filter(({ value }) => isTelling(value) && String(value) !== id)
  if (id === undefined || belonging.isUser === true || telling.length < FEWEST) return
  for (const list of world.routes) {
    const listed = reading.of(list).find(({ as, isGood }) => as?.name === other.name && isGood)
    if (listed === undefined || !world.wants('resource.list', list)) continue
    const entry = entryIn(listed, id)
    const tried = {
      row: 'resource.list',
      route: list,
      variant: `${other.name}.${owner.name}.${id}`,
      title: `the list of ${other.name}, looked through for the record ${id} of ${owner.name}`,
      answers: [answer, listed],
    } as const
    const isWhole = telling.every(standsIn(entry))
    if (entry === undefined || !isWhole || ownerOfEntry(entry, identities) !== owner.name) world.passed(tried)
    else
      world.found({
        ...tried,
        code: 'foreign',
        expected: `no record that ${route.key} refuses to ${other.name}`,
        got: `${listed.status} with the record of ${owner.name}`,
        cause: `${list.key} lists the records of other users, which ${route.key} refuses: it is not narrowed to who asks`,
      })
  }
}
