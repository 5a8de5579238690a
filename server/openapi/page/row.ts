import { make, makeButton, type Shown } from './dom.ts'
import type { Page } from './page-state.ts'
import { isReady } from './plan.ts'
import type { Typed } from './configuration.ts'
import { makeOauth } from './oauth-row.ts'
import { withEye } from './eye.ts'
import { readPasted } from './pasted.ts'
import { findRefusal } from './refusal.ts'
import type { SchemeFacts } from './schemes.ts'
import { followTime } from './time-left.ts'
import { describeToken } from './token.ts'

let rows = 0

/** One typed scheme: its name, where it goes, its fields, its state, and a way to forget it. */
export function makeTypedRow(scheme: SchemeFacts, page: Page, onType?: () => void): Shown {
  const id = `svc-row-${++rows}`
  const state = make('span', { className: 'svc-state' })
  const problem = make('p', { className: 'svc-problem', id: `${id}-problem`, hidden: true, 'aria-live': 'polite' })
  const note = make('p', { className: 'svc-hint', 'aria-live': 'polite' })
  const fields = fieldsOf(scheme).map(([field, label]) => {
    const input = makeField(`${id}-${field}`, `${scheme.name} ${label.toLowerCase()}`, field === 'username')
    input.setAttribute('aria-describedby', problem.id)
    input.placeholder = label
    input.addEventListener('input', () => {
      const { token, said: taken } = readPasted(scheme, input.value)
      note.textContent = taken ?? ''
      page.vault.type(scheme.name, { [field]: token })
      onType?.()
    })
    return { field, input }
  })
  const said = make('p', { className: 'svc-hint', hidden: true })
  const showToken = (): void => {
    const text = describeToken(page.vault.typed(scheme.name).token ?? '', Date.now()) ?? ''
    if (said.textContent !== text) said.textContent = text
    said.hidden = text === ''
  }
  if (scheme.kind === 'bearer') followTime(said, showToken)
  const forget = makeButton('Forget', () => page.vault.forget(scheme.name))
  forget.setAttribute('aria-label', `Forget ${scheme.name}`)
  const oauth = scheme.kind === 'bearer' ? makeOauth(scheme, page) : undefined
  const element = make(
    'div',
    { className: 'svc-row', role: 'group', 'aria-label': scheme.name },
    makeHeading(scheme, state),
    make('div', { className: 'svc-fields' }, ...fields.map(({ input }) => withEye(input)), forget),
    said,
    problem,
    oauth?.element,
    note,
  )
  return {
    element,
    update() {
      oauth?.update()
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
      if (scheme.kind === 'bearer') showToken()
      forget.hidden = !Object.values(typed).some((value) => value !== '')
    },
  }
}

function makeField(id: string, name: string, isShown: boolean): HTMLInputElement {
  const type = isShown ? 'text' : 'password'
  return make('input', { id, className: 'svc-field', type, autocomplete: 'off', spellcheck: false, 'aria-label': name })
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
