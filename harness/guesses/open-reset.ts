import type { BodyMember, Route } from '../model/route.ts'
import { isProtected } from '../model/route.ts'
import { fillBody, isPasswordName, memberName } from '../ask/bodies.ts'
import type { Answer, Exploration } from '../ask/exploration.ts'
import { newPassword, type Throwaways } from '../ask/throwaways.ts'
import { paramsOf } from '../whose/path-nouns.ts'
import { isUserName } from './mailed-codes.ts'
import { nameFor } from './login-name.ts'
import { isEntry, isSign } from './own-changes.ts'

/** Steps of paths that are about a password that is forgotten, or another one. */
const OF_PASSWORD = /passw|pwd|reset|forg[eo]t|recover|lost/i
/** Members by which a user shows who they are: a code, an answer to a question, the password of before. */
const PROOF = /token|code|pin$|otp|answer|secret|^(?:old|current|previous)|signature|captcha/

/** An open operation that sets the password of the user whom it names. */
interface Reset {
  readonly route: Route
  readonly names: readonly BodyMember[]
}

/**
 * Open operations that take the name of a user and a new password, and no proof: sent without a credential for a user of the run, and without
 * the proofs that the document has and does not ask for. The new password then logs in, or it does not.
 */
export async function exploreOpenReset(world: Exploration, people: Throwaways): Promise<void> {
  for (const route of world.routes) {
    const reset = resetOf(route, world)
    if (reset !== undefined && world.wants('password.reset', route) && !world.isOver())
      await tryReset(reset, world, people)
  }
}

function resetOf(route: Route, world: Exploration): Reset | undefined {
  const { method, path, inputs } = route
  const members = inputs?.body ?? []
  const isOf = /^(?:POST|PUT|PATCH)$/.test(method) && path.split('/').some((step) => OF_PASSWORD.test(step))
  if (
    !isOf ||
    isEntry(route, world) ||
    isProtected(route) ||
    paramsOf(route).length > 0 ||
    world.whyNot(route) !== undefined
  )
    return undefined
  if (members.some((member) => member.isRequired && PROOF.test(memberName(member)))) return undefined
  const names = members.filter((member) => member.type === 'string' && isUserName(memberName(member)))
  // Another member that names a user has the value of the document, which may be that of a real one.
  const isOther = (member: BodyMember): boolean =>
    member.isRequired && !names.includes(member) && !isFresh(member) && isSign(memberName(member))
  const hasQuery = Object.keys(route.sample?.query ?? {}).length > 0
  if (hasQuery || members.some(isOther) || names.length === 0) return undefined
  return members.some(isFresh) ? { route, names } : undefined
}

/** Whether a member holds a new password. */
function isFresh(member: BodyMember): boolean {
  const name = memberName(member)
  return member.type === 'string' && isPasswordName(name) && !PROOF.test(name)
}

async function tryReset({ route, names }: Reset, world: Exploration, people: Throwaways): Promise<void> {
  const user = await people.make()
  if (user === undefined) return
  const password = newPassword()
  world.hide(password)
  const body = fillBody(route, (member, folded) => {
    if (names.includes(member)) return nameFor(folded, user, people)
    if (isFresh(member)) return password
    return member.isRequired ? member.sample : undefined
  })
  const note = { kind: 'user', name: user.name, password } as const
  world.journal.add(note)
  const sent = await world.ask({ route, as: undefined, body })
  const isIn = sent !== undefined && (await people.logIn(user.name, password)) !== undefined
  // Some logins give everybody a cookie.
  const isAsBefore = (await people.logIn(user.name, user.password)) !== undefined
  if (isAsBefore) world.journal.done(note)
  if (sent !== undefined) judge(route, sent, isIn && !isAsBefore, world)
}

function judge(route: Route, sent: Answer, isIn: boolean, world: Exploration): void {
  const tried = { row: 'password.reset', route, answers: [sent] } as const
  if (!isIn) return world.passed(tried)
  world.found({
    ...tried,
    code: 'accepted',
    expected: 'a refusal without a code that was sent to the user',
    got: `${sent.status}, and the new password logs in`,
    cause: `${route.key} sets the password of whichever user the request names, without a credential or a code: a name is enough to take an account`,
  })
}
