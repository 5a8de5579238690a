import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { ACCESS_FILE, readAccessRun } from '../openapi/access-run.ts'
import type { DocsLogin, DocsPerson } from '../openapi/docs-route.ts'
import type { Loaded } from '../files/load.ts'
import { type AccessRun, PERSON_FIELD } from '../openapi/page/configuration.ts'
import { isFromDeveloper } from '../openapi/docs-guard.ts'
import type { DocsUpdates } from '../openapi/updates.ts'
import type { SessionUser } from '../base/registry.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { callOf } from './numbered-calls.ts'

/** The answers of the last runs of `svc test-auth` in a project. */
export function readAccess(root: string): AccessRun | undefined {
  try {
    return readAccessRun(readFileSync(`${root}/${ACCESS_FILE}`, 'utf8'))
  } catch {
    return undefined
  }
}

/** The logins of the fixtures' users, by the application that is served. */
export interface PersonLogins {
  /** The authenticators for which a login gives a user a credential. */
  authenticatorsOf(loaded: Loaded, user: string): readonly string[]
  /** Rejects with the reason, for people. */
  logIn(loaded: Loaded, user: string): Promise<DocsLogin>
}

/**
 * Sessions of the fixtures' users, side by side: a call of the reference page names the person whose session it goes with, in
 * the place of the one that the browser holds.
 */
export class People {
  readonly #people: readonly DocsPerson[]
  readonly #updates: Pick<DocsUpdates, 'mayAct'>
  readonly #sessions: () => Sessions
  /** The cookies that their logins gave. */
  readonly #begun = new Map<string, string>()

  /** @param sessions of the application that is served, in its cookie mode */
  constructor(people: readonly DocsPerson[], updates: Pick<DocsUpdates, 'mayAct'>, sessions: () => Sessions) {
    this.#people = people
    this.#updates = updates
    this.#sessions = sessions
  }

  /** Keeps the session that the login of a user began. */
  begin(name: string, session: string): void {
    this.#begun.set(encodeURIComponent(name), session)
  }

  /**
   * Takes the name of the person out of a request, and changes its cookies. A request that does not come from an open page of
   * the developer is left as it is: then the field is one of the application.
   *
   * @returns `undefined` where nothing is to be waited for
   */
  take(request: IncomingMessage): Promise<void> | undefined {
    const name = request.headers[PERSON_FIELD]
    if (typeof name !== 'string' || !this.#isOfThePage(request)) return undefined
    removeFields(request, PERSON_FIELD)
    return this.#change(request, name)
  }

  #isOfThePage(request: IncomingMessage): boolean {
    const [page] = callOf(request)?.split('.') ?? []
    const fields = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    )
    const client = { headers: new Headers(fields), clientAddress: request.socket.remoteAddress ?? '' }
    return this.#updates.mayAct(page) && isFromDeveloper(client, {})
  }

  async #change(request: IncomingMessage, name: string): Promise<void> {
    const sessions = this.#sessions()
    const session = this.#people.find((person) => encodeURIComponent(person.name) === name)?.session
    // The application defines the members of users; here they are data. Without a session the call is refused, and says why.
    const seal =
      session && sessions.available
        ? await sessions.seal(session as unknown as SessionUser).catch(() => undefined)
        : this.#begun.get(name)
    const others = (request.headers.cookie ?? '')
      .split(/; */)
      .filter((cookie) => cookie !== '' && !cookie.startsWith(`${sessions.cookieName}=`))
    const cookies = [...others, ...(seal === undefined ? [] : [`${sessions.cookieName}=${seal}`])]
    removeFields(request, 'cookie')
    if (cookies.length === 0) return
    request.headers.cookie = cookies.join('; ')
    request.rawHeaders.push('Cookie', request.headers.cookie)
  }
}

function removeFields({ rawHeaders, headers }: IncomingMessage, name: string): void {
  for (let at = rawHeaders.length - 2; at >= 0; at -= 2)
    if (rawHeaders[at]?.toLowerCase() === name) rawHeaders.splice(at, 2)
  delete headers[name]
}
