import { formatAuth } from '../../../server/internal.ts'
import { NO_COUNTS, totalOf } from '../../model/counts.ts'
import { FAMILIES, type Family } from '../../model/scenario.ts'
import type { RecordedRoute } from '../record.ts'
import { html, type Markup } from './markup.ts'
import { matrix } from './table.ts'

/** Routes by families of scenarios: how many were tried, how many held. */
export function familyMatrix(routes: readonly RecordedRoute[]): Markup {
  const families = FAMILIES.filter((family) => routes.some((route) => route.families.has(family)))
  return html`<section id="families" aria-labelledby="families-title">
    <h2 id="families-title">Routes by families of scenarios</h2>
    <p class="hint">How many held, of how many. A cell leads to its scenarios.</p>
    ${matrix(
      'families-title',
      ['Route', ...families.map((family) => html`<span>${family}</span>`)],
      routes.map((route) => row(route, families)),
      'matrix families',
    )}
  </section>`
}

function row(route: RecordedRoute, families: readonly Family[]): Markup {
  const { key, auth } = route.planned.route
  const cells = families.map((family) => html`<td>${cell(route, family)}</td>`)
  return html`<tr>
    <th scope="row"><code>${key}</code><small>${formatAuth(auth)}</small></th>
    ${cells}
  </tr> `
}

function cell({ planned, families }: RecordedRoute, family: Family): Markup {
  const counts = families.get(family) ?? NO_COUNTS
  const { passed, failed } = counts
  const total = totalOf(counts)
  if (total === 0) return html`<span class="mark none" aria-label="none">·</span>`
  const href = `#?${new URLSearchParams({ status: 'all', route: planned.route.key, family }).toString()}`
  if (failed > 0)
    return html`<a class="mark failed" href="${href}" title="${failed} of ${total} failed">✕ ${passed}/${total}</a>`
  if (passed < total)
    return html`<a class="mark inconclusive" href="${href}" title="${total - passed} of ${total} undecided or ignored"
      >${passed}/${total}</a
    >`
  return html`<a class="mark passed" href="${href}" title="all passed">${passed}</a>`
}
