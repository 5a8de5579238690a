import { plural } from '../../server/internal.ts'
import type { Answer, Exploration } from '../ask/exploration.ts'
import type { CredentialLogin } from '../model/fixtures.ts'
import { isFor } from '../model/route.ts'
import { valueIn } from '../replay/replay.ts'

/** Logins of several users that answered the same credential: the server cannot tell these users from each other. */
export async function exploreSharedTokens(world: Exploration): Promise<void> {
  for (const logins of sharedIn(world)) {
    const [first] = logins
    const route = world.routes.find((one) => first !== undefined && isFor(one, first.request))
    if (route === undefined || !world.wants('token.shared', route)) continue
    const taken: string[] = []
    const answers: Answer[] = []
    for (const { request, take } of logins) {
      const answer = await world.send(request, { isOnce: true })
      const value = valueIn(answer?.replayed.answer, take)
      if (answer === undefined || value === undefined) break
      world.hide(value)
      taken.push(value)
      answers.push(answer)
    }
    const [one, ...more] = answers
    if (one === undefined || answers.length < logins.length || new Set(taken).size > 1) continue
    const names = logins.map(({ user }) => user).join(' and ')
    world.found({
      row: 'token.shared',
      route,
      answers: [one, ...more],
      code: 'shared',
      expected: `another credential for each of ${names}`,
      got: `${plural(logins.length, 'login')}, of ${names}, and one credential for all of them`,
      cause: `${route.key} gives ${names} the same credential, so they are one user to the server: each may and owns what the others do`,
    })
  }
}

/** Those of one authenticator whose credentials are equal; logins with the same request are of one account. */
function sharedIn({ fixtures: { logins = [], valid } }: Exploration): readonly (readonly CredentialLogin[])[] {
  const groups = new Map<string, Map<string, CredentialLogin>>()
  for (const login of logins) {
    const { authenticator, user, request } = login
    const value = valid[authenticator]?.find((one) => one.user === user && one.origin === 'login')?.value
    if (value?.type !== 'key' && value?.type !== 'cookie') continue
    const key = `${authenticator} ${value.value}`
    const group = groups.get(key) ?? new Map<string, CredentialLogin>()
    groups.set(key, group.set(`${request.target} ${request.body ?? ''}`, login))
  }
  return [...groups.values()].filter(({ size }) => size > 1).map((group) => [...group.values()])
}
