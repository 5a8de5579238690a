import type { Answer, Exploration } from '../ask/exploration.ts'
import { bodyOf } from '../ask/bodies.ts'
import type { MadeRecord } from '../ask/journal.ts'
import type { User } from '../ask/users.ts'
import { foldName, leavesOfJson } from '../ask/values.ts'
import { isProtected, type Route } from '../model/route.ts'
import { shapeOf } from '../whose/operations.ts'
import { nounOf, paramsOf } from '../whose/path-nouns.ts'
import { belowNamed, type Sharing } from './sharing.ts'

/** Steps of paths at which a user takes what another one has given. */
const TAKES = /^(?:accept|acceptance|join|redeem|claim|confirm|confirmation|activate)$/i
/** Steps that say that it is about what was given. */
const GIVEN = /invit|share|join|member|access/i
/** Names of members and parameters that are for a code. */
const CODE = /code|token|key|invit|link|secret|^id$/

/** A code that a user has taken. */
export interface Taken {
  readonly route: Route
  readonly params: Readonly<Record<string, string>>
  readonly body: object | undefined
  readonly answer: Answer
}

/** How a code is taken. */
interface Taking {
  readonly given: Answer
  readonly made: MadeRecord
  readonly by: User
  /** The path of the record. */
  readonly around: string
}

/** The operations by which a user takes a record that was given: `POST /invitations/accept`, `POST /lists/[id]/join`, `POST /join/[code]`. */
export function acceptancesOf(
  { give, records }: Pick<Sharing, 'give' | 'records'>,
  world: Exploration,
): readonly Route[] {
  const around = records.read.path
  const apt = world.routes.filter((route) => {
    const { method, path } = route
    const steps = path.split('/')
    const names = paramsOf(route).map((name) => nounOf(route, name))
    // An id would be one of other records elsewhere.
    const isAbout = isBelowOne(path, around) || (GIVEN.test(path) && names.every(isOfGiven))
    const isApt = /^(?:POST|PUT)$/.test(method) && isAbout && steps.some((step) => TAKES.test(step))
    return isApt && isProtected(route) && route !== give && world.whyNot(route) === undefined
  })
  return apt.map((route) => (isBelowOne(route.path, around) ? belowNamed(route, around) : route))
}

/** Whether a path is below that of one record, whatever their parameters are called. */
function isBelowOne(path: string, around: string): boolean {
  return shapeOf(path).startsWith(`${shapeOf(around)}/`)
}

/** Whether a step names codes, or what was given. */
function isOfGiven(noun: string): boolean {
  return GIVEN.test(noun) || TAKES.test(noun)
}

/** Takes what an answer has given, by the code or the id in it; `undefined` where the answer has none, or the request is refused. */
export async function takeCode(
  route: Route,
  { given, made, by, around }: Taking,
  world: Exploration,
): Promise<Taken | undefined> {
  const codeFor = codesIn(given, made)
  const inRecord = isBelowOne(route.path, around) ? made.params : {}
  const params: Record<string, string> = {}
  for (const name of paramsOf(route)) {
    const value = inRecord[name] ?? codeFor(name)
    if (value === undefined) return undefined
    params[name] = value
  }
  const names = (route.inputs?.body ?? []).flatMap(({ path: [name = '', inner] }) => (inner === undefined ? name : []))
  const member = names.find((name) => codeFor(name) !== undefined)
  const hasCode = member !== undefined || paramsOf(route).some((name) => inRecord[name] === undefined)
  // Without a code it may be for all, or take what others have given to a user of the fixtures.
  if (!hasCode && (by.isThrowaway !== true || !/(?:accept|confirm)\w*$/i.test(route.path))) return undefined
  const { body } = bodyOf(route, `${world.mark} taken`, world, 'none')
  const whole = member === undefined ? body : { ...body, [member]: codeFor(member) }
  const answer = await world.ask({ route, as: by, params, body: whole })
  return answer?.isGood === true ? { route, params, body: whole, answer } : undefined
}

/** The text of an answer for a member or a parameter that takes a code. */
function codesIn({ json }: Answer, { id: record }: MadeRecord): (name: string) => string | undefined {
  const leaves = leavesOfJson(json).filter(({ value }) => typeof value === 'string' || typeof value === 'number')
  return (name) => {
    const folded = foldName(name)
    if (!CODE.test(folded)) return undefined
    const same = leaves.find((leaf) => foldName(leaf.name) === folded)
    const secret = leaves.find((leaf) => /code|token|key|secret/i.test(leaf.name))
    // Its own id stands in the outermost object.
    const id = leaves.find(
      (leaf) => /^(?:\/[^/]+)?\/_?(?:id|uuid)$/i.test(leaf.pointer) && String(leaf.value) !== record,
    )
    const found = same ?? secret ?? id
    return found && String(found.value)
  }
}
