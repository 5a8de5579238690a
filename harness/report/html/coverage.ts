import type { AuthCall } from '../../model/verdict.ts'
import type { Share } from '../../model/summary.ts'
import { formatPlace } from '../../text/position.ts'
import type { RecordedRoute, RunRecord } from '../record.ts'
import { html, type Markup } from './markup.ts'

const OUTCOMES: readonly AuthCall['outcome'][] = ['passed', 'refused', 'skipped', 'threw', 'timeout']

/** Which authenticator was seen to do what on which route, and which routes need none and why. */
export function coverageSection({ summary, routes }: RunRecord): Markup | undefined {
  if (summary === undefined) return undefined
  const { coverage } = summary
  const open = routes.filter(({ planned }) => planned.route.auth === null || planned.route.auth === undefined)
  return html`<section id="coverage" aria-labelledby="coverage-title">
    <h2 id="coverage-title">Auth coverage</h2>
    <dl class="counts">
      <div>
        <dt>routes</dt>
        <dd>${share(coverage.routes)}</dd>
      </div>
      <div>
        <dt>authenticators</dt>
        <dd>${share(coverage.authenticators)}</dd>
      </div>
      <div>
        <dt>deny branches</dt>
        <dd>${share(coverage.denyBranches)}</dd>
      </div>
      <div>
        <dt>levels</dt>
        <dd class="words">${coverage.levels.join(', ') || 'none'}</dd>
      </div>
    </dl>
    <div class="scroll" role="group" aria-labelledby="coverage-title" tabindex="0">
      <table class="matrix">
        <thead>
          <tr>
            <th scope="col">Route</th>
            <th scope="col">Authenticator</th>
            <th scope="col">Level</th>
            ${OUTCOMES.map((outcome) => html`<th scope="col">${outcome}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${coverage.cells.map(
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
          )}
        </tbody>
      </table>
    </div>
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
