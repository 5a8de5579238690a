import { isProtected, type Route } from '../model/route.ts'
import { isPasswordName, memberName } from '../ask/bodies.ts'
import type { Answer, Exploration } from '../ask/exploration.ts'
import { NAMES } from '../spares/user-writes.ts'
import { foldName, type Leaf, leavesOfJson } from '../ask/values.ts'
import { type Json, parseObject } from '../text/json.ts'

/** Whether a folded name is that of a user's name or address. */
export function isUserName(name: string): boolean {
  return NAMES.has(name) || name.includes('mail')
}

/** Steps of paths under which a forgotten password is asked for. */
export const RESET: RegExp = /reset|forgot|forget[-_]?(?:passw|pwd|pin)|recover|lost|remind/i

/** Names of members that hold what a mail should have: a code, a token, an address with one. */
const MAILED =
  /^(?!.*(?:status|error|response|result|http|csrf|xsrf|country|zip|postal)).*(?:code|pin|otp|token|link|reseturl)$/

/** The answer to a request for a reset, without a credential, in which the code for it stands: asked twice, and for a user who does not exist. */
export function judgeCode(
  route: Route,
  [answer, again, unknown]: readonly [Answer, Answer, Answer],
  world: Exploration,
): void {
  const { target, body = '' } = answer.request
  const isThere = ({ json }: Answer, value: unknown): boolean => leavesOfJson(json).some((leaf) => leaf.value === value)
  // A code is another one each time, or long; and the answer for a user who does not exist has no such member.
  const isLong = (value: unknown): boolean => /^[^\s/]{24,}$/.test(String(value))
  const isText = (value: unknown): boolean => /^(?=.*\d)\S{3,}$/.test(String(value))
  const isLikeCode = ({ name, value }: Leaf): boolean =>
    MAILED.test(foldName(name)) &&
    isText(value) &&
    !`${target} ${body}`.includes(String(value)) &&
    (isLong(value) || !isThere(again, value)) &&
    !isThere(unknown, value)
  const codes = answer.isGood && world.wants('secret.answer', route) ? leavesOfJson(answer.json).filter(isLikeCode) : []
  const isOfFlow = ({ name }: Leaf): boolean =>
    leavesOfJson(unknown.json).some((leaf) => foldName(leaf.name) === foldName(name) && isText(leaf.value))
  const leaf = codes.find((one) => !isOfFlow(one) || isAllThatIsAsked(one, world))
  const [first] = codes
  if (leaf === undefined && first !== undefined)
    world.question(
      route,
      `answers every client with ${first.name}, another one each time: is it what the mail should have, and sets a new password?`,
    )
  if (leaf === undefined) return
  world.hide(String(leaf.value))
  reportCode(route, answer, leaf.name, world)
}

/** The finding that an answer has the code of a reset. */
export function reportCode(route: Route, answer: Answer, member: string, world: Exploration): void {
  world.found({
    row: 'secret.answer',
    route,
    variant: member,
    title: 'the code of a reset, in the answer to the request for it',
    answers: [answer],
    code: 'disclosed',
    expected: 'an answer that leaves the code to the mail',
    got: `${answer.status} with ${member}`,
    cause: `${route.key} gives every client the code by which the password of the user is reset, in ${member}: a name is enough to take an account`,
  })
}

/** Whether a member is all by which another open operation lets a client set a password: nothing else of what it asks for comes by mail. */
function isAllThatIsAsked({ name }: Leaf, { routes }: Exploration): boolean {
  return routes.some((route) => {
    const members = route.inputs?.body ?? []
    const isOfUser = (one: string): boolean =>
      NAMES.has(one) || /mail(?:address)?$/.test(one) || isPasswordName(one) || /^(?:confirm|repeat)/.test(one)
    const asked = members.map(memberName).filter((one) => !isOfUser(one))
    const isOpen = !isProtected(route) && /^(?:POST|PUT|PATCH)$/.test(route.method)
    const isOfReset = RESET.test(route.path) || /passw|pwd/i.test(route.path)
    return (
      isOpen &&
      isOfReset &&
      !isProvedElsewhere(foldName(name), routes) &&
      members.some((one) => isPasswordName(memberName(one))) &&
      asked.join() === foldName(name)
    )
  })
}

/** Whether another open operation takes the member with another proof: the code of the mail, for a handle that is good for a reset afterwards. */
function isProvedElsewhere(name: string, routes: readonly Route[]): boolean {
  return routes.some((route) => {
    const names = (route.inputs?.body ?? []).map(memberName)
    const isOther = names.some((one) => one !== name && (PROOF.test(one) || /verif|digits|answer/.test(one)))
    return !isProtected(route) && names.includes(name) && isOther
  })
}

/** Paths whose last step is that of an account that is got back. */
const OF_ACCOUNT = /\/(?:forg[eo]t(?:ten)?|reset|recover(?:y)?)(?:[-_][\w-]+)?\/?$/i

/** Members by which a client shows that the mail was read. */
const PROOF = /token|code|pin$|otp/

/** Requests for a reset of an application of this process, with the body of the fixtures: the code belongs into a mail. */
export async function exploreMailedCodes(world: Exploration): Promise<void> {
  for (const route of world.routes) {
    const isReset = route.method === 'POST' && (/passw|pwd/i.test(route.path) || OF_ACCOUNT.test(route.path))
    if (!isReset || isProtected(route) || !world.wants('secret.answer', route) || world.isOver()) continue
    const body: Json = parseObject(world.fixtures.routes[route.key]?.body?.text ?? '') ?? {}
    const who = Object.keys(body).find((name) => isUserName(foldName(name)))
    const isOther = Object.keys(body).some((name) => PROOF.test(foldName(name)) || isPasswordName(foldName(name)))
    if (who === undefined || isOther) continue
    const ask = (name: unknown): Promise<Answer | undefined> =>
      world.ask({ route, as: undefined, body: { ...body, [who]: name } })
    const [first, again, unknown] = [await ask(body[who]), await ask(body[who]), await ask(UNKNOWN)]
    if (first && again && unknown) judgeCode(route, [first, again, unknown], world)
  }
}

/** The address of no user (RFC 2606 section 2), and a name that none has. */
const UNKNOWN = 'svc-none@svc.invalid'

const SENT =
  /token|otp|pin$|^(?:verification|confirm\w*|activation|auth\w*|access|login|security|sms|e?mail|reset|invit\w*|referral|registration)?code$/
/** Tokens of pages and forms. */
const OF_PAGES = /csrf|xsrf|captcha/

/** Whether a member, by its folded name, is for what a user was sent or given before. Other codes, of a country or a mechanic, are plain data. */
export function isSentCode(name: string): boolean {
  return SENT.test(name) && !OF_PAGES.test(name)
}
