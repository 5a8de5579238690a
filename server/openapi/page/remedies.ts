import type { ExplainedReason, ExplainedRefusal } from './configuration.ts'
import type { Plan } from './plan.ts'
import { formatWay, type SchemeFacts } from './schemes.ts'

/** A thing that a person may do about a refusal, by one button. */
export type Remedy =
  /** Types the credential of a scheme, or another one. */
  | { readonly type: 'fill'; readonly scheme: string }
  /** Logs in, or as another user. */
  | { readonly type: 'login'; readonly scheme: string; readonly isOther: boolean }
  /** Sends another alternative, which is filled already. */
  | { readonly type: 'use'; readonly way: string; readonly name: string }
  /** Opens the place that said no: `routes/pets.ts:4`. */
  | { readonly type: 'open'; readonly source: string }

/** The remedies of a refusal, the likeliest first: credentials in the order in which they were asked, then the code. */
export function remediesOf({ reason, sources }: ExplainedRefusal, plan: Plan): readonly Remedy[] {
  const schemes = plan.ways.flatMap((way) => way.schemes)
  const sent = plan.ways.find(({ key }) => key === plan.way)?.schemes ?? []
  const credentials = [...failedIn(reason)].flatMap((failed) => remedyOf(failed, schemes, sent))
  const others: readonly Extract<Remedy, { type: 'use' }>[] = isOneOf(reason)
    ? plan.ways
        .filter(({ key, isFilled, schemes: used }) => key !== plan.way && isFilled && used.length > 0)
        .map(({ key, schemes: used }) => ({ type: 'use', way: key, name: formatWay(used.map(nameOf)) }))
    : []
  const places = sources.map((source): Remedy => ({ type: 'open', source }))
  // A credential that is there, and was not sent, needs no typing.
  const wanted = credentials.filter(
    (remedy) => !others.some(({ name }) => 'scheme' in remedy && remedy.scheme === name),
  )
  return distinct([...others, ...wanted, ...places])
}

/** Words of its button. */
export function formatRemedy(remedy: Remedy): string {
  switch (remedy.type) {
    case 'fill':
      return `Type ${remedy.scheme}`
    case 'login':
      return remedy.isOther ? 'Log in as another user' : 'Log in'
    case 'use':
      return `Send ${remedy.name} instead`
    case 'open':
      return `Open ${remedy.source}`
  }
}

/** A reason that a person may mend, and whether the credential itself was right. */
interface Failed {
  readonly reason: ExplainedReason
  readonly isOther: boolean
}

function* failedIn(reason: ExplainedReason, isOther = false): Generator<Failed> {
  const { type, outcome, members = [], member } = reason
  if (type === 'resource' && outcome === 'refused') yield { reason, isOther: true }
  // A function that threw, or a proof of same origin that is missing, is not mended by another credential.
  if (type === 'credential' && (isOther || ['absent', 'unusable', 'refused'].includes(outcome ?? '')))
    yield { reason, isOther: isOther || reason.superuser === true }
  for (const part of members) yield* failedIn(part, isOther)
  if (member) yield* failedIn(member, isOther || (type === 'guard' && outcome === 'refused'))
}

function remedyOf(
  { reason, isOther }: Failed,
  schemes: readonly SchemeFacts[],
  sent: readonly SchemeFacts[],
): readonly Remedy[] {
  const used = reason.type === 'resource' ? sent : [schemeOf(reason, schemes)].filter((scheme) => scheme !== undefined)
  return used.map(({ kind, name }) =>
    kind === 'session'
      ? { type: 'login', scheme: name, isOther: isOther && reason.outcome !== 'absent' }
      : { type: 'fill', scheme: name },
  )
}

/** The scheme that reads the place of an authenticator; of several, the one of its name. */
function schemeOf({ place, authenticator }: ExplainedReason, schemes: readonly SchemeFacts[]): SchemeFacts | undefined {
  const reading = schemes.filter((scheme) => place && reads(scheme, place))
  return reading.find(({ name }) => name === authenticator) ?? reading[0]
}

function reads(scheme: SchemeFacts, place: NonNullable<ExplainedReason['place']>): boolean {
  const { kind, prefix = '', param } = scheme
  if (place.in === 'session') return kind === 'session'
  if (place.in === 'authorization') {
    const own = kind === 'key' ? prefix.trim() : kind
    return own !== '' && own.toLowerCase() === place.scheme?.toLowerCase()
  }
  const isSame = place.in === 'header' ? param.toLowerCase() === place.name?.toLowerCase() : param === place.name
  return kind === 'key' && prefix === '' && scheme.in === place.in && isSame
}

/** Whether another alternative would have been enough. */
function isOneOf({ type, members = [], member }: ExplainedReason): boolean {
  return type === 'list' || [...members, ...(member ? [member] : [])].some(isOneOf)
}

function nameOf({ name }: SchemeFacts): string {
  return name
}

function distinct(remedies: readonly Remedy[]): readonly Remedy[] {
  return [...new Map(remedies.map((remedy) => [formatRemedy(remedy), remedy])).values()]
}
