import { make, type Shown } from './dom.ts'
import type { Page } from './page-state.ts'
import type { Plan } from './plan.ts'
import { actAs } from './act-as.ts'
import { makeAlong } from './along.ts'
import { makePeople } from './people.ts'
import { makeTypedRow } from './row.ts'
import { formatAccess, formatWay, type OperationFacts, type SchemeFacts } from './schemes.ts'
import { makeSessionRow } from './session-row.ts'
import { summarize } from './summary.ts'
import { missingScopes } from './token.ts'

let groups = 0

/** The credentials of one operation: its alternatives in order, the one marked that will be sent. */
export function makeRequestPanel(facts: OperationFacts, page: Page): Shown {
  const summary = make('p', { className: 'svc-summary', 'aria-live': 'polite' })
  const along = makeAlong(facts, page)
  const people = makePeople(page, (person) => void actAs(page, person))
  const name = `svc-ways-${++groups}`
  const plan = page.plan(facts)
  const isOneOfMany = plan.ways.length > 1
  const ways = plan.ways.map((way, index) => makeWay(way, name, isOneOfMany, facts, page, facts.scopes[index]))
  const element = make(
    'section',
    { className: 'svc-request', 'aria-label': 'Credentials of this request' },
    facts.operation['x-svc-auth']?.access !== undefined &&
      make('p', { className: 'svc-access', textContent: `Who may call: ${formatAccess(facts)}.` }),
    people.element,
    summary,
    along.element,
    ...ways.map((way) => way.element),
  )
  return {
    element,
    update() {
      const now = page.plan(facts)
      summary.textContent = summarize(facts, now)
      along.update()
      people.update()
      for (const [index, way] of ways.entries()) way.update(now, index)
    },
  }
}

interface ShownWay {
  readonly element: HTMLElement
  update(plan: Plan, index: number): void
}

function makeWay(
  { key, schemes }: Plan['ways'][number],
  group: string,
  isOneOfMany: boolean,
  facts: OperationFacts,
  page: Page,
  asked: Readonly<Record<string, readonly string[]>> = {},
): ShownWay {
  const pick = (): void => page.vault.pick(facts.id, key)
  const radio = make('input', { type: 'radio', name: group })
  radio.addEventListener('change', pick)
  const mark = make('span', { className: 'svc-mark', textContent: 'will be sent' })
  const label = make('label', { className: 'svc-way-name' }, radio, formatWay(schemes.map(({ name }) => name)), mark)
  const rows = schemes.map((scheme) =>
    scheme.kind === 'session' ? makeSessionRow(scheme, scheme.name, page) : makeTypedRow(scheme, page, pick),
  )
  const scoped = schemes.flatMap((scheme) => {
    const scopes = asked[scheme.name] ?? []
    return scopes.length === 0 ? [] : makeScopes(scheme, scopes, page)
  })
  const element = make(
    'div',
    { className: isOneOfMany && schemes.length === 1 ? 'svc-way svc-way-single' : 'svc-way' },
    isOneOfMany ? label : undefined,
    ...rows.map((row) => row.element),
    ...scoped.map(({ element: scopes }) => scopes),
  )
  return {
    element,
    update(plan, index) {
      const isChosen = plan.way === key
      element.dataset.chosen = String(isChosen)
      radio.checked = isChosen
      radio.disabled = plan.ways[index]?.isPossible !== true
      mark.hidden = !isChosen || schemes.length === 0
      for (const shown of [...rows, ...scoped]) shown.update()
    },
  }
}

/** The scopes that a token of a scheme needs here, and those that the present one lacks. */
function makeScopes({ name }: SchemeFacts, scopes: readonly string[], page: Page): Shown {
  const element = make('p', { className: 'svc-hint svc-scopes', 'aria-live': 'polite' })
  return {
    element,
    update() {
      const missing = missingScopes(page.vault.typed(name).token ?? '', scopes)
      const lack = missing.length === 0 ? '' : ` The token lacks ${missing.join(', ')}: the answer will be 403.`
      const text = `Needs the ${scopes.length === 1 ? 'scope' : 'scopes'} ${scopes.join(', ')}.${lack}`
      if (element.textContent !== text) element.textContent = text
    },
  }
}
