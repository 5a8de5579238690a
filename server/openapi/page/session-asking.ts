import type { SessionAnswer } from './configuration.ts'
import { askOwn } from './own-request.ts'
import type { Vault } from './vault.ts'

/**
 * Asks the server whether a session is there. No script can read its cookie, and what was true at the login is not true for
 * ever: it expires, another tab logs out, a server with other secrets is started.
 */
export class SessionAsking {
  readonly #vault: Vault
  readonly #channel: string
  #tabs: BroadcastChannel | undefined
  #end: ReturnType<typeof setTimeout> | undefined

  /** @param api distinguishes this API from others of the same origin */
  constructor(vault: Vault, api: string) {
    this.#vault = vault
    this.#channel = `svc-session-${api}`
  }

  /** Asks, and goes on asking: when a person comes back to the tab, when another tab logs in or out, when the session ends. */
  follow(): void {
    if (this.#tabs) return
    this.#tabs = new BroadcastChannel(this.#channel)
    this.#tabs.addEventListener('message', () => void this.ask())
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) void this.ask()
    })
    void this.ask()
  }

  /** After a login or a logout of this tab: asks, and has the other tabs ask. */
  async changed(typed?: string): Promise<boolean | undefined> {
    this.#tabs?.postMessage('changed')
    return this.ask(typed)
  }

  /** After a 401: no user is shown as logged in beside it whose session the server does not confirm. */
  async refused(): Promise<void> {
    if ((await this.ask()) === undefined) this.#vault.logIn(undefined)
  }

  /**
   * @param typed the name that was logged in with, for where the server cannot know whether it is asked by this page
   * @returns whether a user is logged in; `undefined` where the server does not know
   */
  async ask(typed?: string): Promise<boolean | undefined> {
    const { loggedIn, name, until } = await readAnswer()
    if (loggedIn === true)
      this.#vault.logIn({ ...(name === undefined ? {} : { name }), ...(until === undefined ? {} : { until }) })
    else if (loggedIn === false) this.#vault.logIn(undefined)
    else if (typed !== undefined) this.#vault.logIn({ name: typed })
    clearTimeout(this.#end)
    if (until !== undefined) this.#end = setTimeout(() => void this.ask(), Math.min(until - Date.now() + 500, LONGEST))
    return loggedIn
  }
}

/** The most milliseconds that a timer takes. */
const LONGEST = 2 ** 31 - 1

async function readAnswer(): Promise<SessionAnswer> {
  const url = new URL('docs/session', location.href)
  url.search = location.search
  try {
    const response = await askOwn(url)
    return response.ok ? ((await response.json()) as SessionAnswer) : {}
  } catch {
    return {}
  }
}
