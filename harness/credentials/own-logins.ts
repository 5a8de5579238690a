import type { SessionUser } from 'svc'
import type { Fixtures } from '../model/fixtures.ts'
import type { RequestData } from '../model/request.ts'
import type { Scenario, Step } from '../model/scenario.ts'

/** A logout ends the login that it is asked with: each of its requests brings one that nothing else has used. */
export class OwnLogins {
  readonly #logins = new Map<string, () => Promise<string>>()
  readonly #beside = new Map<string, string>()
  /** Sessions that were sealed for the run, and tokens that were issued for it. */
  readonly #sealed = new Map<string, () => Promise<string>>()

  /** Whether there is a login at all, or a session. */
  get isNeeded(): boolean {
    return this.#logins.size + this.#sealed.size > 0
  }

  /** Remembers the sessions that were sealed for the users of the fixtures, and how others are sealed for them. */
  addSessions(valid: Fixtures['valid'], seal: (user: SessionUser) => Promise<string>): void {
    for (const { value } of Object.values(valid).flat())
      if (value.type === 'session')
        for (const text of [value.value, ...value.spares])
          this.#sealed.set(text, () => seal(value.user as SessionUser & typeof value.user))
  }

  /** Remembers the tokens of the run that name a login, and how others are issued. */
  addIssued(valid: Fixtures['valid']): void {
    for (const { value, issued: { again } = {} } of Object.values(valid).flat())
      if (value.type === 'key' && again !== undefined) this.#sealed.set(value.value, async () => again())
  }

  /**
   * Remembers a login by the credential that it brought.
   *
   * @param again logs in once more and gives what was taken out of the answer
   */
  add(value: string, again: () => Promise<string>): void {
    if (value !== '') this.#logins.set(value, again)
  }

  /**
   * Remembers another token of the same answer: that to refresh.
   *
   * @param taken the credential that the login brought
   */
  addBeside(taken: string, value: string, again: () => Promise<string>): void {
    this.#beside.set(taken, value)
    this.add(value, again)
  }

  /** The other token of the login that brought a credential; `undefined` where its answer had none. */
  besideOf(taken: string): string | undefined {
    return this.#beside.get(taken)
  }

  /** Tokens of logins that were not taken for credentials: as secret as those. */
  get besides(): readonly string[] {
    return [...this.#beside.values()]
  }

  /** Logs in anew for a token that a login has brought. */
  async again(value: string): Promise<string> {
    return (await this.#logins.get(value)?.()) ?? value
  }

  /**
   * The scenario with a credential of its own in each request that holds one of a login, or a session.
   *
   * @param onTaken called with every new credential: it is as secret as the one before
   */
  async fresh(scenario: Scenario, onTaken: (value: string) => void): Promise<Scenario> {
    return withRequests(scenario, (request) => renew(request, [...this.#logins, ...this.#sealed], onTaken))
  }

  /** The scenario with sessions that are sealed now: a password that was changed ends all that its user had before. */
  async resealed(scenario: Scenario, onTaken: (value: string) => void): Promise<Scenario> {
    return withRequests(scenario, (request) => this.resealedIn(request, onTaken))
  }

  /** The same for a request that belongs to no plan. */
  async resealedIn(request: RequestData, onTaken: (value: string) => void): Promise<RequestData> {
    return renew(request, this.#sealed, onTaken)
  }
}

async function withRequests(
  scenario: Scenario,
  change: (request: RequestData) => Promise<RequestData>,
): Promise<Scenario> {
  const steps: Step[] = []
  for (const step of scenario.steps) {
    const request = await change(step.request)
    steps.push(request === step.request ? step : { ...step, request })
  }
  return steps.every((step, at) => step === scenario.steps[at]) ? scenario : { ...scenario, steps }
}

async function renew(
  request: RequestData,
  known: Iterable<readonly [string, () => Promise<string>]>,
  onTaken: (value: string) => void,
): Promise<RequestData> {
  let renewed = request
  for (const [value, again] of known) {
    if (!holds(renewed, value)) continue
    const own = await again()
    onTaken(own)
    renewed = replaceIn(renewed, value, own)
  }
  return renewed
}

/** Whether a credential stands in a request. */
export function holds({ target, headers, body }: RequestData, value: string): boolean {
  return [target, body ?? '', ...headers.map(([, text]) => text)].some(
    // Most requests hold one of hundreds, and a pattern takes long to make.
    (text) => text.includes(value) && patternOf(value).test(text),
  )
}

/** The request with one credential in the place of another. */
export function replaceIn(request: RequestData, value: string, own: string): RequestData {
  const { target, headers, body } = request
  return {
    ...request,
    target: target.replace(patternOf(value), () => own),
    headers: headers.map(([name, text]) => [name, text.replace(patternOf(value), () => own)] as const),
    ...(body === undefined ? {} : { body: body.replace(patternOf(value), () => own) }),
  }
}

/** A value as it is written: in `%33a`, the spelling of `3a` with an escape, no `3a` is written. */
function patternOf(value: string): RegExp {
  return new RegExp(`(?<!%[\\dA-Fa-f]?)${value.replace(/[^\w]/g, String.raw`\$&`)}`, 'g')
}
