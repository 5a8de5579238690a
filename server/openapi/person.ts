import { HttpError } from '../base/errors.ts'
import { mayHaveFixtures } from './docs-guard.ts'
import type { DocsDevelopment, DocsFacts, DocsPerson, DocsRoute } from './docs-route.ts'
import { schemesOf } from './document.ts'
import type { Person, PersonAnswer } from './page/configuration.ts'
import { prefillOf } from './prefill.ts'

/** A user of the fixtures as the page has them. */
export function personOf(facts: DocsFacts): (person: DocsPerson) => Person {
  const schemes = schemesOf(facts)
  return ({ name, roles, credentials, session, logins }) => {
    const given = schemes.filter(({ authenticator }) => logins?.includes(authenticator.name))
    const typed = given.filter(({ authenticator }) => authenticator.carrier.in !== 'session')
    return {
      name,
      roles,
      typed: prefillOf(schemes, credentials),
      hasSession: session !== undefined || typed.length < given.length,
      ...(given.length === 0 ? {} : { logins: typed.map((scheme) => scheme.name) }),
    }
  }
}

/** Logs a user of the fixtures in, for an open page that may act as them: no other page knows its name. */
export function personRoute(facts: DocsFacts, development: DocsDevelopment): DocsRoute {
  return {
    path: '/docs/person',
    guarded: true,
    async respond(request) {
      const { page, name } = request.query
      const { people = [], logIn, updates } = development
      const isKnown = typeof name === 'string' && people.some((person) => person.name === name)
      if (!isKnown || !logIn || !mayHaveFixtures(request, development) || !updates.mayAct(page))
        throw new HttpError(404)
      const answer = await logIn(name).then(
        ({ credentials, session }): PersonAnswer => ({
          typed: prefillOf(schemesOf(facts), credentials),
          hasSession: session !== undefined,
        }),
        (error: unknown): PersonAnswer => ({ problem: error instanceof Error ? error.message : 'it failed' }),
      )
      return Response.json(answer, { statusText: 'OK', headers: { 'cache-control': 'no-store' } })
    },
  }
}
