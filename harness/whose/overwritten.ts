import { memberName } from '../ask/bodies.ts'
import { changesIn } from '../ask/changes.ts'
import type { Answer, Exploration } from '../ask/exploration.ts'
import type { Throwaways } from '../ask/throwaways.ts'
import type { User } from '../ask/users.ts'
import { foldName, ID_NAMES, objectsOfJson, singular } from '../ask/values.ts'
import type { BodyMember } from '../model/route.ts'
import { lastNounOf, paramsOf } from './path-nouns.ts'
import { type Records, recordsAt } from './record-places.ts'
import { seeRecord } from './seen-records.ts'
import { createRecord } from './making.ts'
import { judgeChange } from './judge-change.ts'

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

/** Creations whose body may name the id of what is made: one that stores the body as it is writes over the record that has it. */
function creationsWithId(world: Exploration): readonly Creation[] {
  const found = new Map<string, Creation>()
  for (const item of world.routes.filter(({ path }) => paramsOf({ path }).length === 1)) {
    const records = recordsAt(item, world)
    // `postId` of a comment is another record.
    const names = ['id', 'uuid', 'guid', `${singular(lastNounOf(item))}id`]
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
  // Who may make none is refused for another reason.
  const control = await createRecord(records, other, world)
  const id = control === undefined ? undefined : await createRecord(records, owner, world, { stranger: other })
  if (id === undefined || (member.type !== 'string' && String(Number(id)) !== id)) return
  const look = (): Promise<Answer | undefined> => seeRecord(read, owner, { [param]: id }, world)
  const [before, again] = [await look(), await look()]
  if (before?.isGood !== true || again?.isGood !== true || !isNamed(before, id, param)) return
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
  if (after === undefined || sent === undefined) return
  judgeChange(
    {
      route: create,
      owner,
      other,
      sent,
      changes: changesIn(before, again, after),
      own: { ...sent, isGood: true },
      title: `a creation by ${other.name} with the id of a record of ${owner.name}`,
      freely: 'writes over the record whose id the body names: whose it is',
    },
    world,
  )
}

/** Whether a record has the id as its own: any number of its may be the same. */
function isNamed({ json }: Answer, id: string, param: string): boolean {
  const [record] = objectsOfJson(json)
  return Object.entries(record ?? {}).some(
    ([name, value]) => [...ID_NAMES, foldName(param)].includes(foldName(name)) && String(value) === id,
  )
}
