import type { Paint } from '../../server/internal.ts'
import { escapeControls } from '../text/controls.ts'
import type { Cell, Matrix, MatrixRow } from './matrix.ts'

/** The narrowest column, and the widest: what is longer is cut off with an ellipsis. */
const NARROWEST = 4
const WIDEST = 24

/** A row of any matrix: of what came, or of what is declared. */
type Row = Pick<MatrixRow, 'owner' | 'cells'> & { readonly route: Pick<MatrixRow['route'], 'key'> }

/**
 * The matrix for the terminal, one line for each row, in columns.
 *
 * @param heading over the first column
 */
export function matrixLines(
  { users, rows }: Pick<Matrix, 'users'> & { readonly rows: readonly Row[] },
  paint: Paint,
  heading = 'what came',
): readonly string[] {
  if (rows.length === 0) return []
  const names = rows.map((row) => short(rowName(row), 60))
  const first = Math.max(...names.map(({ length }) => length))
  const columns = users.map(({ name, roles }) => {
    const title = short(titleOf(name, roles), WIDEST)
    const texts = rows.map(({ cells }) => short(textOf(cells.get(name)), WIDEST))
    return { name, title, texts, width: Math.max(NARROWEST, title.length, ...texts.map(({ length }) => length)) }
  })
  const head = columns.map(({ title, width }) => title.padEnd(width)).join('  ')
  return [
    `  ${paint.bold(heading.padEnd(first))}  ${paint.bold(head)}`.trimEnd(),
    ...rows.map((row, at) => {
      const cells = columns.map(({ name, texts, width }) => {
        const text = (texts[at] ?? '').padEnd(width)
        return row.cells.get(name)?.isWrong === true ? paint.red(text) : text
      })
      return `  ${(names[at] ?? '').padEnd(first)}  ${cells.join('  ')}`.trimEnd()
    }),
  ]
}

/** `GET /orders/[id] of ann`. */
export function rowName({ route, owner }: Row): string {
  return escapeControls(owner === undefined ? route.key : `${route.key} of ${owner}`)
}

/** `root (admin)`. */
export function titleOf(name: string, roles: readonly string[]): string {
  return escapeControls(roles.length === 0 ? name : `${name} (${roles.join(', ')})`)
}

/** `200, 401`; `✕` before what is a finding; a dash where nothing was sent. */
export function textOf(cell: Cell | undefined): string {
  return cell === undefined ? '–' : `${cell.isWrong ? '✕ ' : ''}${escapeControls(cell.came.join(', '))}`
}

function short(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text
}
