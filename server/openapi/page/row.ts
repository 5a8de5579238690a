import { make, makeButton } from './dom.ts'
import type { Page } from './page-state.ts'
import { isReady } from './plan.ts'
import type { Typed } from './configuration.ts'
import { findRefusal } from './refusal.ts'
import type { SchemeFacts } from './schemes.ts'

/** Something on the page that shows the state of the credentials. */
export interface Shown {
  readonly element: HTMLElement
  update(): void
}

let rows = 0

/** One typed scheme: its name, where it goes, its fields, its state, and a way to forget it. */
export function makeTypedRow(scheme: SchemeFacts, page: Page, onType?: () => void): Shown {
  const id = `svc-row-${++rows}`
  const state = make('span', { className: 'svc-state' })
  const problem = make('p', { className: 'svc-problem', id: `${id}-problem`, hidden: true, 'aria-live': 'polite' })
  const fields = fieldsOf(scheme).map(([field, label]) => {
    const input = make('input', {
      id: `${id}-${field}`,
      className: 'svc-field',
      type: field === 'username' ? 'text' : 'password',
      autocomplete: 'off',
      spellcheck: false,
      'aria-label': `${scheme.name} ${label.toLowerCase()}`,
      'aria-describedby': problem.id,
    })
    input.placeholder = label
    input.addEventListener('input', () => {
      page.vault.type(scheme.name, { [field]: input.value })
      onType?.()
    })
    return { field, input }
  })
  const forget = makeButton('Forget', () => page.vault.forget(scheme.name))
  forget.setAttribute('aria-label', `Forget ${scheme.name}`)
  const element = make(
    'div',
    { className: 'svc-row', role: 'group', 'aria-label': scheme.name },
    makeHeading(scheme, state),
    make('div', { className: 'svc-fields' }, ...fields.map(({ input }) => input), forget),
    problem,
  )
  return {
    element,
    update() {
      const typed = page.vault.typed(scheme.name)
      const refusal = findRefusal(scheme, typed)
      for (const { field, input } of fields) {
        const value = typed[field] ?? ''
        if (input.value !== value) input.value = value
        if (refusal?.field === field) input.setAttribute('aria-invalid', 'true')
        else input.removeAttribute('aria-invalid')
      }
      const isReadyNow = isReady(scheme, page.vault)
      state.textContent = refusal ? 'cannot be sent' : isReadyNow ? 'filled' : 'empty'
      state.dataset.state = refusal ? 'bad' : isReadyNow ? 'good' : 'empty'
      problem.textContent = refusal?.message ?? ''
      problem.hidden = !refusal
      forget.hidden = !Object.values(typed).some((value) => value !== '')
    },
  }
}

/** Name, place and state of a scheme. */
export function makeHeading({ name, place }: SchemeFacts, state: HTMLElement): HTMLElement {
  return make(
    'div',
    { className: 'svc-row-heading' },
    make('strong', { textContent: name }),
    make('span', { className: 'svc-place', textContent: place }),
    state,
  )
}

function fieldsOf({ kind }: SchemeFacts): readonly (readonly [keyof Typed, string])[] {
  if (kind === 'basic') {
    return [
      ['username', 'User name'],
      ['password', 'Password'],
    ]
  }
  return [['token', kind === 'bearer' ? 'Token' : 'Key']]
}
