import { isOpen, labelAccess } from './auth-label.ts'
import { formatPosition } from '../base/errors.ts'
import type { MiddlewareLink, Operation } from '../model/operation.ts'
import { joinPaths } from '../grammar/path.ts'
import type { Paint } from '../base/paint.ts'

const GAP = '  '

/** How much of the table is written. */
export interface RouteTableOptions {
  /** The width of the terminal; where the lines are wider, they go without the level, which the place says. */
  readonly columns?: number | undefined
  /** Whether the middleware of each operation is listed below it. */
  readonly verbose?: boolean
}

/** One line per operation: method, path, effective auth, the level and the place that decided. */
export function formatRouteTable(
  operations: readonly Operation[],
  base: string,
  paint: Paint,
  { columns = Number.POSITIVE_INFINITY, verbose = false }: RouteTableOptions = {},
): readonly string[] {
  const rows = withoutRepeats(operations).map((operation) => {
    const { method, path, auth, middleware, mounted } = operation
    return {
      method: mounted === undefined ? method : '*',
      path: joinPaths(base, mounted ?? path),
      label: labelAccess(operation),
      level: auth.level,
      place: auth.source ? formatPosition(auth.source) : '',
      color: isOpen(auth) ? paint.yellow : paint.green,
      chain: verbose ? middleware.map(formatLink) : [],
    }
  })
  const widthOf = (cell: 'method' | 'path' | 'label' | 'level' | 'place'): number =>
    Math.max(0, ...rows.map((row) => row[cell].length))
  const [method, path, label, level] = [widthOf('method'), widthOf('path'), widthOf('label'), widthOf('level')]
  const left = columns - method - path - widthOf('place') - 3 * GAP.length
  const isNarrow = label + GAP.length + level > left
  // A list that is longer than that moves the place of its own line only.
  const labelWidth = isNarrow ? Math.min(label, left) : label
  return rows.flatMap((row) => {
    const decided = isNarrow ? row.place : `${row.level.padEnd(level)}${GAP}${row.place}`
    const cells = [row.method.padEnd(method), row.path.padEnd(path), row.color(row.label.padEnd(labelWidth))]
    const line = [...cells, paint.dim(decided.trimEnd())].join(GAP).trimEnd()
    return [line, ...row.chain.map((link) => `${' '.repeat(method)}${GAP}${paint.dim(`middleware${GAP}${link}`)}`)]
  })
}

/** A mount is one line, whatever its methods. */
function withoutRepeats(operations: readonly Operation[]): readonly Operation[] {
  return operations.filter(({ mounted }, index) => {
    return mounted === undefined || operations.findIndex((other) => other.mounted === mounted) === index
  })
}

function formatLink({ level, source }: MiddlewareLink): string {
  return source ? `${level}${GAP}${formatPosition(source)}` : level
}
