import type { Route } from '../model/route.ts'
import { isProtected } from '../model/route.ts'
import { NoAnswer } from '../replay/connection.ts'
import type { Answer, Exploration } from './exploration.ts'
import { newPassword, type Made, type Throwaways } from './throwaways.ts'
import { leavesOfJson } from './values.ts'

/** Usual names of what is not for every client; none of them destroys. */
// oxfmt-ignore
const NAMES: readonly string[] = [
  '.env', '.git/config', '.git/HEAD', '_debug', '_profiler', 'actuator', 'actuator/env', 'actuator/health', 'actuator/heapdump',
  'actuator/mappings', 'admin', 'admin/config', 'admin/users', 'api-docs', 'backup', 'backup.sql', 'config', 'config.json',
  'console', 'debug', 'debug/config', 'debug/pprof/', 'debug/users', 'debug/vars', 'dump', 'env', 'graphiql', 'graphql', 'h2-console', 'heapdump', 'info',
  'internal', 'internal/metrics', 'internal/users', 'jolokia', 'log', 'logging', 'logs', 'manage', 'metrics', 'phpinfo.php', 'private', 'profiler',
  'prometheus', 'server-info', 'server-status', 'settings', 'stats', 'status', 'swagger.json', 'swagger-ui.html', 'test', 'trace', 'version',
]
/** Names that are there for every client on purpose, with what they usually say. */
const HARMLESS = /health|status|version|info$|swagger|api-docs|graphi?ql|stats$|admin$|console|test$/
/** Lines of settings, of metrics, of a configuration of git. */
const TEXT_DATA = /^[A-Z][A-Z0-9_]{2,}=\S|^# (?:HELP|TYPE) \w|^\[core\]|^ref: refs\//m

/** Names that are for staff. */
const FOR_STAFF =
  /\/(?:actuator|admin|backup|debug|dump|env|heapdump|internal|log|logging|logs|manage|metrics|private|trace)(?:\/|$)/

/**
 * Asks for usual names that the document does not have, as anonymous, and where that is refused as a user who was made for the
 * run. Data is a finding, any other answer like a route's a note. Then the login, in the versions beside its own.
 */
export async function exploreUndocumented(world: Exploration, people: Throwaways | undefined): Promise<void> {
  const [first] = world.routes
  if (first === undefined || !world.wants('undocumented', first)) return
  const known = new Set(world.routes.map(({ base, path }) => base + path))
  const bases = [...new Set(world.routes.map(({ base }) => base)).add('')]
  const targets = bases.flatMap((base) => NAMES.map((name) => `${base}/${name}`)).filter((path) => !known.has(path))
  const nothing = await get(`/${world.mark}-nothing`, world)
  const refused: string[] = []
  let isFound = false
  for (const target of [...targets, ...otherVersions(world.routes)]) {
    const answer = await get(target, world)
    if (answer === undefined) return
    if ((answer.status === 401 || answer.status === 403) && FOR_STAFF.test(target)) refused.push(target)
    if (!isAnswer(answer, nothing)) continue
    isFound = report(target, answer, world) || isFound
  }
  const made = refused.length === 0 && !isVersioned(world) ? undefined : await people?.make()
  if (made !== undefined) isFound = (await asUser(refused, made, world)) || isFound
  if (made !== undefined && people !== undefined) isFound = (await otherLogins(made, people, world)) || isFound
  if (!isFound && nothing !== undefined) world.passed({ row: 'undocumented', route: first, answers: [nothing] })
}

function get(target: string, world: Exploration): Promise<Answer | undefined> {
  return world.send({ method: 'GET', target, headers: [['Accept', 'application/json']] })
}

/** A route's own: a success that differs from the answer to a name that does not exist, as an application of one page gives. */
function isAnswer(answer: Answer, nothing: Answer | undefined): boolean {
  return answer.isGood && answer.text !== '' && !(nothing?.isGood === true && nothing.text === answer.text)
}

/** @returns whether it is a finding */
function report(target: string, answer: Answer, world: Exploration): boolean {
  const isData = leavesOfJson(answer.json).length > 1 || TEXT_DATA.test(answer.text)
  if (!isData || HARMLESS.test(target)) {
    world.notice(`GET ${target} answers ${answer.status} and is not in the document`)
    return false
  }
  world.found({
    row: 'undocumented',
    route: routeOf(target, world),
    variant: target,
    title: `GET ${target}, which the document does not have, without a credential`,
    answers: [answer],
    code: 'exposed',
    expected: '404, or 401',
    got: `${answer.status} with data`,
    cause: `GET ${target} answers every client with data, and is not in the document`,
  })
  return true
}

/** An operation of the document that it is reported at. */
function routeOf(target: string, { routes }: Exploration): Route {
  return (routes.find(({ base }) => base !== '' && target.startsWith(`${base}/`)) ?? routes[0]) as Route
}

/** The same reads one version earlier and later: `/v1/users` beside `/v2/users`. */
function otherVersions(routes: readonly Route[]): readonly string[] {
  const known = new Set(routes.map(({ base, path }) => base + path))
  const targets = routes.flatMap(({ method, base, path }) => {
    const whole = base + path
    const version = /\/v(\d+)(?=\/|$)/.exec(whole)
    if (method !== 'GET' || whole.includes('[') || version === null) return []
    const at = Number(version[1])
    return [at - 1, at + 1].filter((one) => one >= 0).map((one) => whole.replace(version[0], `/v${one}`))
  })
  return [...new Set(targets)].filter((target) => !known.has(target)).slice(0, 20)
}

/** Names that anonymous is refused, asked as a user without a role. @returns whether there is a finding */
async function asUser(targets: readonly string[], made: Made, world: Exploration): Promise<boolean> {
  const route = world.routes.find((one) => one.method === 'GET' && isProtected(one))
  if (route === undefined) return false
  const ask = (path: string): Promise<Answer | undefined> => {
    const { sample: _, inputs: _inputs, ...plain } = route
    return world.ask({ route: { ...plain, base: '', path, key: `GET ${path}` }, as: made })
  }
  const nothing = await ask(`/${world.mark}-nothing`)
  let isFound = false
  for (const target of targets) {
    const answer = await ask(target)
    if (answer === undefined || !isAnswer(answer, nothing) || leavesOfJson(answer.json).length === 0) continue
    isFound = true
    world.found({
      row: 'undocumented',
      route: routeOf(target, world),
      variant: `${target}.user`,
      title: `GET ${target}, which the document does not have, by a user without a role`,
      answers: [answer],
      code: 'exposed',
      expected: '403, or 404',
      got: `${answer.status} with data`,
      cause: `GET ${target} answers every user with data, and is not in the document: who asks has no role`,
    })
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
    isFound = true
    world.found({
      row: 'undocumented',
      route: routeOf(target, world),
      variant: `${target}.login`,
      title: `${good.method} ${target}, which the document does not have, with a wrong password`,
      answers: [own, answer],
      code: 'exposed',
      expected: `${own.status}, as at ${good.target}`,
      got: `${answer.status} with data`,
      cause: `${good.method} ${target} takes any password, and is not in the document: another version of the login is still there`,
    })
  }
  return isFound
}
