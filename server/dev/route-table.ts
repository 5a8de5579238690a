import { isOpen, labelAuth } from '../auth-label.ts'
import { formatPosition } from '../errors.ts'
import type { Operation } from '../operation.ts'
import { joinPaths } from '../path.ts'
import type { Paint } from './paint.ts'

const GAP = '  '

/**
 * One line per operation: method, path, effective auth, the level and the place that decided.
 *
 * @param columns the width of the terminal; where the lines are wider, they go without the level, which the place says
 */
export function formatRouteTable(
  operations: readonly Operation[],
  base: string,
  paint: Paint,
  columns: number = Number.POSITIVE_INFINITY,
): readonly string[] {
  const rows = operations.map(({ method, path, auth }) => ({
    method,
    path: joinPaths(base, path),
    label: labelAuth(auth),
    level: auth.level,
    place: auth.source ? formatPosition(auth.source) : '',
    color: isOpen(auth) ? paint.yellow : paint.green,
  }))
  const widthOf = (cell: 'method' | 'path' | 'label' | 'level' | 'place'): number =>
    Math.max(0, ...rows.map((row) => row[cell].length))
  const [method, path, label, level] = [widthOf('method'), widthOf('path'), widthOf('label'), widthOf('level')]
  const left = columns - method - path - widthOf('place') - 3 * GAP.length
  const isNarrow = label + GAP.length + level > left
  // A list that is longer than that moves the place of its own line only.
  const labelWidth = isNarrow ? Math.min(label, left) : label
  return rows.map((row) => {
    const decided = isNarrow ? row.place : `${row.level.padEnd(level)}${GAP}${row.place}`
    const cells = [row.method.padEnd(method), row.path.padEnd(path), row.color(row.label.padEnd(labelWidth))]
    return [...cells, paint.dim(decided.trimEnd())].join(GAP).trimEnd()
  })
}
