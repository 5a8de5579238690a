import { isProtected, type Route } from '../model/route.ts'
import { fillBody, isPasswordName, memberName } from '../ask/bodies.ts'
import type { Answer, Exploration } from '../ask/exploration.ts'
import type { Mailed } from '../ask/mailed.ts'
import { type Made, newPassword } from '../ask/throwaways.ts'
import { foldName, leavesOfJson } from '../ask/values.ts'
import { paramsOf } from '../whose/path-nouns.ts'
import { askReset, namesUser } from './enumeration.ts'
import { openedTo } from './issued-before.ts'
import { loginNameOf, nameFor } from './login-name.ts'
import { isSentCode, isUserName, RESET, reportCode } from './mailed-codes.ts'
import { isEntry, type Setting } from './own-changes.ts'
import { judgeSessions } from './password-change.ts'
import { judgeShort, SHORT } from './short-password.ts'
import { factsOf, judgeFacts } from './token-facts.ts'

/** An operation that sends a code for a reset, and the one that takes it with a new password. */
interface Flow {
  readonly request: Route
  readonly setter: Route
}

/** A code for a user, and the answer to the request for it. */
interface Given extends Mailed {
  readonly answer: Answer
  /** The member of that answer that gave it to every client, if one did. */
  readonly member?: string
}

/** A new password by a code, and whether it logs in. */
interface Sent {
  readonly answer: Answer
  readonly isIn: boolean
}

const ROWS = ['token.facts', 'password.reset', 'password.sessions', 'password.short', 'secret.answer'] as const

/**
 * Resets of the password of a user of the run by the code that a mail has, or the answer to the request for it: with the same code once more, of a
 * session from before, with a password of one character, and for another user whom the request names; and whether the codes of two users are made of what
 * others know.
 */
export async function exploreResets(setting: Setting): Promise<void> {
  const { world } = setting
  const setters = world.routes.filter((route) => isSetter(route, world))
  for (const request of world.routes.filter((route) => namesUser(route) !== undefined)) {
    if (world.whyNot(request) !== undefined) continue
    for (const setter of setters)
      if (ROWS.some((row) => world.wants(row, setter)) && !world.isOver()) await tryFlow({ request, setter }, setting)
  }
}

/** Whether an open operation takes a new password and a code. */
function isSetter(route: Route, world: Exploration): boolean {
  const { method, path, inputs } = route
  const members = (inputs?.body ?? []).map(memberName)
  return (
    /^(?:POST|PUT|PATCH)$/.test(method) &&
    !isProtected(route) &&
    !isEntry(route, world) &&
    world.whyNot(route) === undefined &&
    (RESET.test(path) || /passw|pwd/i.test(path)) &&
    members.some(isPassword) &&
    [...members, ...[...paramsOf(route), ...(inputs?.query ?? [])].map(foldName)].some(isCode)
  )
}

/** @param name folded */
function isPassword(name: string): boolean {
  return isPasswordName(name) || /^(?:new|confirm|repeat)?pass(?:code|phrase)?$/.test(name)
}

/** Whether a member of a reset is for what was sent. @param name folded */
function isCode(name: string): boolean {
  return isSentCode(name) || /^(?:reset|recovery)?(?:key|secret|hash|ticket|nonce)$/.test(name)
}

async function tryFlow(flow: Flow, setting: Setting): Promise<void> {
  const { world, people } = setting
  const user = await people.make()
  const read = user && (await openedTo(user, world))
  const given = user && (await codeFor(user, flow, setting))
  if (user === undefined || given === undefined) return
  const first = await setPassword(flow, given, user, newPassword(), setting)
  if (first === undefined) return
  const tried = { row: 'password.reset', route: flow.setter, variant: 'again' } as const
  if (!first.isIn) {
    const why = `${first.answer.status} to the code of a user of the run, and the new password does not log in`
    return world.inconclusive({ ...tried, answers: [first.answer] }, why)
  }
  if (given.member !== undefined) reportCode(flow.request, given.answer, given.member, world)
  const after = read && (await world.ask({ route: read, as: user }))
  if (after !== undefined)
    await judgeSessions({ route: flow.setter }, { elder: user, read }, { sent: first.answer, after }, setting)
  const again = await setPassword(flow, given, user, newPassword(), setting)
  if (again?.isIn === false) world.passed({ ...tried, answers: [again.answer] })
  if (again?.isIn === true)
    world.found({
      ...tried,
      answers: [first.answer, again.answer],
      code: 'accepted',
      expected: 'a refusal of a code that has set a password before',
      got: `${again.answer.status}, and the second new password logs in`,
      cause: `${flow.setter.key} takes the code of a reset more than once: who finds a mail that was used sets another password`,
    })
  await tryOther(flow, user, given, setting)
  const anew = world.wants('password.short', flow.setter) ? await codeFor(user, flow, setting) : undefined
  const short = anew && (await setPassword(flow, anew, user, SHORT, setting))
  if (short !== undefined) judgeShort(flow.setter, short.answer, short.isIn, world)
}

