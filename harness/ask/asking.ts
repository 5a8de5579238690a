import type { AuthDescription, LeafDescription } from 'svc'
import { isSafeMethod, leavesOf } from '../../server/internal.ts'
import { type Fixtures, NO_FIXTURE } from '../model/fixtures.ts'
import { FORM, MULTIPART, type RequestData } from '../model/request.ts'
import { authenticatorsOf, isFor, type Route, type SentAs } from '../model/route.ts'
import { readAs } from '../model/scheme.ts'
import { NoAnswer } from '../replay/connection.ts'
import type { Sending, StageTools } from '../run/stage.ts'
import { destroysByName } from '../subject/destroys.ts'
import { withCredential } from '../subject/place.ts'
import { fixtureFor, plainRequest } from '../subject/plain-request.ts'
import { saysFailed } from '../text/says-failed.ts'
import type { Answer, Ask, Exploration } from './exploration.ts'
import { writeMultipart } from './files.ts'
import { listsNamed } from './values.ts'
import type { User } from './users.ts'

/** The facts that asking depends on. */
export interface AskingInput {
  readonly routes: readonly Route[]
  readonly fixtures: Fixtures
  readonly mayWrite: boolean
}

/** The asking half of an exploration: writes requests, and sends what may be sent. */
export function asking(
  tools: Pick<StageTools, 'send'> & Partial<Pick<StageTools, 'context'>>,
  input: AskingInput,
): Pick<Exploration, 'whyNot' | 'ask' | 'send'> {
  const leaves = authenticatorsOf(input.routes).map(readAs)
  const send = async (request: RequestData, as?: User, how?: Sending): Promise<Answer | undefined> => {
    const replayed = await tools.send(request, how)
    if (replayed === undefined) return undefined
    const entry = replayed.probe === undefined ? undefined : tools.context?.ledger?.read(replayed.probe)
    return { ...answerOf(replayed, as), ...(entry === undefined ? {} : { entry }) }
  }
  const ask = async (sent: Ask): Promise<Answer | undefined> => {
    const { route, as, body } = sent
    if (route.sentAs !== undefined) return ask(inBody(sent, route.sentAs))
    if (whyNot(route, input) !== undefined) return undefined
    const plain = requestOf(sent, input.fixtures)
    const request = as === undefined ? plain : withUser(plain, route, as, leaves)
    const whole = request && (await send(request, as))
    const answer = route.part === undefined ? whole : whole && { ...whole, json: listsNamed(whole.json, route.part) }
    // A body that the document does not have: what reads a member of it fails without one.
    const isBodiless = body === undefined && request?.body === undefined && route.inputs?.isInQuery !== true
    const isBroken = isBodiless && !isSafeMethod(route.method) && (answer?.status ?? 0) >= 500
    return isBroken ? ask({ ...sent, body: {} }) : answer
  }
  const sendWhole: Exploration['send'] = async (request, { as, ...how } = {}) => {
    const { auth } = input.routes.find((one) => isFor(one, request)) ?? {}
    const whole = as === undefined ? request : withUser(request, { auth }, as, leaves)
    return whole && send(whole, undefined, how)
  }
  return { whyNot: (route) => whyNot(route, input), send: sendWhole, ask }
}

/** The request of the operation that does it. */
function inBody({ params = {}, ...sent }: Ask, sentAs: SentAs): Ask {
  const { [sentAs.param]: id = '', ...others } = params
  return { ...sent, params: others, route: sentAs.route, body: bodyNaming(id, sentAs) }
}

/** The body that names a record. */
function bodyNaming(id: string, { member, isList, beside }: SentAs): unknown {
  const value = /^\d+$/.test(id) && Number.isSafeInteger(Number(id)) ? Number(id) : id
  const named = isList ? [value] : value
  return member === undefined ? named : { ...beside, [member]: named }
}

