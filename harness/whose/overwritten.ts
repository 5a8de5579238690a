import { memberName } from '../ask/bodies.ts'
import { changesIn } from '../ask/changes.ts'
import type { Answer, Exploration } from '../ask/exploration.ts'
import type { Throwaways } from '../ask/throwaways.ts'
import type { User } from '../ask/users.ts'
import { foldName } from '../ask/values.ts'
import type { BodyMember } from '../model/route.ts'
import { paramsOf } from './belongings.ts'
import { entryIn, isReadInList, type Records, recordsAt } from './record-places.ts'
import { createRecord, judgeChange } from './record-writes.ts'

/** A creation whose body may name the id of what is made. */
interface Creation {
  readonly records: Records
  readonly member: BodyMember
}

/** Creations that take an id: two users are made for the run where there is one. */
export async function exploreOverwrites(world: Exploration, people: Throwaways): Promise<void> {
  const creations = creationsWithId(world)
  const [owner, other] = creations.length === 0 ? [] : [await people.make(), await people.make()]
  if (owner === undefined || other === undefined) return
  for (const creation of creations) if (!world.isOver()) await tryOverwrite(creation, { owner, other }, world)
}

/** Creations that take an id, which may be that of a record that is there: one that writes the body into the table as it is writes over it. */
function creationsWithId(world: Exploration): readonly Creation[] {
  const found = new Map<string, Creation>()
  for (const item of world.routes.filter(({ path }) => paramsOf({ path }).length === 1)) {
    const records = recordsAt(item, world)
    const names = records === undefined ? [] : ['id', foldName(records.param)]
    const member = records?.create.inputs?.body.find(
      (one) => one.path.length === 1 && !one.isRequired && names.includes(memberName(one)),
    )
    if (records === undefined || member === undefined || !world.wants('resource.write', records.create)) continue
    found.set(records.create.key, { records, member })
  }
  return [...found.values()]
}

/** A creation with the id of a record of another user; then the owner looks. Both were made for the run. */
async function tryOverwrite(
  { records, member }: Creation,
  { owner, other }: { readonly owner: User; readonly other: User },
  world: Exploration,
): Promise<void> {
  const { create, read, param } = records
  const id = await createRecord(records, owner, world, { stranger: other })
  if (id === undefined) return
  const look = async (): Promise<Answer | undefined> => {
    const seen = await world.ask({ route: read, as: owner, params: { [param]: id } })
    return seen && isReadInList(read) ? { ...seen, json: entryIn(seen, id) } : seen
  }
  const [before, again] = [await look(), await look()]
  let sent: Answer | undefined
  const watched = {
    ...world,
    ask: async (what: Parameters<Exploration['ask']>[0]) => {
      const answer = await world.ask(what)
      if (what.route === create) sent = answer
      return answer
    },
  }
  const named = member.type === 'string' ? id : Number(id)
  await createRecord(records, other, watched, { more: { [member.path[0] as string]: named } })
  const after = await look()
  if (before?.isGood !== true || again?.isGood !== true || after === undefined || sent === undefined) return
  judgeChange(
    {
      route: create,
      owner,
      other,
      sent,
      changes: changesIn(before, again, after),
      own: { ...sent, isGood: true },
      title: `a creation by ${other.name} with the id of a record of ${owner.name}`,
      freely: `writes over the record whose id the body names: whose it is`,
    },
    world,
  )
}
