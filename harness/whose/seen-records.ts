import type { Answer, Maker, User } from '../ask/exploration.ts'
import { foldName, ID_NAMES, idInLink, leavesOfJson, objectsOfJson } from '../ask/values.ts'
import type { RequestData } from '../model/request.ts'
import type { Route } from '../model/route.ts'
import { NoAnswer } from '../replay/connection.ts'
import { fieldOf, type RawResponse } from '../replay/response-reader.ts'
import { decodePercent } from '../text/encoding.ts'
import type { Json } from '../text/json.ts'
import { isOfOne, withoutSlash } from './path-nouns.ts'
import type { Records } from './record-places.ts'

/** Whether a record is read as an entry of a list, which may stand in the record that it is in. */
export function isReadInList(route: Pick<Route, 'path' | 'part'>): boolean {
  return route.part !== undefined || !isOfOne(route)
}

/** The entry of a list that an id names, by a member that is called as ids are, else by any; the outermost. */
export function entryIn({ json }: Pick<Answer, 'json'>, id: string): Json | undefined {
  const held = objectsOfJson(json).filter((entry) => Object.values(entry).some((value) => String(value) === id))
  const isOwn = ([name, value]: readonly [string, unknown]): boolean =>
    ID_NAMES.has(foldName(name)) && String(value) === id
  return held.find((entry) => Object.entries(entry).some(isOwn)) ?? held[0]
}

/** A record as its owner sees it: by its own operation, else its entry in the list. */
export async function seeRecord(
  read: Route,
  owner: User,
  params: Readonly<Record<string, string>>,
  world: Pick<Maker, 'ask'>,
): Promise<Answer | undefined> {
  const seen = await world.ask({ route: read, as: owner, params })
  const id = Object.values(params).at(-1)
  return seen && id !== undefined && isReadInList(read) ? { ...seen, json: entryIn(seen, id) } : seen
}

/** The same with a file, whose facts stand in the record that it is in. */
export async function seeWhole(
  { read, within }: Pick<Records, 'read' | 'within'>,
  owner: User,
  params: Readonly<Record<string, string>>,
  world: Pick<Maker, 'ask'>,
): Promise<Answer | undefined> {
  const seen = await seeRecord(read, owner, params, world)
  if (seen?.isGood !== true || seen.json !== undefined || isReadInList(read) || within === undefined) return seen
  const around = await world.ask({ route: within.read, as: owner, params })
  return around === undefined ? seen : { ...seen, json: entryIn(around, Object.values(params).at(-1) ?? '') }
}

/** The id of a record, where an answer holds the path of it. */
export function linkedId(
  { json }: Pick<Answer, 'json'>,
  { read, param }: Pick<Records, 'read' | 'param'>,
): string | undefined {
  const path = isReadInList(read) ? `${read.path}/[${param}]` : read.path
  return leavesOfJson(json)
    .flatMap((leaf) => idInLink(leaf, path, param) ?? [])
    .at(0)
}

/** The id of what was made, in the address that the answer gives for it. */
export function locatedId(
  { status, request, replayed: { answer } }: Answer,
  { read, param }: Pick<Records, 'read' | 'param'>,
): string | undefined {
  if (answer instanceof NoAnswer) return undefined
  const path = isReadInList(read) ? `${withoutSlash(read.path)}/[${param}]` : read.path
  return idOfLocation({ status, headers: answer.headers }, request, path)
}

/** The last value of a path in `Location` (RFC 9110 section 10.2.2), where an answer says that it is of what was made. */
export function idOfLocation(
  { status, headers }: Pick<RawResponse, 'status' | 'headers'>,
  { target }: Pick<RequestData, 'target'>,
  path: string,
): string | undefined {
  const location = fieldOf(headers, 'location')
  const base = new URL(target, 'http://host').href
  if (status !== CREATED || location === undefined || !URL.canParse(location, base)) return undefined
  const steps = stepsOf(path)
  const located = stepsOf(new URL(location, base).pathname).slice(-steps.length)
  const isOne =
    located.length === steps.length && steps.every((step, at) => step.startsWith('[') || step === located[at])
  return isOne ? decodePercent(located.at(-1) ?? '') : undefined
}

/** RFC 9110 section 15.3.2. */
export const CREATED = 201

function stepsOf(path: string): readonly string[] {
  return path.split('/').filter((step) => step !== '')
}
