import { formatAuth } from '../../../server/internal.ts'
import { isRow } from '../../model/row-name.ts'
import type { Verdict } from '../../model/verdict.ts'
import { isProtected } from '../../model/route.ts'
import type { RecordedRoute } from '../record.ts'
import { html, type Markup } from './markup.ts'
import { matrix } from './table.ts'

const ANONYMOUS = 'anonymous'

/** Routes by users: who was let in, who was refused, and where that was not what should have been. */
export function roleMatrix(routes: readonly RecordedRoute[]): Markup {
  const named = new Set(routes.flatMap(({ verdicts }) => verdicts.flatMap(({ scenario }) => scenario.user ?? [])))
  const users = [ANONYMOUS, ...[...named].filter((user) => user !== ANONYMOUS)]
  return html`<section id="roles" aria-labelledby="roles-title">
    <h2 id="roles-title">Routes by roles</h2>
    <p class="hint">
      Who was let in and who was not. “anonymous” sends no credential; the others are the users of the fixtures.
    </p>
    ${matrix(
      'roles-title',
      ['Route', ...users],
      routes.map(
        (route) =>
          html`<tr>
            <th scope="row"><code>${route.planned.route.key}</code></th>
            ${users.map((user) => html`<td>${cell(route, user)}</td>`)}
          </tr> `,
      ),
    )}
    <p class="legend">
      <span class="mark allow">allow</span> let in <span class="mark deny">deny</span> refused with 401
      <span class="mark forbid">forbid</span> refused with 403 <span class="mark public">public</span> no credential
      needed <span class="mark failed">✕</span> not as it should be <span class="mark none">–</span> not tried
    </p>
  </section>`
}

function cell(route: RecordedRoute, user: string): Markup {
  const { auth } = route.planned.route
  if (auth === null || auth === undefined) return html`<span class="mark public">${formatAuth(auth)}</span>`
  const verdict = findVerdict(route, user)
  if (verdict === undefined) return html`<span class="mark none" title="not tried">–</span>`
  const { scenario, outcome, exchanges } = verdict
  const word = user === ANONYMOUS && !isProtected(route.planned.route) ? 'public' : (WORDS[scenario.expect] ?? 'deny')
  const href = `#${scenario.id}`
  if (outcome === 'passed') return html`<a class="mark ${word}" href="${href}">${word}</a>`
  if (outcome !== 'failed') return html`<a class="mark none" href="${href}">${word}?</a>`
  return html`<a class="mark failed" href="${href}">✕ ${word}, got ${exchanges.at(-1)?.status ?? 0}</a>`
}

const WORDS: Readonly<Record<string, string>> = {
  allow: 'allow',
  issued: 'allow',
  public: 'public',
  answered: 'public',
  deny: 'deny',
  forbid: 'forbid',
}

/** A user may have a credential for each member of a list: the worst of them counts. */
function findVerdict({ verdicts }: RecordedRoute, user: string): Verdict | undefined {
  const fitting = verdicts.filter(({ scenario }) =>
    user === ANONYMOUS ? isRow(scenario, 'missing') : scenario.user === user,
  )
  return (
    fitting.find(({ outcome }) => outcome === 'failed') ??
    fitting.find(({ outcome }) => outcome === 'passed') ??
    fitting[0]
  )
}
