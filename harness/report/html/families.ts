import { formatAuth } from '../../../server/internal.ts'
import { FAMILIES, type Family } from '../../model/scenario.ts'
import type { RecordedRoute } from '../record.ts'
import { html, type Markup } from './markup.ts'
import { matrix } from './table.ts'

/** Routes by families of scenarios: how many were tried, how many held. */
export function familyMatrix(routes: readonly RecordedRoute[]): Markup {
  const present = new Set(routes.flatMap(({ verdicts }) => verdicts.map(({ scenario }) => scenario.family)))
  const families = FAMILIES.filter((family) => present.has(family))
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

function cell({ planned, verdicts }: RecordedRoute, family: Family): Markup {
  const counted = verdicts.filter(({ scenario, outcome }) => scenario.family === family && outcome !== 'not-routed')
  if (counted.length === 0) return html`<span class="mark none" aria-label="none">·</span>`
  const passed = counted.filter(({ outcome }) => outcome === 'passed').length
  const failed = counted.filter(({ outcome }) => outcome === 'failed').length
  const href = `#?${new URLSearchParams({ status: 'all', route: planned.route.key, family }).toString()}`
  if (failed > 0)
    return html`<a class="mark failed" href="${href}" title="${failed} of ${counted.length} failed"
      >✕ ${passed}/${counted.length}</a
    >`
  if (passed < counted.length)
    return html`<a
      class="mark inconclusive"
      href="${href}"
      title="${counted.length - passed} of ${counted.length} undecided or ignored"
      >${passed}/${counted.length}</a
    >`
  return html`<a class="mark passed" href="${href}" title="all passed">${passed}</a>`
}
