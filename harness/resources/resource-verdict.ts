import { describeOutcome } from '../check/stopped.ts'
import type { OwnedResource } from '../model/fixtures.ts'
import type { Route } from '../model/route.ts'
import { formatPlace } from '../text/repository-place.ts'
import type { Answer } from '../ask/exploration.ts'
import { foldName, ID_NAMES, isTelling, isTime, leavesOfJson, namesOf, standsIn, textsIn } from '../ask/values.ts'

/** An answer to a user who asks for the record of another, and what it is judged by. */
export interface Foreign {
  readonly resource: OwnedResource
  /** All of the application: one of them says where the resource is declared. */
  readonly routes: readonly Route[]
  readonly route: Route
  readonly owner: string
  /** The owner's own answer. */
  readonly control: Answer
  readonly answer: Answer
  /** Answers that this user gets for records of their own. */
  readonly own: readonly Answer[]
}

/** A record that was given to another user. */
export interface Given {
  readonly got: string
  readonly cause: string
  /** Whether the answer holds something of it; else only the handler got it. */
  readonly isHeld: boolean
  /** Whether `may` said yes: every operation with this resource is open then. */
  readonly isAllowed: boolean
}

/**
 * Whether a user was given the record of another: by what the answer holds, and in this process by what the resource said. A refusal
 * may have any status.
 */
export function givenTo(foreign: Foreign): Given | undefined {
  const { answer, owner } = foreign
  const held = heldIn(foreign)
  const isHeld = held !== undefined
  const isAllowed = isLoadedIn(foreign)
  if (!isHeld && !isAllowed) return undefined
  const got = isHeld ? `${answer.status} with ${held}` : `${answer.status}, and the handler got the record`
  return { got: `${got} of ${owner}`, cause: causeOf(foreign), isHeld, isAllowed }
}

/** Whether another user got something of the owner's by another spelling or another parent: only the answer says so. */
export function heldBy(foreign: Foreign): Given | undefined {
  const held = heldIn(foreign)
  const { answer, owner } = foreign
  if (held === undefined) return undefined
  const got = `${answer.status} with ${held} of ${owner}`
  return { got, cause: causeOf(foreign), isHeld: true, isAllowed: isLoadedIn(foreign) }
}

function isLoadedIn({ answer, resource }: Pick<Foreign, 'answer' | 'resource'>): boolean {
  const outcomes = answer.entry?.resources ?? []
  return outcomes.every(({ outcome }) => outcome === 'loaded') && outcomes.some(({ name }) => name === resource.name)
}

/** Whether a list names a record: in a member that is an id, or in a table of texts as a word of its own. */
export function isListed(params: Readonly<Record<string, string>>, { isGood, json, text }: Answer): boolean {
  const [param, id] = Object.entries(params).at(-1) ?? ['', '']
  if (!isGood) return false
  // Shorter words occur by chance.
  if (json === undefined) return id.length > 3 && text.split(/[^\w-]+/).includes(id)
  const isId = (name: string): boolean =>
    foldName(name) === foldName(param) || ID_NAMES.has(foldName(name)) || foldName(name).endsWith('id')
  return leavesOfJson(json).some(({ name, value }) => isId(name) && String(value) === id)
}

/** A refusal by accident: `may` or `only` threw for another user. */
export function thrownFor({ entry }: Answer): string | undefined {
  const thrown = entry?.resources.find(({ outcome, by }) => outcome === 'threw' && by !== 'load')
  return thrown && describeOutcome(thrown)
}

/** The parts of the owner's record that an answer holds, in words; `undefined` if it holds none of them. */
function heldIn({ resource, owner, control, answer, own }: Foreign): string | undefined {
  if (!answer.isGood) return undefined
  const mark = resource.marks[owner]
  if (mark !== undefined && answer.text.includes(mark)) return `the mark`
  const known = new Set(own.flatMap(({ json }) => [...textsIn(json)]))
  const sent = new Set(Object.values(resource.of[owner] ?? {}))
  const isOther = (text: string): boolean => !known.has(text) && !sent.has(text)
  const shared = leavesOfJson(control.json).filter(standsIn(answer.json))
  const leaves = shared.filter(({ value }) => isTelling(value) && isOther(String(value)))
  if (leaves.length > 0) return namesOf(leaves)
  const texts = leavesOfJson(control.json).filter(
    ({ value }) => typeof value === 'string' && value.length >= LONG && !isTime(value) && isOther(value),
  )
  const repeated = texts.filter(({ value }) => answer.text.includes(String(value)))
  if (repeated.length > 0) return namesOf(repeated)
  const isSame = control.isGood && control.text !== '' && answer.text === control.text
  const isText = answer.json === undefined && !own.some(({ text }) => text === answer.text)
  return isSame && isText ? 'the answer' : undefined
}

/** Shorter texts occur by chance under other names. */
const LONG = 8

/** Which line lets it through: the same words for every operation that one rule is wrong for. */
export function causeOf(foreign: Pick<Foreign, 'resource' | 'route' | 'routes' | 'answer'>): string {
  const { resource, route, routes, answer } = foreign
  const { name } = resource
  const { entry } = answer
  if (isLoadedIn(foreign)) {
    const declared = routes.flatMap(({ resources = [] }) => resources).find((one) => one.name === name)
    const where = declared?.source === undefined ? '' : ` (${formatPlace(declared.source)})`
    return `the resource ${name}${where} lets users have the records of others`
  }
  if (entry?.resources.some(({ outcome }) => outcome !== 'loaded') === true)
    return `${route.key} answers with the record although the resource ${name} refused it`
  if (entry !== undefined && entry.runs.length === 0 && entry.middleware.length > 0)
    return 'middleware keeps an answer, and its key does not hold the user'
  const passed = entry?.resources.at(-1)
  if (passed !== undefined && !isDeclared(name, routes))
    return `the resource ${passed.name}, as ${route.key} narrows it, lets users have the records of others`
  if (entry !== undefined) return `${route.key} does not ask the resource ${name} whose the record is`
  return `${route.key} gives the record to any user who names its id: whose it is, is not compared with who asks`
}

/** The fixtures may call records otherwise than the application, where an operation has owners of its own. */
function isDeclared(name: string, routes: readonly Route[]): boolean {
  return routes.some(({ resources = [] }) => resources.some((one) => one.name === name))
}