export function whyNot(given: Route, { fixtures, mayWrite }: AskingInput): string | undefined {
  const route = given.sentAs?.route ?? given
  const fixture = fixtures.routes[route.key]
  if (fixture?.unsafe === 'never') return "the fixtures say unsafe: 'never'"
  if (fixture?.unsafe === 'deny-only') return "the fixtures say unsafe: 'deny-only'"
  if (destroysByName(route, fixture))
    return `its name says that it destroys or changes something; to allow it, write unsafe: allow for ${route.key}`
  return isSafeMethod(route.method) || mayWrite ? undefined : 'it may change something; --unsafe allows it'
}

function requestOf(
  { route, as, params = {}, query = {}, again = {}, headers = {}, body, method, caller }: Ask,
  fixtures: Fixtures,
): RequestData {
  const fixture = fixtureFor(fixtures.routes[route.key] ?? NO_FIXTURE, as?.name)
  const isInQuery = route.inputs?.isInQuery === true && body !== undefined
  const own = body === undefined || isInQuery ? {} : { body: writeBody(body, route, fixture.body?.contentType) }
  const members = isInQuery ? textsOf(body as object) : {}
  const request = plainRequest(route, {
    ...fixture,
    ...(caller === undefined ? {} : { caller }),
    params: { ...fixture.params, ...params },
    query: { ...fixture.query, ...members, ...query },
    headers: { ...fixture.headers, ...headers },
    ...own,
  })
  const more = new URLSearchParams(again).toString()
  const target = more === '' ? request.target : `${request.target}${request.target.includes('?') ? '&' : '?'}${more}`
  return { ...request, target, ...(method === undefined ? {} : { method }) }
}

function writeBody(
  body: unknown,
  { inputs }: Route,
  said?: string,
): { readonly contentType: string; readonly text: string } {
  if (said === undefined && inputs?.contentType === MULTIPART) return writeMultipart(body as object)
  if (said !== FORM && inputs?.contentType !== FORM)
    return { contentType: 'application/json', text: JSON.stringify(body) }
  return { contentType: FORM, text: new URLSearchParams(textsOf(body as object)).toString() }
}

function textsOf(members: object): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, String(value)]))
}

/** The request as a user sends it; `undefined` where the fixtures give no credential that the operation takes. */
function withUser(
  request: RequestData,
  { auth }: { readonly auth?: Route['auth'] },
  user: User,
  leaves: readonly LeafDescription[],
): RequestData | undefined {
  const ways = auth === null || auth === undefined ? [[]] : waysOf(auth)
  const usable = ways.find((way) => way.length > 0 && way.every((leaf) => credentialOf(leaf, user) !== undefined))
  // A public operation may still say more to a user.
  const own = usable ?? (ways.some((way) => way.length === 0) ? anyOf(leaves, user) : undefined)
  return own?.reduce(
    (sent, leaf) => withCredential(sent, readAs(leaf), credentialOf(leaf, user, sent) as never),
    request,
  )
}

function anyOf(leaves: readonly LeafDescription[], user: User): readonly LeafDescription[] {
  const leaf = leaves.find((one) => credentialOf(one, user) !== undefined)
  return leaf === undefined ? [] : [leaf]
}

function credentialOf(
  { name }: LeafDescription,
  { credentials }: User,
  request?: RequestData,
): User['credentials'][number]['value'] | undefined {
  const credential = credentials.find(({ authenticator }) => authenticator === name)
  return (request && credential?.signed?.(request)) ?? credential?.value
}

/** The sets of credentials that open an operation, in their order. */
function waysOf(auth: AuthDescription): readonly (readonly LeafDescription[])[] {
  switch (auth.kind) {
    case 'list':
      return auth.members.flatMap(waysOf)
    case 'all':
      return [leavesOf(auth)]
    case 'optional':
      return [...waysOf(auth.member), []]
    case 'check':
      return waysOf(auth.member)
    default:
      return [[auth]]
  }
}

function answerOf(replayed: Answer['replayed'], as: User | undefined): Answer {
  const { request, answer } = replayed
  if (answer instanceof NoAnswer) return { as, request, replayed, status: 0, json: undefined, text: '', isGood: false }
  const text = Buffer.from(answer.body, 'latin1').toString('utf8')
  const json = parse(text)
  const isGood = answer.status >= 200 && answer.status < 300 && !saysFailed(json)
  return { as, request, replayed, status: answer.status, json, text, isGood }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
