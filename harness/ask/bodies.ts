import { type Fixtures, PLACES } from '../model/fixtures.ts'
import type { BodyMember, Route } from '../model/route.ts'
import type { Maker } from './exploration.ts'
import { namelessLike } from './nameless.ts'
import { foldName, leavesOfJson, singular } from './values.ts'

/** Members that name another record, which may be real. */
const REFERENCE = /(?:^|[a-z])(?:Id|By)$|(?:^|_)(?:id|by)$|account|owner|user|recipient|receiver|assignee|^to|^from/

/** Members that name another record by its id. */
const ID = /(?:[a-z]I[dD]s?|_ids?)$/

/** The members that are sent of those that need not be there: none, texts, or all but those that name another record. */
export type Optional = 'none' | 'texts' | 'all'

/** A body that passes validation and holds the mark of the run, for `ask`; nothing where the operation takes no body. */
export function bodyOf(
  route: Route,
  text: string,
  { mark, fixtures }: Pick<Maker, 'mark' | 'fixtures'>,
  optional: Optional = 'texts',
): { readonly body?: object } {
  if ((route.inputs?.body ?? []).length === 0) return {}
  const body = fillBody(route, ({ path, type, format, sample, isChoice, isRequired, most = Infinity }, name) => {
    const isReference = REFERENCE.test(path.at(-1) ?? '')
    const isId = ID.test(path.at(-1) ?? '')
    const isLeftOut = isId || (optional === 'all' ? isReference : type !== 'string' || optional === 'none')
    if (!isRequired && isLeftOut) return undefined
    const isMail = format === 'email' || name.includes('mail')
    if (isPasswordName(name) && !isChoice) return passwordOf(mark)
    // The example may be the id of a real record, which some servers then write over.
    if (path.length === 1 && isOwnId(name, route)) return ownId(type, sample, mark)
    // Two records of one run may not have the same address.
    const own = isMail ? `${text.replaceAll(/\W/g, '')}@${domainOf(fixtures)}` : text
    const isFree = type === 'string' && !isChoice && (isMail || format === undefined) && own.length <= most
    return isFree ? own : sample
  })
  return { body }
}

/** Whether a member is the id of what an operation makes. @param name folded */
function isOwnId(name: string, { path }: Route): boolean {
  const steps = path.split('/')
  const isMade = (step: string, at: number): boolean =>
    step !== '' && !step.startsWith('[') && steps[at + 1]?.startsWith('[') !== true && name === `${singular(step)}id`
  return /^(?:id|uuid|guid|pk)$/.test(name) || steps.some(isMade)
}

function ownId(type: string | undefined, sample: unknown, mark: string): string | number {
  const isNumber = type === 'integer' || type === 'number'
  const nameless = namelessLike(isNumber ? '1' : String(sample), mark)
  return isNumber ? Number(nameless) : nameless
}

/** The body with the ids of the record that it changes: one that is made up would move the record away. */
export function withOwnIds(body: object, record: unknown): object {
  const ids = leavesOfJson(record).filter(({ name }) => foldName(name).endsWith('id'))
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
