import type { Route } from '../model/route.ts'
import type { Answer, Exploration } from './exploration.ts'
import { leavesOfJson } from './values.ts'

/** Usual names of what is not for every client; none of them destroys. */
// oxfmt-ignore
const NAMES: readonly string[] = [
  '.env', '.git/config', '.git/HEAD', '_debug', '_profiler', 'actuator', 'actuator/env', 'actuator/health', 'actuator/heapdump',
  'actuator/mappings', 'admin', 'admin/config', 'admin/users', 'api-docs', 'backup', 'backup.sql', 'config', 'config.json',
  'console', 'debug', 'debug/pprof/', 'debug/vars', 'dump', 'env', 'graphiql', 'graphql', 'h2-console', 'heapdump', 'info',
  'internal', 'internal/metrics', 'internal/users', 'jolokia', 'logs', 'manage', 'metrics', 'phpinfo.php', 'private', 'profiler',
  'prometheus', 'server-info', 'server-status', 'settings', 'stats', 'status', 'swagger.json', 'swagger-ui.html', 'test', 'trace', 'version',
]
/** Names that are there for every client on purpose, with what they usually say. */
const HARMLESS = /health|status|version|info$|swagger|api-docs|graphi?ql|stats$|admin$|console|test$/
/** Lines of settings, of metrics, of a configuration of git. */
const TEXT_DATA = /^[A-Z][A-Z0-9_]{2,}=\S|^# (?:HELP|TYPE) \w|^\[core\]|^ref: refs\//m

/** Asks for usual names that the document does not have, as anonymous. Data is a finding, any other answer like a route's a note. */
export async function exploreUndocumented(world: Exploration): Promise<void> {
  const [first] = world.routes
  if (first === undefined || !world.wants('undocumented', first)) return
  const known = new Set(world.routes.map(({ base, path }) => base + path))
  const bases = [...new Set(world.routes.map(({ base }) => base)).add('')]
  const targets = bases.flatMap((base) => NAMES.map((name) => `${base}/${name}`)).filter((path) => !known.has(path))
  const nothing = await get(`/${world.mark}-nothing`, world)
  let isFound = false
  for (const target of [...targets, ...otherVersions(world.routes)]) {
    const answer = await get(target, world)
    if (answer === undefined) return
    if (!isAnswer(answer, nothing)) continue
    isFound = report(target, answer, world) || isFound
  }
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
