import type { RequestData } from '../model/request.ts'
import { authenticatorsOf, type Route } from '../model/route.ts'
import { readAs } from '../model/scheme.ts'
import { bodyOf } from '../ask/bodies.ts'
import type { Answer, Ask, Exploration, User } from '../ask/exploration.ts'
import type { NotedRecord } from '../ask/journal.ts'
import type { Made, Throwaways } from '../ask/throwaways.ts'
import { foldName, isSecretName, type Leaf, leavesOfJson } from '../ask/values.ts'
import { openedTo } from '../guesses/issued-before.ts'
import { userPlaceOf } from '../spares/user-writes.ts'
import { withCredential } from '../subject/place.ts'
import { markedRecord } from '../whose/made-by-run.ts'
import { paramsOf, withoutSlash } from '../whose/path-nouns.ts'
import type { Identities } from '../whose/identities.ts'
import { namingOf, userIdAt } from '../whose/user-ids.ts'

/** Last steps of paths that are about keys for programs. */
const KEYS =
  /^(?:(?:my|own)[-_]?)?(?:(?:api|access|personal|auth|bot|service|developer|app|application)[-_]?)*(?:keys?|tokens?|credentials?|secrets?)$/i
const OF_CALLER = /^(?:my|mine|own|me|all|list)$/i
/** Characters of the shortest key, and how many values of a list are sent. */
const SHORTEST = 16
const MOST = 4

/** A list of keys, and the operation that makes one. */
interface Keys {
  readonly list: Route
  readonly create: Route
  /** The parameter of both that names the user; absent where it is the user who asks. */
  readonly param: string | undefined
}

/**
 * Keys for programs that a list shows in clear after they were made: a user of the run makes one, and looks at the list. A value of it that opens an
 * operation is a credential; so is the key that the creation has answered.
 */
export async function exploreListedKeys(world: Exploration, people: Throwaways, identities: Identities): Promise<void> {
  for (const list of world.routes) {
    const keys = keysOf(list, world)
    if (keys === undefined || !world.wants('secret.answer', list) || world.isOver()) continue
    const user = await people.make()
    if (user === undefined) return
    await tryKeys(keys, user, world, identities)
  }
}

function keysOf(list: Route, world: Exploration): Keys | undefined {
  const path = withoutSlash(list.path)
  const [param, more] = paramsOf(list)
  if (list.method !== 'GET' || list.auth === null || !isOfKeys(list) || more !== undefined) return undefined
  if (param !== undefined && !namesUser(list, param, world)) return undefined
  const create = world.routes.find(
    (one) =>
      one.method === 'POST' &&
      (path === withoutSlash(one.path) || path.startsWith(`${withoutSlash(one.path)}/`)) &&
      one.path.split('/').some((step) => KEYS.test(step)) &&
      paramsOf(one).join() === paramsOf(list).join(),
  )
  const isAsked = create !== undefined && [list, create].every((one) => world.whyNot(one) === undefined)
  return isAsked ? { list, create, param } : undefined
}

function namesUser(list: Route, param: string, world: Exploration): boolean {
  const place = userPlaceOf(list)
  return (place !== undefined && 'param' in place && place.param === param) || userIdAt(list, world) === param
}

async function tryKeys(keys: Keys, user: Made, world: Exploration, identities: Identities): Promise<void> {
  const { list, create, param } = keys
  const who = param === undefined ? undefined : await identities.ask(user)
  const params: Ask['params'] = param === undefined ? {} : { [param]: namingOf(who, user, param, list.path) }
  const made = await makeKey(create, { user, params }, world)
  if (made === undefined) return
  noteMade(keys, made, { user, params }, world)
  hideKeys(made, world)
  const answer = await world.ask({ route: list, as: user, params })
  if (answer?.isGood !== true) return
  const issued = new Set(
    leavesOfJson(made.json)
      .filter(isIssued)
      .map(({ value }) => value),
  )
  const leaves = [
    ...new Map(
      leavesOfJson(answer.json)
        .filter(isLikeKey)
        .map((leaf) => [leaf.value, leaf]),
    ).values(),
  ]
  const ordered = leaves.toSorted((a, b) => Number(issued.has(b.value)) - Number(issued.has(a.value)))
  for (const leaf of ordered.slice(0, MOST)) {
    const opened = await opening(String(leaf.value), user, world)
    if (opened !== undefined || issued.has(leaf.value)) return judge(list, leaf, answer, opened, world)
  }
}

/** Whether the last step of a path that is about no user says that it is about keys for programs. */
export function isOfKeys({ path }: Pick<Route, 'path'>): boolean {
  const steps = path.split('/').filter((step) => step !== '')
  return KEYS.test(steps.findLast((step) => !OF_CALLER.test(step)) ?? '')
}

/** No report shows what may be a key. */
export function hideKeys({ json }: Answer, world: Exploration): void {
  for (const { value } of leavesOfJson(json).filter(isLikeKey)) world.hide(String(value))
}

