import { declaredFor, formatAge, formatTested } from './access.ts'
import type { AccessAnswer, Person, TestedRoute } from './configuration.ts'
import { make, makeButton, type Shown } from './dom.ts'
import { askOwn } from './own-request.ts'
import type { Page } from './page-state.ts'
import { labelOf, ANONYMOUS, peopleOf } from './people.ts'
import type { OperationFacts } from './schemes.ts'

/** Makes a call as a person, or opens it where it may change something. */
export type CallAs = (facts: OperationFacts, person: Person) => void

/** Operations against people: what is declared, and what came in the last runs of `svc test-auth`. For the developer. */
export function makeAccessView(page: Page, call: CallAs): Shown {
  const age = make('span', { className: 'svc-place' })
  const content = make('div', { className: 'svc-access-table', tabIndex: 0, role: 'region', hidden: true })
  content.setAttribute('aria-label', 'Table of who may call what')
  const fold = makeButton('Show', () => {
    content.hidden = content.hidden !== true
    fold.textContent = content.hidden ? 'Show' : 'Hide'
    fold.setAttribute('aria-label', `${fold.textContent} who may call what`)
    fold.setAttribute('aria-expanded', String(!content.hidden))
    void show()
  })
  fold.setAttribute('aria-label', 'Show who may call what')
  fold.setAttribute('aria-expanded', 'false')
  const show = async (): Promise<void> => {
    if (content.hidden) return
    const answer = await readAccess()
    const newest = Math.max(...Object.values(answer.routes).map(({ at }) => Date.parse(at)))
    age.textContent = Number.isFinite(newest)
      ? `svc test-auth ran ${formatAge(newest, Date.now())}`
      : 'svc test-auth has not run here yet'
    content.replaceChildren(makeTable(page, answer, call))
  }
  document.addEventListener('visibilitychange', () => void (!document.hidden && show()))
  return {
    element: make(
      'section',
      { className: 'svc-panel svc-access-view', 'aria-label': 'Access', hidden: !page.isForDeveloper },
      make('div', { className: 'svc-panel-heading' }, make('h2', { textContent: 'Access' }), age, fold),
      content,
    ),
    update: () => void show(),
  }
}

function makeTable(page: Page, { users, routes }: AccessAnswer, call: CallAs): HTMLElement {
  const people = peopleOf(page)
  // Without the fixtures their users are known by name, from the last run.
  const known = users.map(({ name, roles }): Person => ({ ...ANONYMOUS, name, roles }))
  const columns = people.length > 0 ? people : [ANONYMOUS, ...known]
  const head = columns.map(({ name, roles }) =>
    make('th', { scope: 'col', textContent: name === '' ? 'anonymous' : name, title: roles.join(', ') }),
  )
  const rows = page.operations.map((facts) => makeRow(facts, columns, page, { tested: routes[facts.id], call }))
  return make(
    'table',
    {},
    make('thead', {}, make('tr', {}, make('th', { scope: 'col', textContent: 'Operation' }), ...head)),
    make('tbody', {}, ...rows),
  )
}

interface RowParts {
  readonly tested: TestedRoute | undefined
  readonly call: CallAs
}

function makeRow(
  facts: OperationFacts,
  columns: readonly Person[],
  page: Page,
  { tested, call }: RowParts,
): HTMLElement {
  const schemes = new Map(page.schemes.map((scheme) => [scheme.name, scheme]))
  const canCall = page.configuration.people !== undefined
  const name = `${facts.method.toUpperCase()} ${facts.path}`
  const cells = columns.map((person) => {
    // The credentials of a user are known from the fixtures alone.
    const isKnown = canCall || person.name === ''
    const declared = isKnown ? declaredFor(facts, person, schemes) : undefined
    const cell = tested?.cells[person.name === '' ? 'anonymous' : person.name]
    const came = formatTested(cell)
    const text = [declared, came].filter((part) => part !== undefined && part !== '').join(' ') || '–'
    const button = makeButton(declared ?? '', () => call(facts, person))
    // Drawn: many fonts have no tick.
    if (cell) button.append(make('span', { className: cell.isWrong ? 'svc-cross' : 'svc-tick' }), cell.came.join(', '))
    else if (declared === undefined) button.textContent = '–'
    button.classList.add('svc-access-cell')
    button.dataset['declared'] = declared ?? ''
    if (cell?.isWrong) button.dataset['wrong'] = ''
    button.setAttribute('aria-label', `Call ${name} ${labelOf(person)}: ${text}`)
    button.disabled = !canCall && person.name !== ''
    if (button.disabled) button.title = 'svc dev --docs-credentials makes calls as the users of the fixtures'
    return make('td', {}, button)
  })
  const title = tested === undefined ? 'not tested yet' : `tested ${formatAge(Date.parse(tested.at), Date.now())}`
  return make('tr', {}, make('th', { scope: 'row', textContent: name, title }), ...cells)
}

async function readAccess(): Promise<AccessAnswer> {
  const url = new URL('docs/access', location.href)
  url.search = location.search
  try {
    const response = await askOwn(url)
    if (response.ok) return (await response.json()) as AccessAnswer
  } catch {
    // As if nothing had been tested.
  }
  return { users: [], routes: {} }
}
