import { isFor } from '../model/route.ts'
import { NoAnswer } from '../replay/connection.ts'
import type { Answer, Exploration } from '../ask/exploration.ts'
import { newPassword, type Throwaways } from '../ask/throwaways.ts'

/** Accounts that applications are delivered with, and their passwords: at most two for one account, so that none is locked. */
const DEFAULTS: readonly (readonly [name: string, password: string])[] = [
  ['admin', 'admin'],
  ['admin', 'password'],
  ['administrator', 'administrator'],
  ['root', 'root'],
  ['user', 'user'],
  ['test', 'test'],
  ['demo', 'demo'],
  ['guest', 'guest'],
]

/** Logins of accounts that applications are delivered with. Those whom the fixtures name are left out: their passwords are known. */
export async function exploreDefaultPasswords(world: Exploration, people: Throwaways): Promise<void> {
  const { login } = world.fixtures
  const route = world.routes.find((one) => login !== undefined && isFor(one, login.request))
  if (route === undefined || !people.isOpen || !world.wants('password.default', route)) return
  const known = new Set(Object.keys(world.fixtures.users).map((name) => name.toLowerCase()))
  for (const { request } of [login, ...(world.fixtures.logins ?? [])].flatMap((one) => one ?? []))
    for (const [name] of DEFAULTS) if (`${request.target} ${request.body ?? ''}`.includes(`"${name}"`)) known.add(name)
  // Some logins give everybody a cookie, or make the user who enters.
  const control = await world.send(people.loginOf({ name: `${world.mark}none`, password: newPassword() }))
  if (control === undefined || people.entersBy(control) !== undefined) return
  let refused: Answer | undefined
  const open = new Set<string>()
  for (const [name, password] of DEFAULTS) {
    if (known.has(name) || open.has(name) || world.isOver()) continue
    const answer = await world.send(people.loginOf({ name, password }), { isOnce: true })
    if (answer === undefined || answer.replayed.answer instanceof NoAnswer) continue
    if (people.entersBy(answer) === undefined) {
      refused ??= answer
      continue
    }
    open.add(name)
    world.found({
      row: 'password.default',
      route,
      variant: name,
      title: `a login of ${name} with the password that applications are delivered with`,
      answers: [answer],
      code: 'accepted',
      expected: '401',
      got: `${answer.status}: it lets ${name} in`,
      cause: `${route.key} lets ${name} in with the password ${password === name ? 'of that name' : 'that is a word'}: an account that the application is delivered with`,
    })
  }
  if (open.size === 0 && refused !== undefined) world.passed({ row: 'password.default', route, answers: [refused] })
}
