import type { Person, PersonAnswer } from './configuration.ts'
import { askOwn } from './own-request.ts'
import type { Page } from './page-state.ts'
import { labelOf } from './people.ts'

let latest = 0

/**
 * Has the page make its calls as a person, or with what is typed. A user with a login of the fixtures is logged in first, each
 * time anew: tokens and sessions expire.
 *
 * @returns whether it does so
 */
export async function actAs(page: Page, person: Person | undefined): Promise<boolean> {
  const { vault } = page
  const mine = ++latest
  vault.say('')
  if (person?.logins === undefined) {
    vault.actAs(person)
    return true
  }
  vault.say(`Logging in ${labelOf(person)} …`)
  const answer = await logIn(page, person)
  // Another person was chosen meanwhile.
  if (mine !== latest) return false
  if ('problem' in answer) {
    vault.say(`Not ${labelOf(person)}: ${answer.problem}`)
    return false
  }
  const { typed, hasSession } = answer
  vault.say('')
  vault.actAs({ ...person, typed: { ...person.typed, ...typed }, hasSession: person.hasSession || hasSession })
  return true
}

async function logIn(page: Page, { name }: Person): Promise<PersonAnswer> {
  const url = new URL('docs/person', location.href)
  url.search = location.search
  url.searchParams.set('page', page.explanations.page)
  url.searchParams.set('name', name)
  try {
    const response = await askOwn(url)
    return response.ok ? ((await response.json()) as PersonAnswer) : { problem: `svc dev answers ${response.status}.` }
  } catch {
    return { problem: 'svc dev does not answer.' }
  }
}
