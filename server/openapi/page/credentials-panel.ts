import { actAs } from './act-as.ts'
import { type CredentialGroup, groupCredentials, type TakenScheme } from './credential-groups.ts'
import { make, makeButton, type Shown } from './dom.ts'
import { isDrawn } from './marks.ts'
import type { Page } from './page-state.ts'
import { makePeople } from './people.ts'
import { makeTypedRow } from './row.ts'
import type { OperationFacts } from './schemes.ts'
import { logOut, loginFields } from './session.ts'
import { makeSessionRow } from './session-row.ts'

/** The list of credentials at the top of the page, each once: the place to type them. */
export function makeCredentialsPanel(page: Page): CredentialsPanel {
  const list = make('div', { className: 'svc-rows' })
  const note = make('p', { className: 'svc-hint', 'aria-live': 'polite' })
  const forget = makeButton(
    'Forget everything',
    () => void forgetEverything(page).then((text) => note.replaceChildren(text)),
  )
  const kept = page.configuration.persists
    ? 'Kept in this browser until you forget them.'
    : 'Gone when this page is left.'
  const count = make('span', { className: 'svc-place svc-count' })
  const people = makePeople(page, (person) => void actAs(page, person))
  const fold = makeFold((isOpen) => (element.dataset['open'] = String(isOpen)))
  const element = make(
    'section',
    { className: 'svc-panel', 'aria-label': 'Credentials' },
    make(
      'div',
      { className: 'svc-panel-heading' },
      make('h2', { textContent: 'Credentials' }),
      make('span', { className: 'svc-place svc-kept', textContent: kept }),
      count,
      forget,
      fold,
    ),
    people.element,
    list,
    note,
  )
  element.dataset['open'] = 'false'
  let groups: readonly CredentialsPanel[] = []
  const build = (): void => {
    groups = groupCredentials(page.schemes, page.operations).map((group) => makeGroup(group, page))
    list.replaceChildren(...groups.map((group) => group.element))
    element.hidden = groups.length === 0
  }
  let shown: string | undefined
  return {
    element,
    update() {
      const signature = JSON.stringify([page.schemes, loginFields(page), page.operations.map(takenBy)])
      // Rows that stay the same keep their fields and where the caret is.
      if (shown !== signature) build()
      shown = signature
      for (const group of groups) group.update()
      people.update()
      count.textContent = countFilled(list)
    },
    drawn() {
      for (const group of groups) group.drawn()
    },
  }
}

/** On a phone the fields would fill the first screen. Elsewhere the button is not shown. */
function makeFold(setOpen: (isOpen: boolean) => void): HTMLElement {
  const show = (isOpen: boolean): void => {
    fold.setAttribute('aria-expanded', String(isOpen))
    fold.textContent = isOpen ? 'Hide' : 'Show'
    fold.setAttribute('aria-label', `${fold.textContent} credentials`)
  }
  const fold = makeButton('Show', () => {
    const isOpen = fold.getAttribute('aria-expanded') !== 'true'
    show(isOpen)
    setOpen(isOpen)
  })
  fold.classList.add('svc-fold')
  show(false)
  return fold
}

/** The panel, which follows what is on screen. */
export interface CredentialsPanel extends Shown {
  /** Parts of the page were drawn, or went. */
  drawn(): void
}

/** One group, open while an operation that takes something of it is on screen, unless a person opened or closed it. */
function makeGroup(group: CredentialGroup, page: Page): CredentialsPanel {
  const rows = group.taken.map((taken) => makeRow(taken, page))
  const count = make('span', { className: 'svc-place' })
  let isLeft = false
  const heading = make(
    'button',
    { type: 'button', className: 'svc-group-heading' },
    make('strong', { textContent: group.title }),
    count,
  )
  const content = make('div', {}, ...rows.map((row) => row.element))
  const setOpen = (isOpen: boolean): void => {
    heading.setAttribute('aria-expanded', String(isOpen))
    content.hidden = !isOpen
  }
  heading.addEventListener('click', () => {
    isLeft = true
    setOpen(content.hidden === true)
  })
  setOpen(false)
  return {
    element: make('div', { className: 'svc-group' }, heading, content),
    update() {
      for (const row of rows) row.update()
      count.textContent = countFilled(content)
    },
    drawn() {
      if (isLeft || content.contains(document.activeElement)) return
      setOpen(group.taken.some(({ operations }) => operations.some(isDrawn)))
    },
  }
}

function countFilled(element: Element): string {
  const filled = element.querySelectorAll('[data-state="good"]').length
  return `${filled} of ${element.querySelectorAll('.svc-row').length} filled`
}

function takenBy({ id, ways, operation }: OperationFacts): unknown {
  return [id, ways, operation.tags]
}

function makeRow({ scheme, also }: TakenScheme, page: Page): Shown {
  const place = also.length === 0 ? scheme.place : `${scheme.place}, also for ${also.join(', ')}`
  if (scheme.kind !== 'session') return makeTypedRow({ ...scheme, place }, page)
  // One cookie, and so one row, whatever the number of authenticators that look at it.
  const names = page.schemes.filter(({ kind }) => kind === 'session').map(({ name }) => name)
  return makeSessionRow({ ...scheme, place }, names.join(', '), page)
}

async function forgetEverything(page: Page): Promise<string> {
  const problem = page.schemes.some(({ kind }) => kind === 'session') ? await logOut(page) : undefined
  page.vault.forgetAll()
  return `Forgotten.${problem === undefined ? '' : ` ${problem}`}`
}
