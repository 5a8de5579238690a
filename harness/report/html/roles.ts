import { ANONYMOUS, VALID } from '../../model/matrix.ts'
import type { Cell, Matrix, MatrixRow } from '../matrix.ts'
import { rowName } from '../matrix-text.ts'
import { html, type Markup } from './markup.ts'
import { matrix as table } from './table.ts'

/** Users against routes and records of users: what came, and what of it is a finding. */
export function roleMatrix({ users, rows }: Matrix): Markup {
  const names = users.map(({ name }) => name)
  return html`<section id="roles" aria-labelledby="roles-title">
    <h2 id="roles-title">Who gets what</h2>
    <p class="hint">
      What came of each user’s requests, by their status. “${ANONYMOUS}” sends no credential; “of ann” is the record of
      that user. Rows with a finding stand first.
    </p>
    <div class="tall">
      ${table(
        'roles-title',
        [
          'Route',
          ...users.map(
            ({ name, roles }) => html`${name}${roles.length > 0 && html` <small>${roles.join(', ')}</small>`}`,
          ),
        ],
        worstFirst(rows).map((row) => rowOf(row, names)),
      )}
    </div>
    <p class="legend">
      <span class="mark allow">200</span> answered <span class="mark public">200</span> answered without a credential
      <span class="mark deny">401</span> who asks is not known <span class="mark forbid">403</span> refused otherwise
      <span class="mark failed">✕</span> a finding <span class="mark none">–</span> not sent
    </p>
  </section>`
}

function worstFirst(rows: readonly MatrixRow[]): readonly MatrixRow[] {
  const isWrong = ({ cells }: MatrixRow): boolean => [...cells.values()].some((cell) => cell.isWrong)
  return [...rows.filter(isWrong), ...rows.filter((row) => !isWrong(row))]
}

function rowOf(row: MatrixRow, users: readonly string[]): Markup {
  const { route, owner, cells } = row
  const head =
    owner === undefined ? html`<code>${route.key}</code>` : html`<code>${route.key}</code> <small>of ${owner}</small>`
  return html`<tr>
    <th scope="row" title="${rowName(row)}">${head}</th>
    ${users.map((user) => html`<td>${cellOf(cells.get(user), user)}</td>`)}
  </tr> `
}

function cellOf(cell: Cell | undefined, user: string): Markup {
  if (cell === undefined) return html`<span class="mark none" title="not sent">–</span>`
  const { came, statuses, isWrong, scenario } = cell
  const text = came.join(', ')
  if (isWrong) return html`<a class="mark failed" href="#${scenario}">✕ ${text}</a>`
  return html`<a class="mark ${kindOf(statuses, user)}" href="#${scenario}">${text}</a>`
}

function kindOf(statuses: readonly number[], user: string): string {
  if (statuses.some((status) => status > 0 && status < 400)) return user === ANONYMOUS ? 'public' : 'allow'
  if (statuses.every((status) => status === 401)) return 'deny'
  return statuses.every((status) => status === 0) && user !== VALID ? 'none' : 'forbid'
}