/** The codes of two users side by side, and that of one with the name of the other, where the request has both. */
async function tryOther(flow: Flow, user: Made, first: Given, setting: Setting): Promise<void> {
  const { world, people, identities } = setting
  const other = await people.make()
  const second = other && (await codeFor(other, flow, setting))
  const issued = (of: Made, { code, answer }: Given): Parameters<typeof judgeFacts>[1][0] => ({
    text: code ?? '',
    facts: [...factsOf(of.name, identities), people.mailOf(of)],
    answer,
  })
  if (other && second?.code !== undefined && first.code !== undefined && world.wants('token.facts', flow.request))
    judgeFacts(flow.request, [issued(user, first), issued(other, second)], 'reset', world)
  const hasName = (flow.setter.inputs?.body ?? []).some((member) => isUserName(memberName(member)))
  const given = other && hasName ? await codeFor(user, flow, setting) : undefined
  const sent = other && given && (await setPassword(flow, given, other, newPassword(), setting))
  if (sent === undefined) return
  const tried = { row: 'password.reset', route: flow.setter, variant: 'other', answers: [sent.answer] } as const
  if (!sent.isIn) return world.passed(tried)
  world.found({
    ...tried,
    code: 'accepted',
    expected: 'a refusal of the code of another user',
    got: `${sent.answer.status}, and the new password logs the other user in`,
    cause: `${flow.setter.key} takes the code of one user for another whom the request names: who has an account takes each other one`,
  })
}

/** Members about a code: when it ends, how long it is. */
const ABOUT = /expir|ttl|life|length|valid|until|retry|max|type|status/

/** Asks for a reset, and looks for the code in the answer, then in the mail. */
async function codeFor(user: Made, { request }: Flow, { world, people }: Setting): Promise<Given | undefined> {
  const since = Date.now()
  const answer = await askReset(request, { name: loginNameOf(user, people), mail: people.mailOf(user) }, world)
  if (answer?.isGood !== true) return undefined
  const leaf = leavesOfJson(answer.json).find(
    ({ name, value }) =>
      isSentCode(foldName(name)) && !ABOUT.test(foldName(name)) && /^(?=.*\d)\S{3,}$/.test(String(value)),
  )
  const shown = leaf === undefined ? {} : { [foldName(leaf.name)]: String(leaf.value) }
  const mailed = await people.mailTo(user, since)
  // Beside the code of the mail it is a handle of the request.
  if (mailed?.code !== undefined && mailed.code !== String(leaf?.value))
    return { ...mailed, values: { ...shown, ...mailed.values }, answer }
  return leaf === undefined ? undefined : { code: String(leaf.value), values: {}, answer, member: leaf.name }
}

/** Sends a new password with a code, in the name of a user where the request has a place for one; `undefined` where it is not sent. */
async function setPassword(
  { setter }: Flow,
  { code, values }: Given,
  user: Made,
  password: string,
  { world, people }: Setting,
): Promise<Sent | undefined> {
  if (password !== SHORT) world.hide(password)
  const sentAs = (folded: string): string | undefined => {
    const named = Object.entries(values).find(([name]) => name.startsWith(folded) || folded.startsWith(name))
    return named?.[1] ?? (isCode(folded) ? code : undefined)
  }
  const body = fillBody(setter, (member, folded) => {
    if (isPassword(folded)) return password
    if (isUserName(folded)) return nameFor(folded, user, people)
    const sent = sentAs(folded)
    // A code of digits may be a number.
    return sent === undefined
      ? member.isRequired
        ? member.sample
        : undefined
      : typeof member.sample === 'number'
        ? Number(sent)
        : sent
  })
  const params = Object.fromEntries(paramsOf(setter).map((param) => [param, sentAs(foldName(param)) ?? '']))
  if (Object.values(params).includes('')) return undefined
  const query = Object.fromEntries(
    (setter.inputs?.query ?? []).flatMap((name) => {
      const sent = sentAs(foldName(name))
      return sent === undefined ? [] : [[name, sent] as const]
    }),
  )
  world.journal.add({ kind: 'user', name: user.name, password })
  const answer = await world.ask({ route: setter, as: undefined, body, params, query })
  if (answer === undefined) return undefined
  return { answer, isIn: answer.status < 400 && (await people.logIn(user.name, password)) !== undefined }
}
