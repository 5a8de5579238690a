import { groupBy } from '../../../server/internal.ts'
import type { Remark } from '../../model/remark.ts'
import { type AcceptedGroup, describeAccepted } from '../accepted.ts'
import type { RecordedRoute } from '../record.ts'
import type { ReportData } from './data.ts'
import type { Difference } from './difference.ts'
import { html, type Markup } from './markup.ts'

/** The changes since the report that this one replaces: one line, and behind it the names. */
export function differenceNote(
  { since, broken, mended, lasting, added, removed }: Difference,
  { scenarios, routes, texts }: ReportData,
): Markup {
  const named = new Map(
    scenarios.map(({ id, route, name }) => [id, `${routes[route]?.key ?? ''} ${texts[name] ?? ''}`]),
  )
  const moved = added + removed === 0 ? '' : `; ${added} scenarios added, ${removed} gone`
  const line = `Since ${since.slice(0, 16).replace('T', ' ')} UTC: ${broken.length} new, ${mended.length} mended, ${lasting} as before${moved}`
  if (broken.length + mended.length === 0) return html`<p class="since">${line}</p>`
  return html`<details class="since">
    <summary>${line}</summary>
    ${
      broken.length > 0 &&
      html`<h3>New findings</h3>
        <ul class="plain">
          ${broken.map(
            (id) =>
              html`<li>
                <a href="#${id}"><code>${named.get(id)}</code></a>
              </li>`,
          )}
        </ul>`
    }
    ${
      mended.length > 0 &&
      html`<h3>Mended</h3>
        <ul class="plain">
          ${mended.map((name) => html`<li><code>${name}</code></li>`)}
        </ul>`
    }
  </details>`
}

/** Routes that could not be decided, each reason once. */
export function undecidedSection(routes: readonly RecordedRoute[]): Markup | undefined {
  const undecided = routes.flatMap(({ planned, verdicts }) => {
    const reasons = verdicts.filter(({ outcome }) => outcome === 'inconclusive').map(({ reason }) => reason ?? '')
    return [...new Set(reasons)].map((reason) => ({
      key: planned.route.key,
      reason,
      count: reasons.filter((one) => one === reason).length,
    }))
  })
  const without = routes.filter(({ result }) => result?.control === 'none')
  if (undecided.length + without.length === 0) return undefined
  return html`<section id="undecided" aria-labelledby="undecided-title">
    <h2 id="undecided-title">Not decided</h2>
    <ul class="plain">
      ${undecided.map(({ key, reason, count }) => html`<li><code>${key}</code> ${reason} <small>${count} ${count === 1 ? 'scenario' : 'scenarios'}</small></li>`)}
      ${without.map(({ planned, result }) => html`<li><code>${planned.route.key}</code> no positive control: ${result?.controlReason ?? planned.noControl ?? 'no good credential is known'}</li>`)}
    </ul>
  </section>`
}

/** Credentials that passed in an unusual place or spelling. */
export function acceptedSection(groups: readonly AcceptedGroup[]): Markup | undefined {
  if (groups.length === 0) return undefined
  return html`<section id="accepted" aria-labelledby="accepted-title">
    <h2 id="accepted-title">Accepted in an unusual place or spelling</h2>
    <ul class="plain">
      ${groups.map((group) => html`<li><code>${group.name}</code> ${describeAccepted(group)} <small>${group.sent}</small></li>`)}
    </ul>
  </section>`
}

/** The remarks, each once. */
export function remarkSection(remarks: readonly Remark[]): Markup | undefined {
  if (remarks.length === 0) return undefined
  const groups = groupBy(remarks, ({ kind, message }) => `${kind} ${message}`)
  return html`<section id="remarks" aria-labelledby="remarks-title">
    <h2 id="remarks-title">Remarks</h2>
    <ul class="plain">
      ${[...groups.values()].map(([remark, ...others]) => html`<li><strong>${remark.kind}</strong> ${remark.route !== undefined && html`<code>${remark.route}</code> `}${remark.message}${others.length > 0 && html` <small>${others.length + 1} times</small>`}</li>`)}
    </ul>
  </section>`
}
