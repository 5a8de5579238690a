import type { Route } from '../model/route.ts'
import { isProtected } from '../model/route.ts'
import { NoAnswer } from '../replay/connection.ts'
import type { Answer, Exploration } from '../ask/exploration.ts'
import { askPath, readAt, routeOf } from '../ask/undocumented.ts'
import { isRefusal } from '../ask/standing.ts'
import { newPassword, type Made, type Throwaways } from '../ask/throwaways.ts'
import { leavesOfJson } from '../ask/values.ts'
import type { Reading } from '../whose/reading.ts'
import type { Inferred } from '../whose/inferred.ts'
import { exploreUnnamedLists } from '../whose/named-lists.ts'
import { debugPageIn } from './debug-pages.ts'
import { exploreNamedUsers } from './named-users.ts'
import { type Below, usualNames } from './usual-names.ts'
import { otherVersions } from './versions.ts'

/** Names that are there for every client on purpose, with what they usually say. */
const HARMLESS = /health|status|version|info$|swagger|api-docs|graphi?ql|stats$|admin$|console|test$/
/** Lines of settings, of metrics, of a configuration of git. */
const TEXT_DATA = /^[A-Z][A-Z0-9_]{2,}=\S|^# (?:HELP|TYPE) \w|^\[core\]|^ref: refs\//m

