import { make, makeButton } from './dom.ts'
import type { Page } from './page-state.ts'
import { formatRemedy, type Remedy, remediesOf } from './remedies.ts'
import type { Shown } from './dom.ts'

/** Does what the button of a remedy says. */
export type Mend = (remedy: Remedy) => void

/** Why the call of an operation was refused, with a button for each thing that may be done about it. */
export function makeWhy(page: Page, operation: () => string | undefined, mend: Mend): Shown {
  const lines = make('div', { className: 'svc-why-lines' })
  const buttons = make('div', { className: 'svc-fields' })
  const note = make('p', { className: 'svc-hint' })
  const title = make('strong', {})
  const element = make(
    'section',
    { className: 'svc-why', 'aria-label': 'Why it was refused', 'aria-live': 'polite', hidden: true },
    title,
    lines,
    buttons,
    note,
  )
  let shown: unknown
  return {
    element,
    update() {
      const id = operation()
      const refusal = id === undefined ? undefined : page.explanations.of(id)
      const facts = id === undefined ? undefined : page.operation(id)
      element.hidden = !refusal
      note.textContent = page.explanations.said ?? ''
      // Buttons that stay the same keep the focus.
      if (!refusal || shown === refusal) return
      shown = refusal
      title.textContent = `Why ${refusal.status}`
      lines.replaceChildren(...refusal.lines.map(makeLine))
      const remedies = facts ? remediesOf(refusal, page.plan(facts)) : []
      buttons.replaceChildren(...remedies.map((remedy) => makeButton(formatRemedy(remedy), () => mend(remedy))))
    },
  }
}

function makeLine(line: string): HTMLElement {
  const text = line.trimStart()
  const element = make('p', { textContent: text })
  element.style.paddingInlineStart = `${(line.length - text.length) / 2}em`
  return element
}
