import { bodyOf, listsOf } from '../ask/bodies.ts'
import type { Exploration } from '../ask/exploration.ts'
import { foldName, ID_NAMES } from '../ask/values.ts'
import type { BodyMember, Route } from '../model/route.ts'
import { isObject, type Json } from '../text/json.ts'
import { referenceTo } from './named-records.ts'

/** A member of a body that may name a record. */
export interface Naming {
  readonly member: BodyMember
  /** The member as a client sends it; `undefined` where it takes no such id. @param record as its owner sees it */
  readonly refer: (id: string, record?: Json) => unknown
}

/** The members of a body that may name a record, by its id or as an object that has it. */
export function namingIn(route: Route, world: Exploration): readonly Naming[] {
  const { body = [], records = [] } = route.inputs ?? {}
  const plain = body
    .filter(({ path }) => path.length === 1)
    .map((member) => ({ member, refer: (id: string): unknown => referenceTo(id, member) }))
  const objects = records.map(({ name, isList }) => {
    const member = { path: [name], type: 'integer', isRequired: false, sample: 1, isChoice: false } as const
    const refer = (id: string, record?: Json): unknown => {
      const object = {
        ...objectIn(route, name, world),
        ...namesIn(record),
        id: String(Number(id)) === id ? Number(id) : id,
      }
      return isList === true ? [object] : object
    }
    return { member, refer }
  })
  const entries = body.flatMap(({ path: [name = '', inner], entry = [] }) =>
    inner === undefined && !INVITED.test(name)
      ? entry.filter(({ path }) => path.length === 1).map((one) => entryNaming(route, name, one, world))
      : [],
  )
  const isObjectToo = ({ path }: BodyMember): boolean => records.some(({ name }) => name === path[0])
  return [...plain.filter(({ member }) => !isObjectToo(member)), ...objects, ...entries]
}

/** Lists of those who are asked to come, or who are to know of it. */
const INVITED =
  /^(?:attendee|assignee|bcc|calendar|cc|guest|invitee|member|mention|participant|recipient|reviewer|to|watcher)s?$/i

/** The member of the entries of a list that may name a record: `steps: [{ deviceId }]`. */
function entryNaming(route: Route, list: string, member: BodyMember, world: Exploration): Naming {
  const [inner = ''] = member.path
  const refer = (id: string): unknown => {
    const reference = referenceTo(id, member)
    return reference === undefined ? undefined : [{ ...objectIn(route, list, world), [inner]: reference }]
  }
  return { member: { ...member, path: [list, inner] }, refer }
}

/** A record as a body may have it, with a text of the run. */
function objectIn(route: Route, name: string, world: Exploration): Json {
  const text = `${world.mark} text`
  const [entry] = listsOf(route, text, world, () => false)[name] ?? []
  const sample = entry ?? (bodyOf(route, text, world, 'all').body as Json | undefined)?.[name]
  return isObject(sample) ? sample : {}
}

/** The other members that name a record beside its id: its slug. */
function namesIn(record: Json | undefined): Json {
  return Object.fromEntries(Object.entries(record ?? {}).filter(([name]) => ID_NAMES.has(foldName(name))))
}
