import { fillBody, memberName, withOwnIds } from '../ask/bodies.ts'
import type { Answer, Exploration } from '../ask/exploration.ts'
import { saidOf } from '../ask/standing.ts'
import type { Made } from '../ask/throwaways.ts'
import { leavesOfJson, objectsOfJson } from '../ask/values.ts'
import type { BodyMember, Route } from '../model/route.ts'
import type { Inferred } from '../whose/inferred.ts'
import { paramsOf, withoutSlash } from '../whose/path-nouns.ts'
import { type Records, recordsAt } from '../whose/record-places.ts'
import { seeRecord } from '../whose/seen-records.ts'
import { createRecord } from '../whose/making.ts'
import { judgeMember } from './taken-over.ts'

/** Decisions against a record, which its owner may well take too. */
const AGAINST = /^(?:archive|ban|block|cancel|close|decline|delete|deny|disable|lock|reject|remove|suspend)/i
/** Letters that a verb and its state have in common at least: `approve` and `APPROVED`. */
const SHORTEST = 4

/** A state that one operation gives, `POST /loans/[id]/approve`, and the body of another one names. */
interface State {
  /** The operation that decides. */
  readonly by: Route
  /** A creation, or a change of the record. */
  readonly route: Route
  readonly records: Records
  readonly member: BodyMember
  readonly value: string | true
}

/**
 * A creation, and a change, by a user of the run, with the state that another operation gives, which is refused to users without a role. A
 * finding where the record is in that state afterwards.
 */
export async function exploreStaffStates(world: Exploration, { people }: Inferred): Promise<void> {
  const states = world.routes.flatMap((route) => statesBy(route, world))
  const user = states.length === 0 ? undefined : await people?.make()
  if (user === undefined) return
  for (const state of states) if (!world.isOver()) await tryState(state, user, world)
}

function statesBy(by: Route, world: Exploration): readonly State[] {
  const verb = by.path.split('/').findLast((step) => !step.startsWith('[')) ?? ''
  const stem = verb.toLowerCase().replace(/[ey]$/, '')
  const [param, more] = paramsOf(by)
  const isRefused = world.users.some((user) => user.roles.length === 0 && saidOf(user, by, world) === false)
  const isDecision = /^(?:POST|PUT|PATCH)$/.test(by.method) && param !== undefined && more === undefined
  if (!isDecision || !isRefused || stem.length < SHORTEST || AGAINST.test(verb)) return []
  const records = recordsAt(by, world)
  if (records === undefined) return []
  const changes = world.routes.filter(
    ({ method, path }) =>
      /^(?:PUT|PATCH)$/.test(method) && withoutSlash(path).endsWith(`[${param}]`) && by.path.startsWith(path),
  )
  return [records.create, ...changes].flatMap((route) => {
    if (world.whyNot(route) !== undefined || !world.wants('field.write', route)) return []
    return (route.inputs?.body ?? []).flatMap((member): readonly State[] => {
      const value = stateOf(member, stem)
      return value === undefined || member.path.length > 1 ? [] : [{ by, route, records, member, value }]
    })
  })
}

/** The value of a member that is the state after a verb. */
function stateOf(member: BodyMember, stem: string): string | true | undefined {
  if (member.type === 'boolean') return memberName(member).replace(/^is/, '').startsWith(stem) ? true : undefined
  return member.choices?.find((one) => one.toLowerCase().startsWith(stem))
}

async function tryState({ by, route, records, member, value }: State, user: Made, world: Exploration): Promise<void> {
  const [name = ''] = member.path
  const read = async (id: string | undefined): Promise<Answer | undefined> =>
    id === undefined ? undefined : seeRecord(records.read, user, { [records.param]: id }, world)
  const plain = await createRecord(records, user, world)
  const before = await read(plain)
  const [record = {}] = objectsOfJson(before?.json)
  const was = record[name]
  if (plain === undefined || before === undefined || (typeof was !== 'string' && typeof was !== 'boolean')) return
  const params = { [records.param]: plain }
  // Its owner may decide on a record of their own in most applications.
  const decided = await world.ask({ route: by, as: user, params })
  if (decided?.status !== 403 || was === value) return
  const isCreation = route === records.create
  const id = isCreation ? await createRecord(records, user, world, { more: { [name]: value } }) : plain
  if (!isCreation) {
    const body = fillBody(route, (one) =>
      one === member ? value : (record[one.path.join()] ?? (one.isRequired ? one.sample : undefined)),
    )
    await world.ask({ route, as: user, params, body: withOwnIds(body, record) })
  }
  const after = await read(id)
  if (after === undefined) return
  const leaf = leavesOfJson(after.json).find((one) => one.name === name)
  if (leaf === undefined) return
  judgeMember(
    {
      row: 'field.write',
      route,
      variant: `${name}-${String(value)}`,
      title: `a request of a user without a role with ${name} ${String(value)}, which ${by.key} gives`,
      leaf: { ...leaf, value: was },
      value,
      answers: [before, decided, after],
      after,
      read: 'when its owner reads',
      cause: `takes ${name} from the body: any user gives a record the state that ${by.key} gives, which is refused to them`,
    },
    world,
  )
}
