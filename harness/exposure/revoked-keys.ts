import { isProtected, type Route } from '../model/route.ts'
import { isLogin } from '../model/login.ts'
import type { Answer, Exploration } from '../ask/exploration.ts'
import { isAskable } from '../ask/standing.ts'
import type { Throwaways } from '../ask/throwaways.ts'
import type { User } from '../ask/users.ts'
import { openedTo, opens } from '../guesses/issued-before.ts'
import type { NotedRecord } from '../ask/journal.ts'
import { addedId } from '../whose/made-by-run.ts'
import { foundShown } from '../whose/judge-change.ts'
import { othersOf } from '../whose/belongings.ts'
import { organisationsIn } from '../whose/organisations.ts'
import { entryIn } from '../whose/seen-records.ts'
import { listedNounOf, paramsOf, withoutSlash } from '../whose/path-nouns.ts'
import { openedByKey } from './kept-keys.ts'
import { hideKeys, isOfKeys, makeKey, noteMade } from './listed-keys.ts'

/** Operations that are tried with a key. */
const MOST = 6

/** The operations on keys for programs that users make and revoke for themselves. */
interface Keys {
  readonly create: Route
  readonly remove: Route
  /** Absent where they are not listed. */
  readonly list: Route | undefined
}

/**
 * Keys for programs that users revoke: one makes a key, another one looks at the list of keys, then the key is revoked, and must open nothing. Users of the
 * fixtures do that as well, since the key is deleted.
 */
export async function exploreRevokedKeys(world: Exploration, people: Throwaways | undefined): Promise<void> {
  for (const keys of world.routes.flatMap((route) => keysOf(route, world) ?? [])) {
    if (world.isOver()) return
    const owner = (await people?.make()) ?? (await makerOf(keys, world))
    if (owner !== undefined)
      await tryKeys(keys, owner, (await people?.make()) ?? othersOf(owner, keys.create, world)[0], world)
  }
}

function keysOf(create: Route, world: Exploration): Keys | undefined {
  const path = withoutSlash(create.path)
  const isMade = create.method === 'POST' && isProtected(create) && isOfKeys(create) && paramsOf(create).length === 0
  if (!isMade || isLogin(create, world.fixtures)) return undefined
  const remove = world.routes.find(
    (one) =>
      one.method === 'DELETE' &&
      one.path.startsWith(`${path}/[`) &&
      paramsOf(one).length === 1 &&
      one.path.endsWith(']'),
  )
  const list = world.routes.find((one) => one.method === 'GET' && withoutSlash(one.path) === path)
  const isAsked = remove !== undefined && [create, remove].every((one) => world.whyNot(one) === undefined)
  return isAsked ? { create, remove, list } : undefined
}

/** A user of the fixtures who may see the keys: one beside whom others may, where there is such a user. */
async function makerOf({ list }: Keys, world: Exploration): Promise<User | undefined> {
  if (list === undefined) return undefined
  const othersFirst = world.users.toSorted((a, b) => othersOf(b, list, world).length - othersOf(a, list, world).length)
  for (const user of othersFirst) if (await opens(list, user, world)) return user
  return undefined
}

async function tryKeys(keys: Keys, owner: User, other: User | undefined, world: Exploration): Promise<void> {
  const { create, remove, list } = keys
  const before = list && (await world.ask({ route: list, as: owner }))
  const made = await makeKey(create, { user: owner, params: {} }, world)
  if (made?.isGood !== true) return
  const note =
    noteMade({ list: list ?? create, create }, made, { user: owner }, world) ??
    (before?.isGood === true ? await noteNew(keys, owner, before, world) : undefined)
  if (note === undefined) return world.left(`a key of ${owner.name} that ${create.key} has made: its answer has no id`)
  hideKeys(made, world)
  const opened = await openedIn(made, owner, world)
  if (list !== undefined && other !== undefined)
    await judgeList(list, Object.values(note.params).join(), { owner, other }, world)
  const gone = await world.ask({ route: remove, as: owner, params: note.params })
  if (gone?.isGood !== true) return
  world.journal.done(note)
  const after = opened && (await world.send(opened.request))
  if (after === undefined || !world.wants('token.logout', remove)) return
  const title = 'a key for programs that its user has revoked'
  const tried = { row: 'token.logout', route: remove, variant: 'revoked', title, answers: [gone, after] } as const
  if (!after.isGood) return world.passed(tried)
  world.found({
    ...tried,
    code: 'accepted',
    expected: '401',
    got: `${after.status} to ${after.request.method} ${after.request.target} with the key that was revoked, as before`,
    cause: `${remove.key} does not end the key that it revokes: a client that has it goes on`,
  })
}

