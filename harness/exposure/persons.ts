import type { Answer, Exploration } from '../ask/exploration.ts'
import { CONTACTS } from '../ask/contacts.ts'
import { foldName } from '../ask/values.ts'
import { isObject } from '../text/json.ts'
import { isProtected, type Route } from '../model/route.ts'

/** Members that a person has, and a shop or a company has not. */
const PERSONAL = /^(?:user(?:name)?|first_?name|last_?name|full_?name|surname|nick_?name|role|gender)$/i
/** Members that hold a person. */
const PERSON = /(?:user|owner|author|seller|buyer|customer|patient|member|reporter|person|employee|student|client)s?$/i
/** Kinds of contacts of one person that are more than a way to write to them. */
const FEWEST = 2

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
    .find(({ names }) => names.length >= FEWEST)
}

/** @param holder the name of the member that holds a value, or the path of an answer */
function contactsOf(json: unknown, holder: string): readonly string[] {
  if (Array.isArray(json))
    return json.map((one) => contactsOf(one, holder)).find((names) => names.length >= FEWEST) ?? []
  if (!isObject(json)) return []
  const members = Object.entries(json)
  const isPerson = PERSON.test(holder) || members.some(([name]) => PERSONAL.test(name))
  const names = CONTACTS.flatMap(
    (kind) =>
      members.find(([name, value]) => typeof value === 'string' && value !== '' && kind.test(foldName(name)))?.[0] ??
      [],
  )
  if (isPerson && names.length >= FEWEST) return names
  return members.map(([name, value]) => contactsOf(value, name)).find((found) => found.length >= FEWEST) ?? []
}
