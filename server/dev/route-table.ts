import { type AuthDescription, formatAuth } from '../auth/description.ts'
import { formatPosition } from '../errors.ts'
import type { EffectiveAuth, Operation } from '../operation.ts'
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

/** `TokenAuth`, `public` for `null`, `undeclared` where nothing at any level says anything. */
export function labelAuth(auth: EffectiveAuth): string {
  if (auth.description === undefined) return 'undeclared'
  return auth.description === null ? 'public' : formatAuth(auth.description)
}

/** Like {@link labelAuth}, with the kind and the place of each credential: `TokenAuth (bearer)`. */
export function detailAuth(auth: EffectiveAuth): string {
  return auth.description ? formatAuth(withDetails(auth.description)) : labelAuth(auth)
}

/** Whether anybody may call. */
export function isOpen(auth: EffectiveAuth): boolean {
  return auth.description === undefined || auth.description === null
}

function withDetails(description: AuthDescription): AuthDescription {
  switch (description.kind) {
    case 'list':
    case 'all':
      return { ...description, members: description.members.map(withDetails) }
    case 'optional':
    case 'check':
      return { ...description, member: withDetails(description.member) }
    case 'apiKey':
      return { ...description, name: `${description.name} (${description.in} ${description.paramName})` }
    case 'session':
      return { ...description, name: `${description.name} (${description.superuser ? 'superuser ' : ''}session)` }
    case 'bearer':
    case 'basic':
    case 'callable':
      return { ...description, name: `${description.name} (${description.kind})` }
  }
}
