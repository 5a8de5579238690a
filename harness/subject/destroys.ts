import { isSafeMethod } from '../../server/internal.ts'
import type { RouteFixture } from '../model/fixtures.ts'
import type { Route } from '../model/route.ts'

/**
 * Whether a safe method does, by the name of its operation, what cannot be undone, or changes what its user is shown: `GET /createdb`, `GET /switch-space/[id]`. It is
 * not sent to another server unless the fixtures name it with `unsafe: allow`.
 */
export function destroysByName({ method, path }: Pick<Route, 'method' | 'path'>, fixture?: RouteFixture): boolean {
  if (!isSafeMethod(method) || fixture?.isUnsafeSaid === true) return false
  const steps = path.split('/').filter((step) => step !== '' && !step.startsWith('['))
  const isOfRecord = /\][^[\]]*$/.test(path) && CHANGING.test(path.split('/').findLast((step) => step !== '') ?? '')
  return isOfRecord || steps.flatMap(wordsOf).some((word) => DESTROYING.has(word)) || COMPOUND.test(steps.at(-1) ?? '')
}

/** Verbs about a record, behind it in the path: `GET /chats/[id]/clone`. */
const CHANGING =
  /^(?:un)?(?:accept|approve|archive|cancel|clone|decline|duplicate|fork|pause|publish|reject|reopen|resend|resume|send|sync|trigger)$/i

/** `createDb` and `create_db` are two words each. */
function wordsOf(step: string): readonly string[] {
  return step
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
}

// oxfmt-ignore
const DESTROYING: ReadonlySet<string> = new Set([
  'activate', 'clean', 'cleanup', 'clear', 'createdb', 'createdatabase', 'deactivate', 'delete', 'destroy', 'disable', 'dropdb', 'drop',
  'enable', 'erase', 'flush', 'impersonate', 'initdb', 'logout', 'migrate', 'populate', 'purge', 'reboot', 'regenerate', 'remove', 'reseed',
  'reset', 'resetdb', 'restart', 'restore', 'revoke', 'rollback', 'rotate', 'seed', 'shutdown', 'signout', 'switch', 'toggle', 'truncate',
  'uninstall', 'unsubscribe', 'wipe',
])

/** Two words in one. */
const COMPOUND =
  /^(?:create|init|drop|reset|seed|clear|wipe|delete)[-_]?(?:db|database|tables?|all|data)$|^(?:log|sign)-?(?:out|off)$/i

/** Whether an operation acts on all that is there, by the name of its path: `POST /imports/import_all`, `PUT /notifications/read/all`. */
export function actsOnAll({ path }: Pick<Route, 'path'>): boolean {
  return !path.includes('[') && wordsOf(path.split('/').findLast((step) => step !== '') ?? '').includes('all')
}
