import type { MutationResult } from '../../model/event.ts'
import { formatPlace } from '../../text/repository-place.ts'
import { html, type Markup } from './markup.ts'
import { matrix } from './table.ts'

/** The score card of `--mutate`: faults made on purpose, and those that no scenario saw. */
export function mutationSection(mutations: readonly MutationResult[]): Markup | undefined {
  if (mutations.length === 0) return undefined
  const killed = mutations.filter(({ outcome }) => outcome === 'killed').length
  const survivors = mutations.filter(({ outcome }) => outcome === 'survived')
  const counted = killed + survivors.length
  const operators = [...new Set(mutations.map(({ operator }) => operator))]
  return html`<section id="mutations" aria-labelledby="mutations-title">
    <h2 id="mutations-title">Mutation score</h2>
    <p class="score">
      ${killed}<small>
        of ${counted} faults caught${counted > 0 && ` · ${Math.floor((killed / counted) * 100)} %`}</small
      >
    </p>
    ${matrix(
      'mutations-title',
      ['Fault', 'caught', 'survived', 'changes nothing'],
      operators.map((operator) =>
        row(
          operator,
          mutations.filter((mutation) => mutation.operator === operator),
        ),
      ),
    )}
    ${
      survivors.length > 0 &&
      html`<h3>Authenticators that the fixtures do not really test</h3>
        <ul class="plain">
          ${survivors.map(
            ({ operator, route, authenticator, position }) =>
              html`<li>
                <strong class="bad">${operator}</strong> of <code>${authenticator}</code> on <code>${route}</code>
                <small>${formatPlace(position)}</small>
              </li>`,
          )}
        </ul>`
    }
  </section>`
}

function row(operator: string, mutations: readonly MutationResult[]): Markup {
  const count = (outcome: MutationResult['outcome']): number =>
    mutations.filter((mutation) => mutation.outcome === outcome).length
  const survived = count('survived')
  return html`<tr>
    <th scope="row"><code>${operator}</code></th>
    <td><span class="mark passed">${count('killed')}</span></td>
    <td><span class="mark ${survived > 0 ? 'failed' : 'none'}">${survived}</span></td>
    <td>${count('equal')}</td>
  </tr> `
}
