import { make } from './dom.ts'
import type { Page } from './page-state.ts'
import type { Plan } from './plan.ts'
import { makeAlong } from './along.ts'
import { makeTypedRow, type Shown } from './row.ts'
import { formatWay, isPublic, type OperationFacts } from './schemes.ts'
import { makeSessionRow } from './session-row.ts'

let groups = 0

/** The credentials of one operation: its alternatives in order, the one marked that will be sent. */
export function makeRequestPanel(facts: OperationFacts, page: Page): Shown {
  const summary = make('p', { className: 'svc-summary', 'aria-live': 'polite' })
  const along = makeAlong(facts, page)
  const name = `svc-ways-${++groups}`
  const plan = page.plan(facts)
  const ways = plan.ways.map((way) => makeWay(way, name, plan.ways.length > 1, facts, page))
  const element = make(
    'section',
    { className: 'svc-request', 'aria-label': 'Credentials of this request' },
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
): ShownWay {
  const pick = (): void => page.vault.pick(facts.id, key)
  const radio = make('input', { type: 'radio', name: group })
  radio.addEventListener('change', pick)
  const mark = make('span', { className: 'svc-mark', textContent: 'will be sent' })
  const label = make('label', { className: 'svc-way-name' }, radio, formatWay(schemes.map(({ name }) => name)), mark)
  const rows = schemes.map((scheme) =>
    scheme.kind === 'session' ? makeSessionRow(scheme, scheme.name, page) : makeTypedRow(scheme, page, pick),
  )
  const element = make(
    'div',
    { className: isOneOfMany && schemes.length === 1 ? 'svc-way svc-way-single' : 'svc-way' },
    isOneOfMany ? label : undefined,
    ...rows.map((row) => row.element),
  )
  return {
    element,
    update(plan, index) {
      const isChosen = plan.way === key
      element.dataset.chosen = String(isChosen)
      radio.checked = isChosen
      radio.disabled = plan.ways[index]?.isPossible !== true
      mark.hidden = !isChosen || schemes.length === 0
      for (const row of rows) row.update()
    },
  }
}

function summarize(facts: OperationFacts, plan: Plan): string {
  if (isPublic(facts)) return 'Public. No credential is sent.'
  const custom =
    facts.custom.length > 0 ? ` ${facts.custom.join(', ')} looks at the request itself; cookies go along.` : ''
  if (facts.ways.length === 0) return `No credential to type.${custom}`
  if (plan.refusal !== undefined) return `Nothing is sent: ${plan.refusal}${custom}`
  const chosen = plan.ways.find(({ key }) => key === plan.way)
  if (!chosen || chosen.schemes.length === 0) {
    const rest = facts.ways.some((names) => names.length === 0) ? ' Anonymous requests pass.' : ''
    return `No credential is sent: ${rest === '' ? 'fill what is asked for.' : 'none is filled.'}${rest}${custom}`
  }
  const places = chosen.schemes.map(({ name, place }) => `${name} (${place})`).join(' and ')
  return chosen.isFilled ? `Sends ${places}.${custom}` : `Sends ${places} if the browser holds it.${custom}`
}