/** A key that holds no text of the run: the only one of the list of its user that was not there before. */
async function noteNew(
  { remove, list = remove }: Keys,
  owner: User,
  before: Answer,
  world: Exploration,
): Promise<NotedRecord | undefined> {
  const [param = ''] = paramsOf(remove)
  const id = addedId(before, await world.ask({ route: list, as: owner }), param, listedNounOf(list))
  if (id === undefined) return undefined
  const note = { kind: 'record', read: '', remove: remove.key, params: { [param]: id }, by: owner.name } as const
  world.journal.add(note)
  return note
}

/** The answer that the key opens, which a request without one does not. */
async function openedIn(made: Answer, owner: User, world: Exploration): Promise<Answer | undefined> {
  const reads = world.routes.filter(
    (route) => route.method === 'GET' && isProtected(route) && paramsOf(route).length === 0 && isAskable(route, world),
  )
  // Those that take several kinds of credentials first: a key is one of them.
  const ordered = reads.toSorted((a, b) => Number(b.auth?.kind === 'list') - Number(a.auth?.kind === 'list'))
  for (const route of ordered.slice(0, MOST)) {
    const anonymous = (await opens(route, owner, world)) ? await world.ask({ route, as: undefined }) : undefined
    const opened = anonymous?.isGood === false ? await openedByKey(made, anonymous, world) : undefined
    if (opened !== undefined) return opened
  }
  return undefined
}

async function judgeList(
  route: Route,
  id: string,
  { owner, other }: { readonly owner: User; readonly other: User },
  world: Exploration,
): Promise<void> {
  if (!world.wants('resource.list', route)) return
  const isIn = (listed: Answer): boolean => {
    const entry = listed.isGood ? entryIn(listed, id) : undefined
    return entry !== undefined && (!/^\d+$/.test(id) || JSON.stringify(entry).includes(world.mark))
  }
  const own = await world.ask({ route, as: owner })
  const answer = own !== undefined && isIn(own) ? await world.ask({ route, as: other }) : undefined
  if (own === undefined || answer === undefined) return
  const title = `the keys of ${owner.name}, in the list of ${other.name}`
  const record = { owner, user: other, own }
  const tried = { row: 'resource.list', route, variant: 'keys', title, answers: [own, answer], record } as const
  for (const one of [own, answer]) hideKeys(one, world)
  // Keys may be those of an organisation, which all of its users see.
  if (isIn(answer) && (await isOfOneOrganisation([owner, other], world))) {
    world.passed(tried)
    return world.question(route, `shows ${other.name} the keys that ${owner.name} has made: are they those of both?`)
  }
  if (isIn(answer)) foundShown(tried, `${route.key} lists the keys of all users: it is not narrowed to who asks`, world)
  else world.passed(tried)
}

/** Whether two users of the fixtures say that they are of one organisation. */
async function isOfOneOrganisation(users: readonly User[], world: Exploration): Promise<boolean> {
  const values: ReadonlySet<string>[] = []
  for (const user of users) {
    const read = user.isThrowaway === true ? undefined : await openedTo(user, world)
    values.push(organisationsIn(read && (await world.ask({ route: read, as: user }))))
  }
  const [first = new Set(), second = new Set()] = values
  return [...first].some((value) => second.has(value))
}
