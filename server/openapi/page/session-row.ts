import { make, makeButton, type Shown } from './dom.ts'
import type { Page } from './page-state.ts'
import { withEye } from './eye.ts'
import { makeHeading } from './row.ts'
import type { SchemeFacts } from './schemes.ts'
import type { Login } from './vault.ts'
import type { LoginField } from './login-fields.ts'
import { logIn, loginFields, logOut } from './session.ts'
import { followTime, formatEnd } from './time-left.ts'

/** The session: the fields of the login operation and a button, or who is logged in and a way out. */
export function makeSessionRow(scheme: SchemeFacts, names: string, page: Page): Shown {
  const state = make('span', { className: 'svc-state' })
  const problem = make('p', { className: 'svc-problem', hidden: true, 'aria-live': 'polite' })
  const report = (message: string | undefined): void => {
    problem.textContent = message ?? ''
    problem.hidden = message === undefined
  }
  const fields = loginFields(page) ?? []
  const inputs = fields.map((field) => makeInput(scheme, field, page))
  const form = make(
    'form',
    { className: 'svc-fields' },
    ...inputs.map(withEye),
    make('button', { type: 'submit', className: 'svc-button', textContent: 'Log in' }),
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const values = Object.fromEntries(inputs.map(({ name, value }) => [name, value]))
    void logIn(page, values).then(report)
  })
  const user = make('span', {})
  const showUser = (): void => {
    const text = page.vault.login ? describeLogin(page.vault.login) : ''
    if (user.textContent !== text) user.textContent = text
  }
  followTime(user, showUser)
  const leave = makeButton('Log out', () => void logOut(page).then(report))
  const inside = make('div', { className: 'svc-fields' }, user, leave)
  const hint = make('p', { className: 'svc-hint', textContent: withoutMarks(scheme.description) })
  return {
    element: make(
      'div',
      { className: 'svc-row', role: 'group', 'aria-label': names },
      makeHeading({ ...scheme, name: names }, state),
      form,
      inside,
      hint,
      problem,
    ),
    update() {
      const { login, person } = page.vault
      const isIn = login !== undefined
      state.textContent = isIn ? 'logged in' : 'not logged in'
      state.dataset.state = isIn ? 'good' : 'empty'
      showUser()
      form.hidden = isIn || person !== undefined || inputs.length === 0
      leave.hidden = person !== undefined
      inside.hidden = !isIn
      hint.hidden = isIn || inputs.length > 0
      if (isIn) for (const [index, input] of inputs.entries()) if (fields[index]?.isSecret) input.value = ''
    },
  }
}

/** `Logged in as ann, until 14:05 (12 min left)`. */
function describeLogin({ name, until }: Login): string {
  const who = `Logged in${name === undefined ? '' : ` as ${name}`}`
  return until === undefined ? who : `${who}, ${formatEnd(until, Date.now())}`
}

function makeInput(scheme: SchemeFacts, { name, isSecret }: LoginField, page: Page): HTMLInputElement {
  const input = make('input', {
    className: 'svc-field',
    type: isSecret ? 'password' : 'text',
    name,
    autocomplete: 'off',
    spellcheck: false,
    'aria-label': `${scheme.name} ${name}`,
  })
  input.placeholder = name
  input.value = page.sessionOperations.login?.fields?.[name] ?? ''
  return input
}

function withoutMarks(markdown: string): string {
  return markdown.replaceAll('`', '')
}
