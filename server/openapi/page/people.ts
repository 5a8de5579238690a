import type { Person } from './configuration.ts'
import { make, makeButton, type Shown } from './dom.ts'
import type { Page } from './page-state.ts'

/** A call without anything. */
export const ANONYMOUS: Person = { name: '', roles: [], typed: {}, hasSession: false }

/** The people of the fixtures, the anonymous one first; none where the page was given none. */
export function peopleOf({ configuration }: Page): readonly Person[] {
  const { people } = configuration
  return people === undefined ? [] : [ANONYMOUS, ...people]
}

/** `as ann`, `with the keys` for good credentials of no user. */
export function labelOf({ name }: Pick<Person, 'name'>): string {
  return name === '' ? 'as nobody' : name === 'valid' ? 'with the keys' : `as ${name}`
}

/** Buttons for as whom the page makes its calls: what is typed, no credential, each user of the fixtures. */
export function makePeople(page: Page, actAs: (person: Person | undefined) => void): Shown {
  const said = make('p', { className: 'svc-hint', 'aria-live': 'polite' })
  const choices = [undefined, ...peopleOf(page)].map((person) => {
    const button = makeButton(person === undefined ? 'as typed' : labelOf(person), () => actAs(person))
    if (person && person.roles.length > 0) button.title = person.roles.join(', ')
    return { person, button }
  })
  const element = make(
    'div',
    { className: 'svc-people', role: 'group', 'aria-label': 'Call as', hidden: choices.length === 1 },
    ...choices.map(({ button }) => button),
    said,
  )
  return {
    element,
    update() {
      for (const { person, button } of choices)
        button.setAttribute('aria-pressed', String(page.vault.person?.name === person?.name))
      if (said.textContent !== page.vault.said) said.textContent = page.vault.said
    },
  }
}
