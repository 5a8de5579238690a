import type { Answer, Exploration } from '../ask/exploration.ts'
import { contactsOf } from '../ask/contacts.ts'
import { isProtected, type Route } from '../model/route.ts'

/** How an open operation shows persons: the names of the members that are ways to reach them. */
interface Shown {
  readonly answer: Answer
  readonly names: readonly string[]
}

/** An open operation that gives anonymous clients several ways to reach a person. */
export function reportContacts(route: Route, answers: readonly Answer[], world: Exploration): void {
  const shown = contactsIn(route, answers, world)
  // Another finding there says that all of it is open.
  if (shown === undefined || world.hasFound(route) || !world.wants('secret.answer', route)) return
  world.found({
    row: 'secret.answer',
    route,
    variant: 'persons',
    title: 'ways to reach a person, in an answer to a request without a credential',
    answers: [shown.answer],
    code: 'disclosed',
    expected: 'persons without the ways to reach them',
    got: `${shown.answer.status} with ${shown.names.join(', ')} of persons`,
    cause: `${route.key} gives every client ${shown.names.join(', ')} of persons. Where that is public on purpose, write roles, ${route.key}: { allow: [anonymous] }`,
  })
}

/** The contacts of a person that an open operation gives anonymous clients; `undefined` where there are fewer than two of one person. */
export function contactsIn(route: Route, answers: readonly Answer[], { fixtures }: Exploration): Shown | undefined {
  if (isProtected(route) || fixtures.routes[route.key]?.allow.includes('anonymous') === true) return undefined
  const open = answers.filter(({ as, isGood }) => as === undefined && isGood)
  return open
    .map((answer): Shown => ({ answer, names: contactsOf(answer.json, route.path) }))
    .find(({ names }) => names.length > 0)
}
