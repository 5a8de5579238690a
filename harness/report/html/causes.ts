import { formatPlaces } from '../../text/repository-place.ts'
import { plural } from '../../../server/internal.ts'
import type { CauseGroup } from '../causes.ts'
import { html, type Markup } from './markup.ts'

/** The mistakes, one entry for each, with a link to its plainest finding. */
export function causeSection(groups: readonly CauseGroup[]): Markup | undefined {
  if (groups.length === 0) return undefined
  return html`<section id="causes" aria-labelledby="causes-title">
    <h2 id="causes-title">Causes</h2>
    <ol>
      ${groups.map(
        ({ id, cause, routes, findings, ...places }) =>
          html`<li>
            <strong>${cause}</strong>
            <br />
            <code>${routes.join(', ')}</code> · ${formatPlaces(places)} · ${plural(findings.length, 'finding')} ·
            <a href="#${findings[0].scenario.id}">${findings[0].scenario.name}</a>: ${findings[0].sentence}
            <small>${id}</small>
          </li>`,
      )}
    </ol>
  </section>`
}
