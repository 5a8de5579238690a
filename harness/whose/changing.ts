import { bodyOf, isOfRecord, ownIdMember, withOwnIds } from '../ask/bodies.ts'
import { type BodyWay, knownWay } from '../ask/body-ways.ts'
import type { Answer, Maker } from '../ask/exploration.ts'
import type { User } from '../ask/users.ts'
import { type Leaf, objectsOfJson, standsIn } from '../ask/values.ts'
import type { Route } from '../model/route.ts'
import { namedRecords } from './making.ts'
import { askOtherwise } from './other-bodies.ts'

/** The body of a change of a record: with its own ids, and with records of who asks where it has to name others. */
export async function changeOf(
  route: Route,
  as: User | undefined,
  { text, record }: { readonly text: string; readonly record: unknown },
  world: Maker,
  params: Readonly<Record<string, string>> = {},
  way: BodyWay | undefined = knownWay(route.key, world) ?? undefined,
): Promise<{ readonly body?: object }> {
  const { body } = bodyOf(route, text, world, 'texts', way)
  if (body === undefined) return {}
  const own = { ...withOwnIds(body, record), ...ownIdOf(route, record) }
  const more = Object.fromEntries(Object.entries(own).filter(([name, value]) => value !== Reflect.get(body, name)))
  const named =
    as === undefined
      ? {}
      : await namedRecords(route, as, world, { more, depth: 1, params, isForAll: way?.isForAll === true })
  const isSeen = JSON.stringify(own).includes(text)
  return { body: { ...(isSeen ? own : withOthers(own, record)), ...named } }
}

/** The id of a record, where its operation takes that in the body, too: some servers write the record that the body names. */
function ownIdOf(route: Route, record: unknown): object {
  const member = route.method === 'POST' ? undefined : ownIdMember(route)
  const [name = ''] = member?.path ?? []
  const own = objectsOfJson(record).find((one) => Object.hasOwn(one, name))
  return own === undefined ? {} : { [name]: own[name] }
}

/** A body without a text of the run: numbers and truth values that the record has already would change nothing. */
function withOthers(body: object, record: unknown): object {
  const isSame = standsIn(record)
  const other = (name: string, value: unknown): unknown => {
    if (isOfRecord(name) || !isSame({ name, value: value as Leaf['value'] })) return value
    return typeof value === 'number' ? value + 1 : typeof value === 'boolean' ? !value : value
  }
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, other(name, value)]))
}

/** A change of a record by its owner, which was refused. */
export interface OwnChange {
  readonly route: Route
  readonly owner: User
  readonly params: Readonly<Record<string, string>>
  readonly change: { readonly text: string; readonly record: unknown }
  readonly answer: Answer | undefined
}

/** Looks for a body that the server takes from the owner of a record: others are asked with the same. Whether there is one that was not known. */
export async function learnChange({ route, owner, params, change, answer }: OwnChange, world: Maker): Promise<boolean> {
  const { body } = await changeOf(route, owner, change, world, params)
  const taken = await askOtherwise(
    {
      route,
      text: change.text,
      body,
      answer,
      build: async (way) => (await changeOf(route, owner, change, world, params, way)).body,
      send: (other) => world.ask({ route, as: owner, params, body: other }),
    },
    world,
  )
  return taken !== undefined
}
