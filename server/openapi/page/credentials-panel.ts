import { make, makeButton } from './dom.ts'
import type { Page } from './page-state.ts'
import { makeTypedRow, type Shown } from './row.ts'
import { logOut, loginFields } from './session.ts'
import { makeSessionRow } from './session-row.ts'

/** The list of credentials at the top of the page, each once: the place to type them. */
export function makeCredentialsPanel(page: Page): Shown {
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
  // On a phone the fields would fill the first screen. Elsewhere the button is not shown.
  const fold = makeButton('Show', () => setOpen(element.dataset['open'] !== 'true'))
  fold.classList.add('svc-fold')
  fold.setAttribute('aria-label', 'Show credentials')
  const setOpen = (isOpen: boolean): void => {
    element.dataset['open'] = String(isOpen)
    fold.setAttribute('aria-expanded', String(isOpen))
    fold.textContent = isOpen ? 'Hide' : 'Show'
    fold.setAttribute('aria-label', `${fold.textContent} credentials`)
  }
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
    list,
    note,
  )
  setOpen(false)
  let rows: readonly Shown[] = []
  const build = (): void => {
    rows = makeRows(page)
    list.replaceChildren(...rows.map((row) => row.element))
    element.hidden = rows.length === 0
  }
  let shown: string | undefined
  return {
    element,
    update() {
      const signature = JSON.stringify([page.schemes, loginFields(page)])
      // Rows that stay the same keep their fields and where the caret is.
      if (shown !== signature) build()
      shown = signature
      for (const row of rows) row.update()
      const filled = list.querySelectorAll('[data-state="good"]').length
      count.textContent = `${filled} of ${rows.length} filled`
    },
  }
}

function makeRows(page: Page): readonly Shown[] {
  const sessions = page.schemes.filter(({ kind }) => kind === 'session')
  const names = sessions.map(({ name }) => name).join(', ')
  const [session] = sessions
  return page.schemes.flatMap((scheme) => {
    if (scheme.kind !== 'session') return makeTypedRow(scheme, page)
    // One cookie, and so one row, whatever the number of authenticators that look at it.
    return scheme === session ? makeSessionRow(scheme, names, page) : []
  })
}

async function forgetEverything(page: Page): Promise<string> {
  const problem = page.schemes.some(({ kind }) => kind === 'session') ? await logOut(page) : undefined
  page.vault.forgetAll()
  return `Forgotten.${problem === undefined ? '' : ` ${problem}`}`
}
