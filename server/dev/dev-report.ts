import { formatFile } from '../base/errors.ts'
import type { Loaded } from '../files/load.ts'
import type { Warning } from '../files/warnings.ts'
import { joinPaths } from '../grammar/path.ts'
import { type AuthChange, CSRF, DOCS, formatAuthChange } from './auth-changes.ts'
import type { Paint } from '../base/paint.ts'
import type { Reload } from './reloader.ts'
import { formatRouteTable } from '../listing/route-table.ts'

/** How many operations that close, or are back, a reload lists one by one. */
const LISTED = 5

/**
 * The report of the development server at its start: the operations and who may call them.
 *
 * @param columns the width of the terminal, if it is one
 */
export function describeRoutes({ operations, base }: Loaded, paint: Paint, columns?: number): readonly string[] {
  const indent = '  '
  const width = columns === undefined ? undefined : columns - indent.length
  return formatRouteTable(operations, base, paint, { columns: width }).map((line) => indent + line)
}

/**
 * The files that do not load, and the paths that answer 503 because of them.
 *
 * @param debug whether to print the stacks of what modules threw
 */
export function describeProblems(
  { problems, closed, base }: Loaded,
  paint: Paint,
  debug: boolean = false,
): readonly string[] {
  if (problems.length === 0) return []
  const paths = closed.map(({ path }) => (path === '/**' ? 'everything' : joinPaths(base, path)))
  const shown = paths.map((path) => path.replace(/\[\.\.\.svc_closed\]$/, '…'))
  return [
    ...problems.flatMap(({ message, cause }) => [
      `${paint.red('error')}  ${message}`,
      ...(debug && cause instanceof Error ? [paint.dim(cause.stack ?? cause.message)] : []),
    ]),
    ...(shown.length > 0 ? [`${paint.red('  503')}  ${shown.join(', ')}`] : []),
  ]
}

/** The warnings: served, and perhaps not meant. */
export function describeWarnings(warnings: readonly Warning[], paint: Paint): readonly string[] {
  return warnings.map(({ message }) => `${paint.yellow('warning')}  ${message}`)
}

/** The report of a reload: its cause, changes of auth, new warnings, files that do not load now. */
export function describeReload(
  { loaded, changes, authChanges, newWarnings, duration }: Reload,
  paint: Paint,
  debug: boolean = false,
): readonly string[] {
  const files = [...changes].map(([file, event]) => `${formatFile(file)}${event === 'update' ? '' : ` (${event}d)`}`)
  const shown = files.length > 3 ? [...files.slice(0, 3), `${files.length - 3} more`] : files
  return [
    paint.dim(`reload  ${shown.join(', ')}  ${duration.toFixed(0)} ms`),
    ...describeAuthChanges(authChanges, paint),
    ...describeWarnings(newWarnings, paint),
    ...describeProblems(loaded, paint, debug),
  ]
}

/** A config that does not load closes everything at once: more than {@link LISTED} of a kind are counted. */
function describeAuthChanges(changes: readonly AuthChange[], paint: Paint): readonly string[] {
  const operations = changes.filter(({ operation }) => operation !== DOCS && operation !== CSRF)
  const closed = operations.filter(({ after }) => after === '503')
  const back = operations.filter(({ before, after }) => before === '503' && after !== undefined)
  const counted = new Set([closed, back].filter(({ length }) => length > LISTED).flat())
  const count = (group: readonly AuthChange[], what: string): readonly string[] =>
    group.length > LISTED ? [`  auth  ${group.length} operations  ${what}`] : []
  return [
    ...changes.filter((change) => !counted.has(change)).map((change) => describeAuthChange(change, paint)),
    ...count(closed, '-> 503'),
    ...count(back, '503 -> as before'),
  ]
}

function describeAuthChange(change: AuthChange, paint: Paint): string {
  const line = formatAuthChange(change)
  return change.opened ? paint.bold(paint.red(`OPENED  ${line}`)) : `  auth  ${line}`
}
