import type { AuthCall } from '../../model/verdict.ts'
import type { Share } from '../../model/summary.ts'
import { formatPlace } from '../../text/repository-place.ts'
import type { RecordedRoute, RunRecord } from '../record.ts'
import { html, type Markup } from './markup.ts'
import { count, matrix } from './table.ts'

const OUTCOMES: readonly AuthCall['outcome'][] = ['passed', 'refused', 'skipped', 'threw', 'timeout']

/** Which authenticator was seen to do what on which route, and which routes need none and why. */
export function coverageSection({ summary, routes }: RunRecord): Markup | undefined {
  if (summary === undefined) return undefined
  const { coverage } = summary
  const open = routes.filter(({ planned }) => planned.route.auth === null || planned.route.auth === undefined)
  return html`<section id="coverage" aria-labelledby="coverage-title">
    <h2 id="coverage-title">Auth coverage</h2>
    <dl class="counts">
      ${count('routes', share(coverage.routes))}${count('authenticators', share(coverage.authenticators))}
      ${count('deny branches', share(coverage.denyBranches))}
      <div>
        <dt>levels</dt>
        <dd class="words">${coverage.levels.join(', ') || 'none'}</dd>
      </div>
    </dl>
    ${matrix(
      'coverage-title',
      ['Route', 'Authenticator', 'Level', ...OUTCOMES],
      coverage.cells.map(
        ({ route, authenticator, level, seen }) =>
          html`<tr>
            <th scope="row"><code>${route}</code></th>
            <td><code>${authenticator}</code></td>
            <td>${level}</td>
            ${OUTCOMES.map((outcome) =>
              seen.includes(outcome)
                ? html`<td><span class="mark passed">seen</span></td>`
                : html`<td><span class="mark none">–</span></td>`,
            )}
          </tr> `,
      ),
    )}
    ${
      open.length > 0 &&
      html`<h3>Routes without authentication</h3>
        <ul class="plain">
          ${open.map(openRoute)}
        </ul>`
    }
  </section>`
}

/** A route that is open on purpose differs from one that was forgotten. */
function openRoute({ planned: { route } }: RecordedRoute): Markup {
  const place = formatPlace(route.auth === null ? (route.authSource ?? route.source) : route.source)
  const reason =
    route.auth === null
      ? 'public (auth: null) at'
      : html`<strong class="bad">undeclared</strong> (no level declares auth) at`
  return html`<li><code>${route.key}</code> ${reason} <code>${place}</code></li>`
}

function share({ done, total }: Share): string {
  return `${done}/${total}`
}
