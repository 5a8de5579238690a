import { groupBy } from '../../server/internal.ts'
import type { Remark } from '../model/remark.ts'

/** One line: `warning   GET /pets  …`, `remark   GET /pets missing  …`. */
export function formatRemark({ kind, route, scenario, message }: Remark): string {
  const where = [route, scenario].filter((part) => part !== undefined).join(' ')
  return `${kind === 'convention' ? 'remark' : kind}   ${where === '' ? '' : `${where}  `}${message}`
}

/** A line for each thing that is remarked, with how often it was: a convention of a server shows on every route. */
export function remarkLines(remarks: readonly Remark[]): readonly string[] {
  const groups = groupBy(remarks, (remark) =>
    remark.about === undefined ? formatRemark(remark) : `${remark.kind} ${remark.about}`,
  )
  return [...groups.values()].map(([first, ...others]) =>
    others.length > 0 ? `${formatRemark(first)}  (${timesOf(first, others.length + 1)})` : formatRemark(first),
  )
}

/** A notice is made once for a route, a convention shows with each request. */
function timesOf({ kind, route }: Remark, count: number): string {
  if (kind !== 'notice' || route === undefined) return `${count} times`
  return count === 2 ? 'and 1 more route' : `and ${count - 1} more routes`
}
