import { callerPlace, namesCaller } from '../model/caller.ts'
import { type Fixtures, PLACES } from '../model/fixtures.ts'
import { MULTIPART } from '../model/request.ts'
import type { BodyMember, Route } from '../model/route.ts'
import { type BodyWay, knownWay, type Optional } from './body-ways.ts'
import type { Maker } from './exploration.ts'
import { fileOf } from './files.ts'
import { listedWord } from './listed-words.ts'
import { valueByName } from './guessed-values.ts'
import { namelessLike } from './nameless.ts'
import { foldName, isRowId, leavesOfJson, singular } from './values.ts'
import { isObject } from '../text/json.ts'
import { sampleTime } from '../text/sample-times.ts'

/** Members that name another record, which may be real. */
const REFERENCE = /(?:^|[a-z])(?:Id|By)$|(?:^|_)(?:id|by)$|account|owner|user|recipient|receiver|assignee|^to|^from/

/** Members that name another record by its id. */
const ID = /(?:[a-z]I[dD]s?|_ids?)$/

/** Facts that a body is made of. */
type Making = Pick<Maker, 'mark' | 'fixtures'> & Partial<Pick<Maker, 'journal'>>

/**
 * A body that passes validation and holds the mark of the run, for `ask`; nothing where the operation takes no body.
 *
 * @param way in the place of that which its server has taken before
 */
export function bodyOf(
  route: Route,
  text: string,
  world: Making,
  optional: Optional = 'texts',
  way: BodyWay | undefined = knownWay(route.key, world) ?? undefined,
): { readonly body?: object } {
  const members = route.inputs?.body ?? []
  if (members.length === 0 && (way?.said.size ?? 0) === 0) return {}
  const known = new Set(members.map(({ path }) => path.join('/')))
  const more = [...(way?.said ?? [])].filter(([path]) => !known.has(path))
  const valueOf = (member: BodyMember, name: string): unknown => {
    const said = way?.said.get(member.path.join('/'))
    if (said !== undefined) return said(text)
    return memberValue(member, name, { route, text, world, optional: way?.optional ?? optional, way })
  }
  const own = more.map(([path, value]): PathValue => [path.split('/'), value(text)])
  const body = fillBody(route, valueOf, own)
  return { body: (way?.optional ?? optional) === 'none' ? body : withTitle(body, text) }
}

/** The body with a text in its first object of which the document says nothing, where no other member holds it: such objects are kept as they are. */
function withTitle(body: object, text: string): object {
  if (JSON.stringify(body).includes(text)) return body
  const blob = Object.entries(body).find(([, value]) => isObject(value) && Object.keys(value).length === 0)
  return blob === undefined ? body : { ...body, [blob[0]]: { title: text, name: text } }
}

/** Members whose text is any text: a document that is made of a model has all members of the record, and calls none of them required. */
const TITLE = /^(?:title|name|label|subject|summary|headline|text|contents?|description|message|comment|note|body)$/i

/** A body that a member is for. */
interface Filling {
  readonly route: Route
  readonly text: string
  readonly world: Making
  readonly optional: Optional
  readonly way: BodyWay | undefined
  /** Whether a list of objects has an entry; all of them have one if absent. */
  readonly entryOf?: (list: BodyMember) => boolean
}

