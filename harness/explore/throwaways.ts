import { randomBytes } from 'node:crypto'
import { type Credential, type CredentialValue, PLACES, type Throwaway } from '../model/fixtures.ts'
import type { RequestData } from '../model/request.ts'
import { NoAnswer } from '../replay/connection.ts'
import { takeFrom } from '../replay/replay.ts'
import { paramsOf } from './belongings.ts'
import type { Exploration, User } from './exploration.ts'
import type { Identities } from './identities.ts'

/** A user that was made for the run: it may be changed and destroyed. */
export interface Made extends User {
  readonly password: string
}

/** How users are made and logged in; every one of them is named after the mark of the run. */
export class Throwaways {
  readonly #world: Exploration
  readonly #how: Throwaway
  readonly made: Made[] = []
  /** Names that were registered and could not be logged in. */
  readonly #lost: string[] = []

  constructor(world: Exploration, how: Throwaway) {
    this.#world = world
    this.#how = how
  }

  /**
   * Registers a user and logs them in.
   *
   * @param more members that are added to the JSON of the registration
   * @returns `undefined` where the server refuses one of them
   */
  async make(more: Readonly<Record<string, unknown>> = {}): Promise<Made | undefined> {
    const name = `${this.#world.mark}${this.made.length + this.#lost.length}`
    const password = newPassword()
    this.#world.hide(password)
    const request = withMembers(fill(this.#how.register, name, password), more)
    const answer = await this.#world.send(request)
    if (answer === undefined || answer.status < 200 || answer.status >= 300) return undefined
    const credential = await this.logIn(name, password)
    if (credential === undefined) {
      this.#lost.push(name)
      return undefined
    }
    const user: Made = { name, roles: [], credentials: [credential], isThrowaway: true, password }
    this.made.push(user)
    return user
  }

  /**
   * Deletes what was made, the newest first: as the user, else as a user of the fixtures. A name holds the mark of the run, so
   * that no other user can be meant. What stays is listed.
   */
  async remove({ whoami }: Identities): Promise<void> {
    const { routes, users } = this.#world
    const own = routes.filter(({ method, path }) => method === 'DELETE' && whoami.some((one) => one.path === path))
    const named = routes.filter(({ method, path }) => method === 'DELETE' && OF_USER.test(path))
    const left = [...this.#lost]
    for (const user of this.made.toReversed()) {
      const asks = [
        ...own.map((route) => ({ route, as: user, params: {} })),
        ...named.flatMap((route) =>
          [user, ...users].map((as) => ({ route, as, params: { [paramsOf(route)[0] ?? '']: user.name } })),
        ),
      ]
      let isGone = false
      for (const ask of asks) isGone ||= (await this.#world.ask(ask))?.isGood === true
      if (!isGone) left.push(user.name)
    }
    if (left.length > 0)
      this.#world.notice(`users that were made for the run and could not be deleted: ${left.join(', ')}`)
  }

  /** A credential for a name and a password; `undefined` where the login refuses them. */
  async logIn(name: string, password: string): Promise<Credential | undefined> {
    const { login, take, authenticator } = this.#how
    const sent = await this.#world.send(fill(login, name, password))
    const answer = sent?.replayed.answer
    if (answer === undefined || answer instanceof NoAnswer || answer.status >= 400) return undefined
    const taken = takeFrom(answer, take)
    if (taken === undefined) return undefined
    this.#world.hide(taken)
    const value: CredentialValue =
      'cookie' in take ? { type: 'cookie', name: take.cookie, value: taken } : { type: 'key', value: taken }
    return { authenticator, user: name, value, origin: 'login', synthetic: true }
  }
}

/** Operations that delete a user by name. */
const OF_USER = /\/(?:users?|accounts?|members?|customers?)(?:\/v\d+)?\/\[(?:user)?_?(?:name|login)\]$/i

/** Long, and with every kind of character that policies ask for. */
export function newPassword(): string {
  return `Svc-${randomBytes(8).toString('hex')}-9Z`
}

function fill(request: RequestData, user: string, password: string): RequestData {
  const put = (text: string): string => text.replaceAll(PLACES.user, user).replaceAll(PLACES.password, password)
  return {
    ...request,
    target: put(request.target),
    headers: request.headers.map(([name, value]) => [name, put(value)] as const),
    ...(request.body === undefined ? {} : { body: put(request.body) }),
  }
}

/** The request with more members beside those of its JSON: in the only object inside it, where it has one. */
function withMembers(request: RequestData, more: Readonly<Record<string, unknown>>): RequestData {
  if (Object.keys(more).length === 0 || request.body === undefined) return request
  const json = JSON.parse(Buffer.from(request.body, 'latin1').toString('utf8')) as Readonly<Record<string, unknown>>
  const [name, inner, ...others] = Object.entries(json).flat()
  const isWrapped = typeof name === 'string' && others.length === 0 && typeof inner === 'object' && inner !== null
  const body = isWrapped ? { [name]: { ...inner, ...more } } : { ...json, ...more }
  return { ...request, body: Buffer.from(JSON.stringify(body), 'utf8').toString('latin1') }
}
