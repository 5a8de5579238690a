import { memberName } from '../ask/bodies.ts'
import type { Exploration } from '../ask/exploration.ts'
import { foldName, ID_NAMES, singular } from '../ask/values.ts'
import type { BodyMember, Route } from '../model/route.ts'
import { isCreation } from '../subject/creates.ts'
import { isObject } from '../text/json.ts'
import { namedAs, operationAt } from './operations.ts'
import { isOfOne, isUsersNoun, lastNounOf, paramsOf, withoutSlash } from './path-nouns.ts'
import { type Nested, recordsAround } from './record-places.ts'

type Known = Pick<Exploration, 'routes' | 'whyNot'>

/** A record that is made in the body of another one, and named alone afterwards: `steps` of `POST /recipes`, and `GET /steps/[id]`. */
export type InnerRecords = Nested & Required<Pick<Nested, 'inBody'>>

/** The records that a path names and that are made in the body of others; `undefined` where the run could not make one. */
export function innerRecordsOf(route: Route, world: Known): InnerRecords | undefined {
  const [param = '', more] = paramsOf(route)
  const noun = singular(lastNounOf(route))
  if (!isOfOne(route) || more !== undefined || isUsersNoun(noun)) return undefined
  const item = withoutSlash(route.path)
  for (const create of world.routes) {
    const list = listOfNoun(create.inputs?.body ?? [], noun)
    if (list === undefined || create.method !== 'POST' || !isCreation(create, world.routes)) continue
    const within = world.whyNot(create) === undefined ? recordsAround(create, world) : undefined
    if (within === undefined || within.within !== undefined || item.startsWith(withoutSlash(create.path))) continue
    const outer = within.param === param ? { outer: `outer ${param}` } : {}
    const around = outer.outer === undefined ? within.read : renamed(within.read, outer.outer)
    const read = operationAt('GET', item, world) ?? { ...around, part: noun }
    const remove = operationAt('DELETE', item, world)
    const collection = item.slice(0, item.lastIndexOf('/'))
    return { param, create, read, remove, within, ...outer, inBody: { list, noun, collection } }
  }
  return undefined
}

function renamed(route: Route, param: string): Route {
  return namedAs(route, `/[${param}]`)
}

/** The list of a body whose entries a noun is for, also where they stand in entries of another one: the outer name. */
function listOfNoun(members: readonly BodyMember[], noun: string): string | undefined {
  return members.find((member) => member.path.length === 1 && holdsNoun(member, noun))?.path[0]
}

/** Whether a member is the list of objects that a noun is for, or an entry of it has that list. */
export function holdsNoun(member: BodyMember, noun: string): boolean {
  const { entry } = member
  return entry !== undefined && (singular(memberName(member)) === noun || entry.some((inner) => holdsNoun(inner, noun)))
}

/** The id of the entry of a list that holds a text of the run, anywhere in a record. */
export function innerId(json: unknown, noun: string, text: string): string | undefined {
  for (const [name, value] of membersIn(json)) {
    const entry = Array.isArray(value) && singular(foldName(name)) === noun ? value.find(holdsText(text)) : undefined
    const id = Object.entries(isObject(entry) ? entry : {}).find(([own]) => ID_NAMES.has(foldName(own)))?.[1]
    if (typeof id === 'string' || typeof id === 'number') return String(id)
  }
  return undefined
}

function holdsText(text: string): (entry: unknown) => boolean {
  return (entry) => isObject(entry) && JSON.stringify(entry).includes(text)
}

/** The members of all objects of an answer, the outer ones first. */
function membersIn(json: unknown): readonly (readonly [name: string, value: unknown])[] {
  const own = isObject(json) ? Object.entries(json) : []
  const inside = Array.isArray(json) ? json : own.map(([, value]) => value)
  return [...own, ...inside.flatMap(membersIn)]
}
