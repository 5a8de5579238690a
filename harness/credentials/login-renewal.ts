import { HarnessError } from '../model/failure.ts'
import type { CredentialValue, Fixtures } from '../model/fixtures.ts'
import type { Plan } from '../model/plan.ts'
import type { RequestData } from '../model/request.ts'
import type { Scenario } from '../model/scenario.ts'
import { holds, replaceIn } from './own-logins.ts'

/** A login of the fixtures that is to be repeated. */
interface Login {
  /** Seconds after which what it answered is old; infinite where nothing says it. */
  readonly renewAfter: number
  /** Requests that it opened, by their target: where one of them is refused, it is over. */
  readonly opened: Map<string, Opened>
  /** Credentials that it had before. */
  readonly before: string[]
  /** The credential that the run has now. */
  value: string
  /** When it was issued, on the clock of the renewal. */
  at: number
  /** Until when a 403 is not taken for its end. */
  goodUntil: number
}

/** A request that a login has opened. */
interface Opened {
  request: RequestData
  /** How often it was refused, one after the other, and a new login was made for that. */
  vain: number
}

/** The parts that a renewal uses. */
export interface RenewalInput {
  readonly fixtures: Fixtures
  /** The plan with other fixtures: pure, and with the same ids. */
  readonly plan: (fixtures: Fixtures) => Plan
  /** Called with every new credential: it is as secret as the one before. */
  readonly onTaken: (value: string) => void
}

/** Repeats logins whose credential is older than `renewAfter`, and writes what is yet to be sent with the new one. */
export class LoginRenewal {
  readonly #now: () => number
  readonly #logins = new Map<Login, () => Promise<string>>()
  #scenarios: ReadonlyMap<string, Scenario> | undefined
  #fixtures: Fixtures | undefined
  #running: Promise<void> | undefined
  /** One after the other: with one session for each user, a second login would end the first. */
  #ending: Promise<unknown> = Promise.resolve()

  /** @param now milliseconds on a clock that only goes forward */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Whether any login is to be repeated. */
  get isNeeded(): boolean {
    return this.#logins.size > 0
  }

  /**
   * Remembers a login that was made just now.
   *
   * @param renewAfter seconds; absent where nothing says when it ends
   * @param again logs in once more and gives what was taken out of the answer
   * @throws HarnessError for an interval that is not a number of seconds above 0
   */
  add(value: string, renewAfter: number = Number.POSITIVE_INFINITY, again: () => Promise<string>): void {
    if (!(typeof renewAfter === 'number' && renewAfter > 0))
      throw new HarnessError(
        'SVC_FIXTURE_TYPE',
        `renewAfter of a login must be a number of seconds above 0, not ${JSON.stringify(renewAfter)}`,
      )
    this.#logins.set({ renewAfter, value, at: this.#now(), goodUntil: 0, before: [], opened: new Map() }, again)
  }

