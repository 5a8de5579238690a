import { isCookie } from '../model/carrier.ts'
import { someCarrier } from '../model/description.ts'
import { detailAccess } from './auth-label.ts'
import { isSafeMethod } from '../http/csrf.ts'
import type { Operation } from '../model/operation.ts'
import { joinPaths } from '../grammar/path.ts'

/** Name of the file, beside `svc.config.ts`. */
export const LOCK_FILE = 'svc.routes.lock'

/**
 * The text of `svc.routes.lock`: who may call what, whose it must be, and whether requests must prove their origin (`csrf`), one line per
 * operation, sorted. It says nothing that changes without a change of access, so a difference deserves review.
 *
 * @param csrf the option of the API
 */
export function formatRoutesLock(operations: readonly Operation[], base: string, csrf: boolean | undefined): string {
  const lines = operations.map((operation) => {
    const { method, path } = operation
    const suffix = asksForOrigin(operation, csrf) ? ', csrf' : ''
    return `${method} ${joinPaths(base, path)}  ${detailAccess(operation)}${suffix}`
  })
  return `# Who may call what. Written by \`svc routes --write\`, compared by \`svc routes --check\`.\n${lines
    .toSorted()
    .map((line) => `${line}\n`)
    .join('')}`
}

/** Whether requests must prove that they come from no other site (semantics 4.6). */
function asksForOrigin({ method, auth, options }: Operation, csrf: boolean | undefined): boolean {
  if (isSafeMethod(method)) return false
  return options.csrf ?? (csrf === true && someCarrier(auth.description, isCookie))
}

/** The auth of an operation in one lock, and in another. */
export interface LockChange {
  /** `GET /api/bearer` */
  readonly operation: string
  /** `undefined`: it was not there. */
  readonly before: string | undefined
  /** `undefined`: it is not there any more. */
  readonly after: string | undefined
}

/** The differences between two lock texts, by operation. */
export function compareRoutesLocks(before: string, after: string): readonly LockChange[] {
  const old = readLock(before)
  const now = readLock(after)
  return [...new Set([...old.keys(), ...now.keys()])]
    .toSorted()
    .map((operation) => ({ operation, before: old.get(operation), after: now.get(operation) }))
    .filter((change) => change.before !== change.after)
}

function readLock(text: string): ReadonlyMap<string, string> {
  const entries = text.split(/\r?\n/).flatMap((line) => {
    const [, name, auth] = /^([A-Z]+ \S+) {2}(.+)$/.exec(line) ?? []
    return name !== undefined && auth !== undefined ? [[name, auth] as const] : []
  })
  return new Map(entries)
}
