import { isCookie, isPair } from '../model/carrier.ts'
import { describeAuth } from '../auth/describe.ts'
import { type AuthDescription, someCarrier } from '../model/description.ts'
import { isSafeMethod } from '../http/csrf.ts'
import { formatPosition, type SourcePosition } from '../base/errors.ts'
import { declaresAuth, formatOperation, type Operation } from '../model/operation.ts'
import { plural } from '../base/plural.ts'
import { parsePath } from '../grammar/path.ts'
import { findUncovered } from '../resources/levels.ts'
import type { Settings } from '../declaring/settings.ts'

/** Something that is served, and may not be what its author wants. */
export interface Warning {
  /** A stable code, listed in `docs/reference/errors.md`. */
  readonly code: `SVC_WARN_${string}`
  /** The subject, without a place: an edit that only moves it leaves `code` and `subject` as they are. */
  readonly subject: string
  /** The problem, the place, and how to declare what is meant. */
  readonly message: string
  /** `svc dev` prints it; no other command does, or fails for it. */
  readonly isAdvice?: true
}

/** The warnings about a loaded application (semantics 11). */
export function findWarnings(operations: readonly Operation[], settings: Settings): readonly Warning[] {
  return [
    ...operations.filter(({ auth }) => auth.level === 'none').map(warnUndeclared),
    ...warnAboutResources(operations),
    ...warnAboutCsrf(operations, settings),
    ...warnAboutDocs(settings),
  ]
}

function warnUndeclared(operation: Operation): Warning {
  const subject = formatOperation(operation)
  const problem = `${subject} declares no auth at any level, so anyone may call it.`
  const fix = 'Give it one, or write auth: null if that is meant.'
  return { code: 'SVC_WARN_UNDECLARED', subject, message: at(operation.source, `${problem} ${fix}`) }
}

/** One for all: an application that moves here has one for each of its routes. */
function warnAboutResources(operations: readonly Operation[]): readonly Warning[] {
  const open = operations.filter(({ path, resources = [], mounted, ...operation }) => {
    return (
      mounted === undefined &&
      declaresAuth(operation) &&
      findUncovered(resources, parsePath(path, 'bracket').params) !== undefined
    )
  })
  const [first] = open
  if (!first) return []
  const others = open.length === 1 ? '' : `, and ${plural(open.length - 1, 'other operation')},`
  const problem = `nothing says whose the parameters of ${formatOperation(first)}${others} are.`
  const fix = 'Declare a resource for each, or resource: null where they belong to no user.'
  const message = at(first.source, `${problem} ${fix}`)
  return [{ code: 'SVC_WARN_RESOURCES', subject: 'resources', message, isAdvice: true }]
}

function warnAboutCsrf(operations: readonly Operation[], settings: Settings): readonly Warning[] {
  if (settings.csrf !== undefined || operations.some(({ options }) => options.csrf !== undefined)) return []
  const exposed = operations.find(
    ({ method, auth }) => !isSafeMethod(method) && someCarrier(auth.description, isCookie),
  )
  if (!exposed) return []
  const problem = `${formatOperation(exposed)} acts on a cookie, which browsers also send from other sites.`
  const fix = 'Set csrf: true on the API, or false if that is meant.'
  return [{ code: 'SVC_WARN_CSRF', subject: 'csrf', message: at(exposed.source, `${problem} ${fix}`) }]
}

function warnAboutDocs({ docs }: Settings): readonly Warning[] {
  if (docs === false || docs.auth === undefined || docs.auth === null) return []
  if (isSentByNavigation(describeAuth(docs.auth))) return []
  const message =
    'docs.auth needs a header that no browser sends when it opens a page. Add a session, Basic or a cookie key to it.'
  return [{ code: 'SVC_WARN_DOCS_AUTH', subject: 'docs.auth', message }]
}

function isSentByNavigation(description: AuthDescription): boolean {
  switch (description.kind) {
    case 'optional':
      return true
    case 'list':
      return description.members.some(isSentByNavigation)
    case 'all':
      return description.members.every(isSentByNavigation)
    case 'check':
      return isSentByNavigation(description.member)
    default:
      return isPair(description.carrier) || !['authorization', 'header'].includes(description.carrier.in)
  }
}

function at(position: SourcePosition | undefined, text: string): string {
  return position ? `${formatPosition(position)}  ${text}` : text
}