function memberValue(member: BodyMember, name: string, filling: Filling): unknown {
  const { path, type, format, sample, isChoice, isRequired, most = Infinity } = member
  const { route, text, world, optional, way } = filling
  const isOwn = OWN.test(path.at(-1) ?? '')
  const isReference = REFERENCE.test(path.at(-1) ?? '') && !isOwn
  const isId = ID.test(path.at(-1) ?? '') && !isOwn
  if (member.isFile === true && route.inputs?.contentType === MULTIPART) return fileOf(text, way?.isPicture === true)
  // Too short for the mark, it says nothing, and two may not be the same.
  const isShort = type === 'string' && !isChoice && most < text.length
  const isLeftOut =
    isId ||
    (isShort && optional !== 'all') ||
    (optional === 'all' ? isReference : type !== 'string' || optional === 'none') ||
    (optional === 'texts' && isInRecord(path, route)) ||
    (optional === 'titles' && !(path.length === 1 && TITLE.test(path[0] ?? '')))
  if (!isRequired && isLeftOut) return undefined
  const isMail = format === 'email' || name.includes('mail')
  if (isPasswordName(name) && !isChoice) return passwordOf(world.mark)
  const isPlain = typeof sample === 'string' || typeof sample === 'number'
  if (path.length === 1 && namesCaller(name, format) && isPlain && !isChoice) return callerPlace(sample)
  if (path.length === 1 && isOwnId(name, route)) return ownId(member, world)
  if (/^bytes?$|^base64$/.test(format ?? '')) return Buffer.from(text).toString('base64')
  const [named = ''] = path.slice(-1)
  if ((format === 'date' || format === 'date-time') && sample === sampleTime(named, format))
    return sampleTime(named, format, text)
  if (way !== undefined && member.entry !== undefined)
    return filling.entryOf?.(member) === false ? [] : [entryOf(member.entry, filling)]
  const guessed =
    way === undefined || isMail ? undefined : (listedWord(member, world) ?? valueByName(member, text, way.isMoment))
  if (guessed !== undefined) return guessed
  // Two records of one run may not have the same address.
  const own = isMail ? `${text.replaceAll(/\W/g, '')}@${domainOf(world.fixtures)}` : text
  const isFree =
    /^(?:string|anything)$/.test(type) && !isChoice && (isMail || format === undefined) && own.length <= most
  return isFree ? own : sample
}

/** Whether a member is that of another record, which has an id of its own: `created_by/email` beside `created_by/id`. */
function isInRecord(path: readonly string[], { inputs }: Route): boolean {
  const around = path.slice(0, -1).join('/')
  return around !== '' && inputs?.body.some((one) => one.path.join('/') === `${around}/id`) === true
}

/** An entry of a list of objects. */
function entryOf(members: readonly BodyMember[], filling: Filling): object {
  // One with an id is an entry that is there, and an object in it may be a record of another kind, which is made elsewhere.
  const own = members.filter(
    ({ path, isRequired }) => isRequired || (path.length === 1 && !namesRecord(path.at(-1) ?? '')),
  )
  const values = own.map((member): PathValue => [member.path, memberValue(member, memberName(member), filling)])
  return nested(values.filter(([, value]) => value !== undefined))
}

/** The lists of objects that a body may have, each with one entry that holds a text. @param hasEntry which lists in that entry have one, too */
export function listsOf(
  route: Route,
  text: string,
  world: Making,
  hasEntry?: Filling['entryOf'],
): Readonly<Record<string, readonly object[]>> {
  const way: BodyWay = { optional: 'texts', said: new Map() }
  const filling = { route, text, world, optional: 'texts', way, ...(hasEntry && { entryOf: hasEntry }) } as const
  const lists = (route.inputs?.body ?? []).flatMap(({ path: [name = '', inner], entry }) => {
    if (entry === undefined || inner !== undefined || namesRecord(name)) return []
    return [[name, [entryOf(entry, filling)]] as const]
  })
  return Object.fromEntries(lists)
}

/** Names of members that are called as an id is, and say nothing of another record: clients make them up. */
const OWN = /^(?:unique|external|custom|client)_?id$/i

/** Whether a member names another record, by its name as the document writes it. */
export function namesRecord(name: string): boolean {
  return (REFERENCE.test(name) || ID.test(name)) && !OWN.test(name)
}

/** Folded names of members that are the id of the record that they stand in. */
const ITSELF = /^(?:id|uuid|guid|pk)$/

/** Whether a body has the id of its record: then a member that is called as such records are names another one, `groupId` of `{ id, groupId }`. */
export function namesItself({ inputs }: Pick<Route, 'inputs'>): boolean {
  return inputs?.body.some((member) => member.path.length === 1 && ITSELF.test(memberName(member))) === true
}

