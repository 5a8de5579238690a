import type { Remark } from '../model/remark.ts'

/** One line: `warning   GET /pets  …`. Other servers' conventions are told once, not once for each route. */
export function formatRemark({ kind, route, message }: Remark): string {
  if (kind === 'convention') return `remark   ${message}`
  return `${kind}   ${route === undefined ? '' : `${route}  `}${message}`
}