  /** The scenario with credentials that are not too old, after logins that this takes; they are made once for all who wait. */
  async fresh(scenario: Scenario, input: RenewalInput): Promise<Scenario> {
    await this.#running
    const old = [...this.#logins].filter(([{ at, renewAfter }]) => this.#now() - at > renewAfter * 1_000)
    if (old.length > 0 || this.#running !== undefined) {
      this.#running ??= this.#renew(old, input).finally(() => (this.#running = undefined))
      await this.#running
    }
    return this.#scenarios?.get(scenario.id) ?? scenario
  }

  /** A request that belongs to no plan, with the credentials of the newest logins. */
  async renewed(request: RequestData, input: RenewalInput): Promise<RequestData> {
    if (!this.isNeeded) return request
    await this.fresh({ id: '' } as Scenario, input)
    let current = request
    for (const [login] of this.#logins)
      for (const before of login.before) current = replaceIn(current, before, login.value)
    return current
  }

  /**
   * Notes what came of a request. Where its login has opened something before, and opens that no more, the login is repeated.
   *
   * @param send gives the status of a request that is sent once more
   * @returns whether the request, with the newest logins, is to be sent again
   */
  async isOver(
    request: RequestData,
    status: number,
    { send, ...input }: RenewalInput & { readonly send: (request: RequestData) => Promise<number | undefined> },
  ): Promise<boolean> {
    if (!REFUSED.has(status)) {
      if (status >= 200 && status < 300 && request.method === 'GET') this.#noteOpened(request)
      return false
    }
    const ended = this.#ending.then(async () => {
      for (const [login, again] of this.#logins) {
        if (login.before.some((value) => holds(request, value))) return true
        if (!holds(request, login.value) || !(await this.#isEnded(login, status, send))) continue
        this.#running = this.#renew([[login, again]], input).finally(() => (this.#running = undefined))
        await this.#running
        return true
      }
      return false
    })
    this.#ending = ended.catch(() => undefined)
    return ended.catch(() => false)
  }

  /**
   * Whether what a login has opened is refused now. A 403 is mostly that of a user who may not: it is not asked each time, and one request that
   * is still answered is enough.
   */
  async #isEnded(
    login: Login,
    status: number,
    send: (request: RequestData) => Promise<number | undefined>,
  ): Promise<boolean> {
    if (status === UNAUTHORIZED) {
      for (const [target, opened] of login.opened) {
        if ((await send(opened.request)) !== UNAUTHORIZED) opened.vain = 0
        else if (opened.vain++ < MOST_VAIN) return true
        // It is refused for another reason: its record is gone.
        else login.opened.delete(target)
      }
      return false
    }
    const started = this.#now()
    if (started < login.goodUntil) return false
    let isRefused = false
    for (const { request } of login.opened.values()) {
      const now = await send(request)
      if (now !== undefined && now >= 200 && now < 300) {
        // Where answers take long, so long is a session taken for good.
        login.goodUntil = this.#now() + Math.max(LATELY, TIMES * (this.#now() - started))
        return false
      }
      isRefused ||= now !== undefined && REFUSED.has(now)
    }
    return isRefused
  }

  /** The fixtures with the credentials of the newest logins. */
  newest(fixtures: Fixtures): Fixtures {
    const values = [...this.#logins.keys()].flatMap(({ value, before }) => before.map((old) => [old, value] as const))
    return values.length === 0 ? fixtures : withValues(fixtures, new Map(values))
  }

  #noteOpened(request: RequestData): void {
    for (const [{ value, opened }] of this.#logins) {
      if (!holds(request, value)) continue
      if (opened.size < MOST || opened.has(request.target)) opened.set(request.target, { request, vain: 0 })
    }
  }

  async #renew(old: readonly (readonly [Login, () => Promise<string>])[], input: RenewalInput): Promise<void> {
    const values = new Map<string, string>()
    for (const [login, again] of old) {
      const value = await again()
      input.onTaken(value)
      values.set(login.value, value)
      login.before.push(login.value)
      // It may be over before it has opened anything: another login ends it.
      for (const opened of login.opened.values()) opened.request = replaceIn(opened.request, login.value, value)
      Object.assign(login, { value, at: this.#now() })
    }
    this.#fixtures = withValues(this.#fixtures ?? input.fixtures, values)
    const { routes } = input.plan(this.#fixtures)
    this.#scenarios = new Map(routes.flatMap(({ scenarios }) => scenarios.map((scenario) => [scenario.id, scenario])))
  }
}

const UNAUTHORIZED = 401
/** Some servers answer 403 to a session that has ended. */
const REFUSED: ReadonlySet<number> = new Set([UNAUTHORIZED, 403])
/** Milliseconds for which a login that has opened something is taken for good, and how many times an answer. */
const LATELY = 250
const TIMES = 10
/** New logins that are made for one request which they do not open. */
const MOST_VAIN = 3
/** Requests that are kept of a login: one may be open to everybody. */
const MOST = 4

function withValues(fixtures: Fixtures, values: ReadonlyMap<string, string>): Fixtures {
  const renew = (value: CredentialValue): CredentialValue =>
    value.type === 'key' || value.type === 'cookie'
      ? { ...value, value: values.get(value.value) ?? value.value }
      : value
  const valid = Object.entries(fixtures.valid).map(([name, credentials]) => [
    name,
    credentials.map((one) => (one.origin === 'login' ? { ...one, value: renew(one.value) } : one)),
  ])
  return { ...fixtures, valid: Object.fromEntries(valid) as Fixtures['valid'] }
}
