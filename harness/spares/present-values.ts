import { isSafeMethod } from '../../server/internal.ts'
import { fillBody } from '../ask/bodies.ts'
import type { Answer } from '../ask/exploration.ts'
import type { BodyMember, Route } from '../model/route.ts'
import { isObject } from '../text/json.ts'
import { paramsOf, withoutSlash } from '../whose/path-nouns.ts'
import type { Reading } from '../whose/reading.ts'

/** A change of something that exists once, with its present values. */
interface Present {
  readonly route: Route
  /** Users have values of their own there. */
  readonly isOfUser: boolean
  /** Names of members that it must have, and whose values the read does not show: made-up ones would take their place. */
  readonly lacks: readonly string[]
}

/** Stars in the place of a secret: written back they might be the secret. */
const MASK = /[*•●]{3}/

/**
 * A change of something that exists once, `PUT /config` beside `GET /config`, with the values that are read there: made-up ones would be those
 * of the whole server, which may let its users in no more. `undefined` where nothing of it is shown, or it makes records.
 */
export function presentOf(route: Route, routes: readonly Route[], reading: Reading): Present | undefined {
  const { method, path, inputs } = route
  const isJson = inputs?.isInQuery !== true && (inputs?.contentType ?? 'application/json').includes('json')
  if (inputs === undefined || !isJson || isSafeMethod(method) || method === 'DELETE' || paramsOf(route).length > 0)
    return undefined
  const read = routes.find((one) => one.method === 'GET' && withoutSlash(one.path) === withoutSlash(path))
  const answers = read === undefined ? [] : reading.of(read)
  const shown = answers.flatMap((answer) => shownIn(answer, inputs.body) ?? [])
  const [first] = shown
  if (first === undefined)
    return isUnset(route, routes, { read, answers })
      ? { route, isOfUser: false, lacks: namesOf(inputs.body) }
      : undefined
  const known = inputs.body.flatMap((member) => withValue(member, valueOf(first, member)))
  if (method === 'POST' && known.length * 2 < inputs.body.length) return undefined
  // The values that are not shown, and that the operation does not ask for, stay as they are.
  const lacks = inputs.body.filter((member) => member.isRequired && valueOf(first, member) === undefined)
  const filled = { ...route, inputs: { ...inputs, body: known } }
  const sample = route.sample ?? { params: {}, query: {}, headers: {} }
  const text = JSON.stringify(fillBody(filled, (member) => member.sample))
  return {
    route: {
      ...filled,
      sample: { ...sample, body: { contentType: inputs.contentType ?? 'application/json', text } },
      isPresent: true,
    },
    lacks: namesOf(lacks),
    isOfUser: shown.some((one) => known.some((member) => !isSame(valueOf(one, member), member.sample))),
  }
}

function namesOf(members: readonly BodyMember[]): readonly string[] {
  return members.map(({ path }) => path.join('.'))
}

/** Settings that were never written: by its document the read shows the members of the body, and its answer is empty. */
function isUnset(
  { path, inputs }: Route,
  routes: readonly Route[],
  { read, answers }: { readonly read: Route | undefined; readonly answers: readonly Answer[] },
): boolean {
  const documented = new Set(read?.inputs?.answers)
  const members = inputs?.body ?? []
  const isShown = members.length > 0 && members.every((member) => documented.has(member.path.at(-1) ?? ''))
  const isEmpty = ({ isGood, json }: Answer): boolean =>
    isGood && (json === null || (isObject(json) && Object.keys(json).length === 0))
  const isCollection = routes.some((one) => one.path.startsWith(`${withoutSlash(path)}/[`))
  return isShown && !isCollection && answers.some(isEmpty)
}

/** The object of an answer that has the most members of a body: itself, or one directly inside it. */
function shownIn({ isGood, json }: Answer, members: readonly BodyMember[]): object | undefined {
  if (!isGood || !isObject(json)) return undefined
  const count = (one: object): number => members.filter((member) => valueOf(one, member) !== undefined).length
  const [most] = [json, ...Object.values(json).filter(isObject)].toSorted((one, other) => count(other) - count(one))
  return most === undefined || count(most) === 0 ? undefined : most
}

function valueOf(shown: object, { path }: BodyMember): unknown {
  const value = path.reduce<unknown>((one, name) => (isObject(one) ? one[name] : undefined), shown)
  return typeof value === 'string' && MASK.test(value) ? undefined : value
}

function withValue(member: BodyMember, value: unknown): readonly BodyMember[] {
  return value === undefined ? [] : [{ ...member, sample: value }]
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
