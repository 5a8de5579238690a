import type { Answer, Exploration, User } from '../ask/exploration.ts'
import type { Throwaways } from '../ask/throwaways.ts'
import type { RequestData } from '../model/request.ts'
import type { Route } from '../model/route.ts'
import { passwordsIn, withoutWords } from '../text/passwords.ts'
import { dashed, paramsOf } from '../whose/path-nouns.ts'

/** Words of paths at which a server shows the requests that it has had. */
const LOGS = /(?:^|[-/])(?:audit|logs?|events?|history|activit(?:y|ies)|traces?|debug|requests|journal)(?:$|[-/])/i
/** Users who are asked for one log, those with the most roles first, and logs in all. */
const MOST = { users: 3, logs: 12 } as const

/**
 * Logs that a server shows, looked through for the passwords that the run has sent: of the users that it has made, and of those of the fixtures. A log of
 * requests has those of logins and registrations where nothing takes them out (OWASP ASVS 5.0, 16.2.5).
 */
export async function exploreKeptPasswords(world: Exploration, people: Throwaways | undefined): Promise<void> {
  const made = (people?.made ?? []).map(({ password }) => password)
  const known = (world.fixtures.logins ?? []).flatMap(({ request }) => passwordsIn(request.body ?? ''))
  const passwords = withoutWords([...made, ...known])
  if (passwords.length === 0) return
  const users = world.users.toSorted((one, other) => other.roles.length - one.roles.length).slice(0, MOST.users)
  const logs = world.routes.filter((route) => isLog(route, world)).slice(0, MOST.logs)
  for (const route of logs) if (!world.isOver()) await tryLog(route, users, { passwords, world })
}

function isLog(route: Route, world: Exploration): boolean {
  const isRead = route.method === 'GET' && paramsOf(route).length === 0 && LOGS.test(dashed(route.path))
  return isRead && world.whyNot(route) === undefined && world.wants('secret.answer', route)
}

async function tryLog(
  route: Route,
  users: readonly User[],
  { passwords, world }: { readonly passwords: readonly string[]; readonly world: Exploration },
): Promise<void> {
  let clean: Answer | undefined
  for (const as of [undefined, ...users]) {
    const narrowed = await world.ask({ route, as })
    const whole = narrowed?.request.target.includes('?') ? await world.send(withoutQuery(narrowed)) : undefined
    const answer = whole?.isGood === true ? whole : narrowed
    if (answer?.isGood !== true) continue
    clean = answer
    if (!passwords.some((one) => answer.text.includes(one))) continue
    return world.found({
      row: 'secret.answer',
      route,
      variant: 'log',
      title: 'a log, looked through for passwords that were sent before',
      answers: [answer],
      code: 'disclosed',
      expected: 'no password of a user',
      got: `${answer.status} with a password that was sent to a login or a registration`,
      cause: `${route.key} shows passwords of users in clear: the log keeps what is sent to a login or a registration`,
    })
  }
  if (clean !== undefined) world.passed({ row: 'secret.answer', route, variant: 'log', answers: [clean] })
}

/** The request without parameters that may be about one user. */
function withoutQuery({ request }: Answer): RequestData {
  return { ...request, target: request.target.replace(/\?.*$/, '') }
}