/** Lines of a log: an object, a moment with a level or an address, or a request with its status in each. */
const LOG_LINE =
  /^(?:\{".*\}|.*\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d.*\b(?:debug|info|warn|error|GET|POST|(?:\d{1,3}\.){3}\d{1,3})\b.*|.*\b(?:GET|POST|PUT|PATCH|DELETE) \/\S*\s.*\b[1-5]\d\d\b.*)$/i
const LOG_LINES = 3

/** Folders of files for pages: their settings are for every client, but for secrets. */
const FOR_PAGES = /\/(?:assets|public|static)\//
const SECRET = /passw|pwd$|secret|private_?key/i

/** Names that are for staff. */
const FOR_STAFF =
  /\/(?:actuator|admin|backup|debug|dump|env|heapdump|internal|log|logging|logs|manage|metrics|private|trace)(?:\/|$)/

/**
 * Asks for usual names that the document does not have, as anonymous, and where that is refused as a user who was made for the
 * run. Data is a finding, any other answer like a route's a note. Then the login, in the versions beside its own.
 */
export async function exploreUndocumented(
  world: Exploration,
  people: Throwaways | undefined,
  found: () => Promise<Inferred>,
): Promise<void> {
  const [first] = world.routes
  if (first === undefined || !world.wants('undocumented', first)) return
  const refused: Below[] = []
  let isFound = false
  let nothing: Answer | undefined
  const { identities, reading } = await found()
  const versions = otherVersions(world.routes)
  for (const below of [...usualNames(world.routes), { prefix: '', targets: [...versions.keys()] }]) {
    const asked = await askBelow(below, (target) => askPath(target, world), world)
    // A framework that helps its developers does so for any name.
    if (nothing === undefined && asked.nothing !== undefined)
      isFound = reportPage(`${below.prefix}/…`, asked.nothing, world) || isFound
    nothing ??= asked.nothing
    for (const { target, answer } of asked.answers)
      isFound = report(target, answer, world, isOpen(versions.get(target), reading)) || isFound
    refused.push({ ...below, targets: asked.refused.filter((target) => FOR_STAFF.test(target)) })
    if (world.isOver()) return
  }
  isFound = (await exploreNamedUsers(world, { reading, identities })) || isFound
  const prefixes = [...new Set(['', ...usualNames(world.routes).map(({ prefix }) => prefix)])]
  isFound = (await exploreUnnamedLists(prefixes, first, world, identities)) || isFound
  const isRefused = refused.some(({ targets }) => targets.length > 0)
  const made = !isRefused && !isVersioned(world) ? undefined : await people?.make()
  if (made !== undefined) isFound = (await asUser(refused, made, world)) || isFound
  if (made !== undefined && people !== undefined) isFound = (await otherLogins(made, people, world)) || isFound
  if (!isFound && nothing !== undefined) world.passed({ row: 'undocumented', route: first, answers: [nothing] })
}

interface AskedBelow {
  /** The answer to a name below the prefix that does not exist. */
  readonly nothing: Answer | undefined
  /** Those like a route's. */
  readonly answers: readonly { readonly target: string; readonly answer: Answer }[]
  readonly refused: readonly string[]
}

async function askBelow(
  { prefix, targets }: Below,
  ask: (target: string) => Promise<Answer | undefined>,
  { mark }: Exploration,
): Promise<AskedBelow> {
  const name = `${mark}-nothing`
  const nothing = targets.length === 0 ? undefined : await ask(`${prefix}/${name}`)
  const usual = nothing?.isGood === true ? wordsOf(nothing, name) : undefined
  const answers: { readonly target: string; readonly answer: Answer }[] = []
  const refused: string[] = []
  for (const target of targets) {
    const answer = await ask(target)
    if (answer === undefined) break
    if (isRefusal(answer)) refused.push(target)
    // An application of one page answers any name with that page, a gateway with a sentence about the name.
    const isRoute = answer.isGood && answer.text !== '' && wordsOf(answer, target.slice(prefix.length + 1)) !== usual
    if (isRoute) answers.push({ target, answer })
  }
  return { nothing, answers, refused }
}

/** Without the name that was asked for, and without numbers. */
function wordsOf({ text, request: { target } }: Answer, name: string): string {
  const own = [target, name].reduce((said, one) => said.replaceAll(one, '*'), text.replaceAll(String.raw`\/`, '/'))
  return own.replaceAll(/\d+/g, '#')
}

/** Whether every client gets a documented operation: another version of it has nothing to hide. */
function isOpen(route: Route | undefined, reading: Reading): boolean {
  return route !== undefined && reading.of(route).some(({ as, isGood }) => as === undefined && isGood)
}

/** A page for developers, which says of itself that it is one. @returns whether it is */
function reportPage(target: string, answer: Answer, world: Exploration): boolean {
  const page = debugPageIn(answer.text)
  if (page === undefined) return false
  return expose(target, answer, world, ['no page for developers', page, `shows every client ${page}`])
}

/** @param isForAll it may have data, as what it is a version of @returns whether it is a finding */
function report(target: string, answer: Answer, world: Exploration, isForAll: boolean): boolean {
  const leaves = leavesOfJson(answer.json)
  const isSecret = leaves.some(({ name, value }) => SECRET.test(name) && typeof value === 'string' && value.length > 5)
  const isData = leaves.length > 1 || TEXT_DATA.test(answer.text) || isLog(answer.text)
  if (reportPage(target, answer, world)) return true
  if (!isData || HARMLESS.test(target) || isForAll || (FOR_PAGES.test(target) && !isSecret)) {
    world.notice(`GET ${target} answers ${answer.status} and is not in the document`)
    return false
  }
  const says = 'answers every client with data, and is not in the document'
  return expose(target, answer, world, ['404, or 401', 'data', says])
}

function isLog(text: string): boolean {
  if (text.trimStart().startsWith('<')) return false
  return text.split(/\r?\n/, 200).filter((line) => LOG_LINE.test(line)).length >= LOG_LINES
}

type Said = readonly [expected: string, shown: string, says: string]

function expose(
  target: string,
  answer: Answer,
  world: Exploration,
  [expected, shown, says]: Said,
  [variant, title, ...before]: readonly [string, string, ...Answer[]] = ['', 'without a credential'],
): true {
  world.found({
    row: 'undocumented',
    route: routeOf(target, world),
    variant: `${target}${variant}`,
    title: `${answer.request.method} ${target}, which the document does not have, ${title}`,
    answers: [...before, answer] as [Answer],
    code: 'exposed',
    expected,
    got: `${answer.status} with ${shown}`,
    cause: `${answer.request.method} ${target} ${says}`,
  })
  return true
}

/** Names that anonymous is refused, asked as a user without a role. @returns whether there is a finding */
async function asUser(refused: readonly Below[], made: Made, world: Exploration): Promise<boolean> {
  const route = world.routes.find((one) => one.method === 'GET' && isProtected(one))
  if (route === undefined) return false
  const ask = (path: string): Promise<Answer | undefined> => world.ask({ route: readAt(path, route), as: made })
  const asked: AskedBelow[] = []
  for (const below of refused) asked.push(await askBelow(below, ask, world))
  let isFound = false
  for (const { target, answer } of asked.flatMap(({ answers }) => answers)) {
    if (leavesOfJson(answer.json).length === 0) continue
    const says = 'answers every user with data, and is not in the document: who asks has no role'
    isFound = expose(target, answer, world, ['403, or 404', 'data', says], ['.user', 'by a user without a role'])
  }
  return isFound
}

/** Where the login is in the versions beside its own. */
function versionsOfLogin({ routes, fixtures }: Exploration): readonly string[] {
  const [target = ''] = fixtures.login?.request.target.split('?') ?? []
  const version = /\/v(\d+)(?=\/|$)/.exec(target)
  if (version === null) return []
  const known = new Set(routes.map(({ base, path }) => base + path))
  return [Number(version[1]) - 1, Number(version[1]) + 1]
    .filter((one) => one >= 0)
    .map((one) => target.replace(version[0], `/v${one}`))
    .filter((one) => !known.has(one))
}

function isVersioned(world: Exploration): boolean {
  return versionsOfLogin(world).length > 0
}

/** Logins that the document does not have, with a wrong password. @returns whether there is a finding */
async function otherLogins(made: Made, people: Throwaways, world: Exploration): Promise<boolean> {
  const good = people.loginOf(made)
  const send = (target: string): Promise<Answer | undefined> =>
    world.send({ ...good, target, body: good.body?.replaceAll(made.password, newPassword()) ?? '' }, { isOnce: true })
  const own = await send(good.target)
  // Only where the login of the document refuses it does a success say that the password was not looked at.
  if (own === undefined || own.isGood) return false
  let isFound = false
  for (const target of versionsOfLogin(world)) {
    const answer = await send(target)
    if (answer === undefined || answer.replayed.answer instanceof NoAnswer) continue
    if (!answer.isGood || leavesOfJson(answer.json).length === 0) continue
    const says = 'takes any password, and is not in the document: another version of the login is still there'
    const expected = `${own.status}, as at ${good.target}`
    isFound = expose(target, answer, world, [expected, 'data', says], ['.login', 'with a wrong password', own])
  }
  return isFound
}
