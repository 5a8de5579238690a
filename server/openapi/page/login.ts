import { CONFIGURATION_ID, type EntryForm } from './configuration.ts'
import { make } from './dom.ts'
import { begin, type EntryValues, findProblem, labelOf, type SendOwn, sendWith } from './entry.ts'
import { withEye } from './eye.ts'
import { readPasted } from './pasted.ts'
import type { SchemeFacts } from './schemes.ts'

/** The part of the page's own module that is used here. */
interface PageModule {
  start(json: string, send: SendOwn): void
}

/** The form before a guarded page: a part of it for each way in. It knows the guard, and nothing of the document. */
function show(root: HTMLElement, entry: EntryForm): void {
  const forms = entry.ways.map((way) => makeForm(way, entry))
  const [first] = forms
  const isKept = entry.ways.flat().every(({ kind }) => kind === 'session')
  const hint = first
    ? isKept
      ? 'Log in to the application to see it.'
      : 'A token, a key or a password stays in this tab until it is loaded again.'
    : 'Nothing that could be typed here opens this page. Log in to the application in this browser, and load the page again.'
  root.append(
    make('h1', { textContent: 'This page is guarded' }),
    make('p', { textContent: hint }),
    ...forms.flatMap((form, index) => (index === 0 ? [form] : [make('p', { textContent: 'or' }), form])),
  )
  first?.querySelector('input')?.focus()
}

function makeForm(way: readonly SchemeFacts[], entry: EntryForm): HTMLFormElement {
  const members = way.map((scheme) => makeFields(scheme, entry))
  const problem = make('p', { className: 'svc-problem', role: 'alert' })
  const button = make('button', { type: 'submit', className: 'svc-button', textContent: 'Open the page' })
  const form = make('form', { className: 'svc-entry' }, ...members.flatMap(({ shown }) => shown), button, problem)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    button.disabled = true
    problem.textContent = ''
    const values = members.map((member) => member.read())
    void enter(way, values, entry).then((text) => {
      problem.textContent = text
      button.disabled = false
    })
  })
  return form
}

interface Fields {
  readonly shown: readonly HTMLElement[]
  read(): Readonly<Record<string, string>>
}

function makeFields(scheme: SchemeFacts, { login }: EntryForm): Fields {
  const named =
    scheme.kind === 'session'
      ? (login?.fields ?? []).map(({ name, isSecret }) => ({ name, label: name, isSecret }))
      : scheme.kind === 'basic'
        ? [
            { name: 'username', label: 'User name', isSecret: false },
            { name: 'password', label: 'Password', isSecret: true },
          ]
        : [{ name: 'token', label: labelOf(scheme), isSecret: true }]
  const inputs = named.map(({ name, label, isSecret }) =>
    make('input', {
      name,
      type: isSecret ? 'password' : 'text',
      autocomplete: isSecret ? (name === 'token' ? 'off' : 'current-password') : 'username',
      spellcheck: false,
      'aria-label': label,
    }),
  )
  return {
    shown: inputs.map((input, index) => make('label', {}, named[index]?.label, withEye(input))),
    read: () =>
      Object.fromEntries(
        inputs.map(({ name, value }) => [name, name === 'token' ? readPasted(scheme, value).token : value]),
      ),
  }
}

/** Opens the page where the guard lets what was typed pass. @returns what went wrong, empty otherwise */
async function enter(way: readonly SchemeFacts[], values: EntryValues, { login }: EntryForm): Promise<string> {
  const problem = findProblem(way, values)
  if (problem !== undefined) return problem
  try {
    const session = way.findIndex(({ kind }) => kind === 'session')
    const refused = session >= 0 && login ? await begin(login, values[session] ?? {}) : undefined
    if (refused !== undefined) return refused
    const send = sendWith(way, values)
    // The browser would ask itself, in a dialog of its own, for another user name.
    const isBasic = way.some(({ kind }) => kind === 'basic') && session < 0
    const response = await send(new URL(location.href), isBasic ? { credentials: 'omit' } : {})
    if (response.status === 401 || response.status === 403)
      return `${session < 0 ? 'The server refused it' : 'You are logged in, and this user may not see the page'}: ${response.status}.`
    if (!response.ok) return `The server answered ${response.status}.`
    if (way.every(({ kind }) => kind === 'session')) location.reload()
    else await open(await response.text(), send)
    return ''
  } catch {
    return 'The server does not answer.'
  }
}

/** Puts the page in the place of this form. Another load of the address would be without what was typed. */
async function open(html: string, send: SendOwn): Promise<void> {
  const page = new DOMParser().parseFromString(html, 'text/html')
  const json = page.getElementById(CONFIGURATION_ID)?.textContent ?? ''
  const module = (await import(/* @vite-ignore */ new URL('page.js', import.meta.url).href)) as PageModule
  document.title = page.title
  document.body.replaceChildren(make('div', { id: 'app' }))
  module.start(json, send)
}

const root = document.querySelector('main')
const json = document.getElementById(CONFIGURATION_ID)?.textContent
if (root && json) show(root, JSON.parse(json) as EntryForm)
