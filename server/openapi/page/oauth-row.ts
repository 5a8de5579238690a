import type { PageGrant, PageOauth } from './configuration.ts'
import { make, type Shown } from './dom.ts'
import { askDirectly, logInThere, scopesFor } from './oauth.ts'
import type { Page } from './page-state.ts'
import type { SchemeFacts } from './schemes.ts'

/** The fields of a grant: their names, for people, and whether they are shown. */
const FIELDS: Readonly<Record<PageGrant['grant'], readonly (readonly ['name' | 'secret', string])[]>> = {
  authorization_code: [],
  password: [
    ['name', 'user name'],
    ['secret', 'password'],
  ],
  client_credentials: [
    ['name', 'client id'],
    ['secret', 'client secret'],
  ],
}

const CLOSED = 'The window of the login is closed: press the button to begin again.'

/** The ways to a token of a scheme besides typing one; `undefined` where `docs: { oauth }` names no client for it. */
export function makeOauth(scheme: SchemeFacts, page: Page): Shown | undefined {
  const oauth = page.configuration.oauth?.[scheme.name]
  if (!oauth || oauth.grants.length === 0) return undefined
  const scopes = make('input', {
    className: 'svc-field',
    type: 'text',
    autocomplete: 'off',
    spellcheck: false,
    'aria-label': `${scheme.name} scopes`,
  })
  scopes.placeholder = 'scopes'
  let shown = ''
  const note = make('p', { className: 'svc-problem', hidden: true, 'aria-live': 'polite' })
  const waiting = make('p', { className: 'svc-hint', hidden: true, 'aria-live': 'polite' })
  const report = (problem: string | undefined): void => {
    note.textContent = problem ?? ''
    note.hidden = problem === undefined
    waiting.hidden = true
  }
  const forms = oauth.grants.map((grant) => makeForm(scheme, oauth, grant, page, { scopes, waiting, report }))
  return {
    element: make(
      'div',
      { className: 'svc-oauth' },
      make('div', { className: 'svc-fields' }, scopes),
      ...forms,
      waiting,
      note,
    ),
    update() {
      const asked = scopesFor(page, scheme, oauth)
      // Scopes that a person changed stay.
      if (scopes.value === shown) scopes.value = asked
      shown = asked
    },
  }
}

interface Around {
  readonly scopes: HTMLInputElement
  readonly waiting: HTMLElement
  readonly report: (problem: string | undefined) => void
}

function makeForm(
  scheme: SchemeFacts,
  oauth: PageOauth,
  grant: PageGrant,
  page: Page,
  { scopes, waiting, report }: Around,
): HTMLElement {
  const inputs = FIELDS[grant.grant].map(([name, label]) => {
    const type = name === 'secret' ? 'password' : 'text'
    const attributes = { 'aria-label': `${scheme.name} ${label}` }
    const input = make('input', {
      className: 'svc-field',
      type,
      name,
      autocomplete: 'off',
      spellcheck: false,
      ...attributes,
    })
    input.placeholder = label
    return input
  })
  const isThere = grant.grant === 'authorization_code'
  const place = grant.tokenUrl === undefined ? ` at ${oauth.provider}` : ''
  const textContent = grant.grant === 'client_credentials' ? `Get a token${place}` : `Log in${place}`
  const form = make(
    'form',
    { className: 'svc-fields' },
    ...inputs,
    make('button', { type: 'submit', className: 'svc-button', textContent }),
  )
  let ending = new AbortController()
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    // The login that was begun before is given up: its answer ends nowhere.
    ending.abort()
    ending = new AbortController()
    const { signal } = ending
    const scope = scopes.value.trim().split(/\s+/).join(' ')
    const [name = '', secret = ''] = inputs.map(({ value }) => value)
    const sayClosed = (): void => {
      if (!signal.aborted) waiting.textContent = `${CLOSED} An answer of ${oauth.provider} is taken if one still comes.`
    }
    const asked = isThere
      ? logInThere(page, scheme, oauth, scope, { signal, sayClosed })
      : askDirectly(page, scheme, oauth, grant, { name, secret, scope })
    report(undefined)
    waiting.textContent = `Waiting for ${oauth.provider}${isThere ? ' in the other window' : ''}.`
    waiting.hidden = false
    void asked.then((problem) => {
      if (!signal.aborted) report(problem)
      for (const input of inputs) if (problem === undefined && input.type === 'password') input.value = ''
    })
  })
  return form
}