/** Whether a member is the id of what an operation makes. @param name folded */
export function isOwnId(name: string, route: Pick<Route, 'path' | 'inputs'>): boolean {
  const steps = route.path.split('/')
  const isMade = (step: string, at: number): boolean =>
    step !== '' && !step.startsWith('[') && steps[at + 1]?.startsWith('[') !== true && name === `${singular(step)}id`
  return isRowId(name) || ITSELF.test(name) || (steps.some(isMade) && !namesItself(route))
}

/** The member of a body that is the id of the record itself. */
export function ownIdMember(route: Pick<Route, 'path' | 'inputs'>): BodyMember | undefined {
  return route.inputs?.body.find((member) => member.path.length === 1 && isOwnId(memberName(member), route))
}

/** An id that names nothing: the example may be that of a real record, which some servers then write over. */
export function ownId({ type, sample }: BodyMember, { mark }: Pick<Making, 'mark'>): string | number {
  const isNumber = type === 'integer' || type === 'number'
  const nameless = namelessLike(isNumber ? '1' : String(sample), mark)
  return isNumber ? Number(nameless) : nameless
}

/** Folded names of members that say which state of a record a change is of: another one is refused as out of date. */
const STATE = /^(?:(?:row|lock|record)?version|revision|rev|etag|(?:last)?(?:updated|modified)(?:at|on|time|date)?)$/

/** Whether a member says of which state of a record a change is. */
export function isStateName(name: string): boolean {
  return STATE.test(foldName(name))
}

/** Whether a member says of which record, or of which state of one, a change is. */
export function isOfRecord(name: string): boolean {
  return foldName(name).endsWith('id') || isStateName(name)
}

/** The body with the ids of the record that it changes, and with its state: an id that is made up would move the record away. */
export function withOwnIds(body: object, record: unknown): object {
  const ids = leavesOfJson(record).filter(({ name }) => isOfRecord(name))
  const own = new Map(ids.toReversed().map(({ name, value }) => [foldName(name), value]))
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, own.get(foldName(name)) ?? value]))
}

/** The folded name of a member of a body. */
export function memberName({ path }: Pick<BodyMember, 'path'>): string {
  return foldName(path.at(-1) ?? '')
}

/** A body of the members of an operation, but for those without a value. @param valueOf is given the folded name, too @param more beside them */
export function fillBody(
  { inputs }: Route,
  valueOf: (member: BodyMember, name: string) => unknown,
  more: readonly PathValue[] = [],
): object {
  const values = (inputs?.body ?? []).map((member): PathValue => [member.path, valueOf(member, memberName(member))])
  return nested([...values, ...more].filter(([, value]) => value !== undefined))
}

type PathValue = readonly [path: readonly string[], value: unknown]

/** Domains in which no address is in use (RFC 2606). */
const RESERVED = /(?:^|\.)(?:example(?:\.(?:com|net|org))?|test|invalid|localhost)$/i

/** Whether no address of a domain is in use. */
export function isReserved(domain: string): boolean {
  return RESERVED.test(domain)
}

/** The domain of addresses that a run makes up: that of the registration of the fixtures, if none is in use there. Some servers take no `.invalid`. */
export function domainOf({ throwaway }: Pick<Fixtures, 'throwaway'>): string {
  const registered = throwaway === undefined ? '' : `${throwaway.register.target} ${throwaway.register.body ?? ''}`
  const [, domain] = new RegExp(`${PLACES.user}(?:@|%40)([\\w.-]+)`).exec(registered) ?? []
  return domain !== undefined && isReserved(domain) ? domain : 'svc.invalid'
}

/** @param name folded */
export function isPasswordName(name: string): boolean {
  return /passw|pwd/.test(name)
}

/** A password that common rules accept, of a record that was made for the run. */
export function passwordOf(mark: string): string {
  return `Svc-${mark}-9Z`
}

/** An object of members by their paths. */
function nested(values: readonly PathValue[]): object {
  const root: Record<string, unknown> = {}
  for (const [path, value] of values) {
    let at = root
    for (const step of path.slice(0, -1)) at = (at[step] ??= {}) as Record<string, unknown>
    at[path.at(-1) ?? ''] = value
  }
  return root
}
