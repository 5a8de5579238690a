import type { Listening } from 'svc'
import { headerOf, standInForIssuers } from '../../server/internal.ts'
import type { AnyApi } from '../model/application.ts'
import { DatedTarget } from './dated-target.ts'
import { Shared, TurnTarget } from './turn-target.ts'
import { copyWithoutHandlers, copyWithFaults, copyWithoutPatience, type FindFault } from '../copies/copy.ts'
import { withIssuer } from '../copies/issued.ts'
import { makeDateMovable } from '../copies/moved-date.ts'
import { issuerKeySet, keySetIn } from '../tokens/issuer.ts'
import { COMBINATIONS } from '../scenarios/combined.ts'
import type { RequestData } from '../model/request.ts'
import type { Ledger } from '../observe/ledger.ts'
import { extraOf, type Fault, type KeyState, type Scenario, sessionOf, type Step } from '../model/scenario.ts'
import type { Endpoint } from '../replay/connection.ts'
import { targetWithForm } from '../replay/form-target.ts'
import type { FormFlow } from '../model/fixtures.ts'
import { FetchTarget, type Sending, SocketTarget, type Target } from '../replay/target.ts'

/** Which target answers a scenario. */
export interface Targets {
  of(scenario: Scenario): Target
  /** The scenario as it is to be sent now, where credentials of its plan grow old. */
  fresh?(scenario: Scenario): Promise<Scenario>
  /** A request of no plan, as it is to be sent now: with the credentials of the newest logins. */
  renewed?(request: RequestData): Promise<RequestData>
  /** Whether a request is to be sent again, since its login was over and has been repeated. */
  isOver?(request: RequestData, status: number): Promise<boolean>
  /** Where the application answers, without a path. */
  readonly origin: string
  close(): Promise<void>
}

/** How an application in this process is reached. */
export interface LocalSetting {
  readonly api: AnyApi
  readonly base: string
  readonly ledger: Ledger
  /** Milliseconds to wait for an answer. */
  readonly timeout: number
  /** Without sockets wherever a scenario can do without. */
  readonly inProcess: boolean
}

/**
 * Serves an application on loopback, and copies of it: one whose authenticators can be made to fail, one whose clock can be set, and
 * two whose tokens the harness issues, of which one has keys that change, and one whose handlers do nothing.
 */
export async function openLocalTargets({ api, base, ledger, timeout, inProcess }: LocalSetting): Promise<Targets> {
  makeDateMovable()
  const faults = new Map<string, Fault>()
  const findFault: FindFault = (request) => faults.get(headerOf(request, ledger.field) ?? '')
  const ahead = new Shared(0)
  const keys = new Shared<KeyState>('usual')
  const keyed = withIssuer(
    api,
    ({ token }) =>
      () =>
        keySetIn(keys.state, token),
  )
  const issued = withIssuer(
    api,
    ({ token }) =>
      () =>
        issuerKeySet(token),
  )
  const clock = api.sessions.available ? () => Date.now() + ahead.state : undefined
  const { open, close } = startServers(ledger, timeout)
  const [main, faulty, impatient, timed, ours, changing, idle] = await allOrNone(close, [
    open(() => api),
    open(() => copyWithFaults(api, base, findFault, COMBINATIONS)),
    open(() => copyWithoutPatience(api, base, findFault)),
    open(() => copyWithoutHandlers(api, base, clock)),
    issued === api ? undefined : open(() => issued),
    keyed === api ? undefined : open(() => keyed),
    issued === api ? undefined : open(() => copyWithoutHandlers(api, base)),
  ])
  return {
    origin: main.served.url,
    of: (scenario) => {
      if (extraOf(scenario, 'public') !== undefined) return main.direct
      const dates = scenario.steps.map(dateOf)
      if (dates.some((date) => date !== undefined))
        return new DatedTarget(scenario.exercise === 'wrapped' ? timed.direct : main.direct, dates)
      const times = scenario.steps.map((step) => sessionOf(step).clock ?? 0)
      if (times.some((milliseconds) => milliseconds > 0)) return new TurnTarget(timed.sockets, ahead, times)
      const states = scenario.steps.flatMap((step) => extraOf(step, 'issuer')?.keys ?? [])
      if (changing && states.some((state) => state !== 'usual')) return new TurnTarget(changing.sockets, keys, states)
      if (ours && states.length > 0) return ours.sockets
      if (idle && scenario.steps.some((step) => extraOf(step, 'idle'))) return idle.sockets
      if (scenario.exercise !== 'wrapped') return inProcess && canFetch(scenario) ? main.direct : main.sockets
      const fault = extraOf(scenario, 'fault')?.fault
      const copied = fault?.behaviour === 'never' ? impatient : faulty
      const isDirect = inProcess && scenario.transport === 'fetch' && extraOf(scenario, 'combined') === undefined
      return new FaultyTarget(isDirect ? copied.direct : copied.sockets, fault, faults)
    },
    close,
  }
}