/** Makes a key, without a time that may be left out: the example of a document may be over, and lists have no keys that are. */
export async function makeKey(
  create: Route,
  { user, params = {} }: { readonly user: User; readonly params: Ask['params'] },
  world: Exploration,
): Promise<Answer | undefined> {
  const times = (create.inputs?.body ?? []).filter(
    ({ path, format = '', isRequired }) => path.length === 1 && !isRequired && format.startsWith('date'),
  )
  for (const optional of ['texts', 'none'] as const) {
    const { body } = bodyOf(create, `${world.mark} key`, world, optional)
    const own = Object.entries(body ?? {}).filter(([name]) => times.every(({ path }) => path[0] !== name))
    const sent = body === undefined ? {} : { body: Object.fromEntries(own) }
    const made = await world.ask({ route: create, as: user, params, ...sent })
    if (made === undefined || made.isGood) return made
  }
  return undefined
}

/** A text without blanks that is neither an address nor a time. */
function isLikeKey({ value }: Leaf): boolean {
  return (
    typeof value === 'string' &&
    value.length >= SHORTEST &&
    /^[\w.~+/=:-]+$/.test(value) &&
    !/:\/\/|^\d{4}-\d\d-|^\//.test(value)
  )
}

/** A member of the answer to a creation that is the key itself. */
export function isIssued(leaf: Leaf): boolean {
  const name = foldName(leaf.name)
  return isLikeKey(leaf) && (isSecretName(leaf.name) || name === 'key') && !/hash|prefix|hint|id$|name$/.test(name)
}

/** The answer that a value opens as a credential; `undefined` where none does. */
async function opening(value: string, user: Made, world: Exploration): Promise<Answer | undefined> {
  const read = await openedTo(user, world)
  const anonymous = read && (await world.ask({ route: read, as: undefined }))
  return anonymous && openedBy(value, anonymous, world)
}

/** The answer that a value opens as a credential. @param anonymous an answer to the same request without one, which is refused */
export async function openedBy(value: string, anonymous: Answer, world: Exploration): Promise<Answer | undefined> {
  for (const request of requestsWith(value, anonymous.request, world)) {
    const answer = await world.send(request)
    if (answer?.isGood === true) return answer
  }
  return undefined
}

/** The value as a bearer token, and as each key in a header that the document has. */
function requestsWith(value: string, plain: RequestData, { routes }: Exploration): readonly RequestData[] {
  const keys = authenticatorsOf(routes)
    .map(readAs)
    .filter(({ carrier }) => carrier.in === 'header')
    .map((leaf) => withCredential(plain, leaf, { type: 'key', value }))
  const bearer: RequestData = { ...plain, headers: [...plain.headers, ['Authorization', `Bearer ${value}`]] }
  return [...new Map([bearer, ...keys].map((one) => [JSON.stringify(one.headers), one])).values()]
}

const ONE_STEP = /^\/\[[^\]]+\]$/

/** Its user deletes it by the id in the answer to its creation, which holds the mark of the run. */
export function noteMade(
  { list, create }: Pick<Keys, 'list' | 'create'>,
  made: Answer,
  { user, params = {} }: { readonly user: User; readonly params?: Ask['params'] },
  world: Exploration,
): NotedRecord | undefined {
  const collections = [create, list].map(({ path }) => withoutSlash(path))
  const remove = world.routes.find(
    ({ method, path }) =>
      method === 'DELETE' && collections.some((one) => path.startsWith(one) && ONE_STEP.test(path.slice(one.length))),
  )
  const last = remove === undefined ? undefined : paramsOf(remove).at(-1)
  const record = markedRecord(made.json, world.mark)
  const ids = leavesOfJson(record).filter(({ pointer }) => pointer.lastIndexOf('/') === 0)
  const id = [foldName(last ?? ''), 'id', 'uuid'].flatMap(
    (name) => ids.find((leaf) => foldName(leaf.name) === name)?.value ?? [],
  )[0]
  if (remove === undefined || last === undefined || id === undefined) return undefined
  const note = {
    kind: 'record',
    read: '',
    remove: remove.key,
    params: { ...params, [last]: String(id) },
    by: user.name,
  } as const
  world.journal.add(note)
  return note
}

function judge(list: Route, { name }: Leaf, answer: Answer, opened: Answer | undefined, world: Exploration): void {
  const how =
    opened === undefined
      ? 'the key that the creation has answered'
      : `a value that is a credential: it opens ${opened.request.method} ${opened.request.target}`
  world.found({
    row: 'secret.answer',
    route: list,
    variant: `key.${name}`,
    title: `the member ${name} of a list of keys, to the user who has made one`,
    answers: opened === undefined ? [answer] : [opened, answer],
    code: 'disclosed',
    expected: 'an answer without the whole key: it is shown once, when it is made',
    got: `${answer.status} with ${name}, ${how}`,
    cause: `${list.key} gives keys in clear, in ${name}, after they were made: they are kept as they are. Keep a hash, and show a few characters`,
  })
}