/** The time that `Date` shows to a step, in milliseconds since 1970; `undefined` for that of the machine. */
function dateOf(step: Step): number | undefined {
  const { date, later } = sessionOf(step)
  return later === undefined ? date : Date.now() + later
}

/** Serves applications, and ends all of them; in between no issuer and no provider of another machine is asked. */
function startServers(
  ledger: Ledger,
  timeout: number,
): { readonly open: (make: () => AnyApi) => Promise<Opened>; readonly close: () => Promise<void> } {
  const opened: Opened[] = []
  const endStandIn = standInForIssuers()
  const open = async (make: () => AnyApi): Promise<Opened> => {
    const application = make()
    ledger.attach(application)
    const served = await application.listen({ port: 0, log: false })
    const sockets = new SocketTarget(endpointOf(served.url), timeout, ledger)
    const one = { served, sockets, direct: new FetchTarget(application, ledger, timeout) }
    opened.push(one)
    return one
  }
  const close = async (): Promise<void> => {
    await Promise.all(opened.map(({ sockets }) => sockets.close()))
    await Promise.all(opened.map(({ served }) => served.close()))
    endStandIn()
  }
  return { open, close }
}

/** All results; where one fails, those that were opened are closed, and none is left that nothing would close. */
async function allOrNone<const T extends readonly unknown[]>(
  close: () => Promise<void>,
  openings: T,
): Promise<{ -readonly [Key in keyof T]: Awaited<T[Key]> }> {
  try {
    return await Promise.all(openings)
  } catch (error) {
    await Promise.allSettled(openings)
    await close()
    throw error
  }
}

interface Opened {
  readonly served: Listening
  readonly sockets: SocketTarget
  readonly direct: FetchTarget
}

/** A server in another process. */
export function openRemoteTargets(
  { origin, failures }: Pick<Endpoint, 'failures'> & { readonly origin: string },
  timeout: number,
  form?: FormFlow,
): Targets {
  const sockets = targetWithForm(endpointOf(origin, { failures }), timeout, form)
  return { origin, of: () => sockets, close: () => sockets.close() }
}

/** The parts of an origin that a connection needs. */
export function endpointOf(origin: string, { traffic, failures }: Wire = {}): Endpoint {
  const { hostname, port, protocol } = new URL(origin)
  const tls = protocol === 'https:'
  const shown = { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? (tls ? 443 : 80) : Number(port), tls }
  return traffic === undefined && failures === undefined ? shown : { ...shown, traffic, failures }
}

/** The parts of an endpoint that follow its requests and read its answers. */
type Wire = Pick<Endpoint, 'traffic' | 'failures'>

/** Session cookies have another name behind a socket on loopback than in a bare `fetch`. */
function canFetch(scenario: Scenario): boolean {
  return scenario.transport === 'fetch' && scenario.exercise === 'wire'
}

/** Sets, by the id of each request, the behaviour of the authenticators of the copy. */
class FaultyTarget implements Target {
  readonly #target: Target
  readonly #fault: Fault | undefined
  readonly #faults: Map<string, Fault>

  constructor(target: Target, fault: Fault | undefined, faults: Map<string, Fault>) {
    this.#target = target
    this.#fault = fault
    this.#faults = faults
  }

  send(...args: Parameters<Target['send']>): ReturnType<Target['send']> {
    return this.#mark(this.#target.send(...args))
  }

  sendTogether(...args: Parameters<Target['sendTogether']>): ReturnType<Target['sendTogether']> {
    return this.#target.sendTogether(...args)
  }

  async sendAtOnce(...args: Parameters<Target['sendAtOnce']>): ReturnType<Target['sendAtOnce']> {
    return (await this.#target.sendAtOnce(...args)).map((sending) => this.#mark(sending))
  }

  async close(): Promise<void> {}

  /** The request is on its way, but nothing of it can have been read before this turn of the event loop ends. */
  #mark(sending: Sending): Sending {
    if (sending.probe !== undefined && this.#fault !== undefined) this.#faults.set(sending.probe, this.#fault)
    return sending
  }
}
