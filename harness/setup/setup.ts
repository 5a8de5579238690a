import type { LeafDescription } from 'svc'
import { randomBytes } from 'node:crypto'
import { isLoopback, leavesOf } from '../../server/internal.ts'
import type { AnyApi } from '../model/application.ts'
import type { VerdictContext } from '../check/verdict.ts'
import { readServedDocument } from '../subject/documented.ts'
import { HarnessError } from '../model/failure.ts'
import type { FixtureFile, LoginFixture } from '../credentials/define.ts'
import { describeGuards } from '../credentials/guards.ts'
import { resolveFixtures } from '../credentials/resolve.ts'
import { checkNames } from '../credentials/shape.ts'
import type { TextSource } from '../credentials/text.ts'
import { Ledger } from '../observe/ledger.ts'
import { LoginRenewal } from '../credentials/login-renewal.ts'
import type { Fixtures } from '../model/fixtures.ts'
import type { Plan } from '../model/plan.ts'
import type { Remark } from '../model/remark.ts'
import type { RequestData } from '../model/request.ts'
import type { TokenLogins } from '../credentials/yaml-skeleton.ts'
import { type Route, isProtected, routesOf } from '../model/route.ts'
import { DEFAULT_NORMS, type Norms, readNorms } from '../copies/norms.ts'
import { createPlan } from '../plan/plan.ts'
import type { Origins } from '../subject/plan-input.ts'
import { Redactor } from '../text/redact.ts'
import { takeFrom } from '../replay/replay.ts'
import { type Target, SocketTarget } from '../replay/target.ts'
import { endpointOf, openLocalTargets, openRemoteTargets, type Targets } from '../targets/targets.ts'

/** The subject of a test: an application in this process, or a server somewhere. */
export type Subject =
  | { readonly kind: 'local'; readonly api: AnyApi; readonly base: string }
  | {
      readonly kind: 'remote'
      readonly origin: string
      readonly routes: readonly Route[]
      readonly unsafe: boolean
      readonly logins?: TokenLogins
    }

/** How a test is set up. */
export interface SetupInput {
  readonly subject: Subject
  readonly fixtures: FixtureFile
  /** For messages. */
  readonly fixturesName: string
  readonly source: TextSource
  readonly seed: string
  /** Milliseconds to wait for an answer. */
  readonly timeout: number
  readonly inProcess: boolean
  /** Nothing is sent: logins have a placeholder for their answer. */
  readonly dry: boolean
  readonly strictContract: boolean
  readonly remark: (remark: Remark) => void
  /** Milliseconds on a clock that only goes forward, for logins that grow old; that of `performance` if absent. */
  readonly now?: () => number
}

/** Everything that a run needs, made from the subject and the fixtures. */
export interface Setup {
  readonly routes: readonly Route[]
  readonly fixtures: Fixtures
  readonly plan: Plan
  readonly safe: boolean
  readonly ledger: Ledger | undefined
  /** Opens the targets, and the context in which verdicts are reached. */
  open(): Promise<{ readonly targets: Targets; readonly context: VerdictContext }>
}

const DOCUMENT_LEFT_OUT: Remark = {
  kind: 'notice',
  message:
    'The OpenAPI document is not compared with the declarations: it is off or guarded, see docs in the options of the API.',
}

/** The routes of what is tested. */
export function routesOfSubject(subject: Subject): readonly Route[] {
  if (subject.kind === 'remote') return subject.routes
  return routesOf(subject.api.operations(), subject.base, subject.api.settings.csrf ?? false)
}

/** A seed for stand-ins: eight hexadecimal digits. */
export function createSeed(): string {
  return randomBytes(4).toString('hex')
}

/** Reads the subject, resolves the fixtures and makes the plan; the targets are opened later, if at all. */
export async function setUp(given: SetupInput): Promise<Setup> {
  const subject = withoutThrottle(given.subject)
  const guarded = describeGuards(routesOfSubject(subject), given.fixtures, subject.kind === 'remote')
  const input = { ...given, subject, fixtures: guarded.fixtures }
  const { routes } = guarded
  checkNames(input.fixtures, routes, input.fixturesName)
  const safe = subject.kind === 'remote' && !subject.unsafe && !isLoopback(hostnameOf(subject.origin))
  const protectedKeys = new Set(routes.filter(isProtected).map(({ key }) => key))
  const ledger = subject.kind === 'local' ? new Ledger((operation) => protectedKeys.has(operation)) : undefined
  const renewal = new LoginRenewal(input.now)
  const fixtures = await withLogins(input, ledger, renewal, (logIn) =>
    resolveFixtures({
      fixtures: input.fixtures,
      routes,
      source: input.source,
      sessions: subject.kind === 'local' ? subject.api.sessionsOn() : undefined,
      logIn,
      dry: input.dry,
    }),
  )
  const document = subject.kind === 'local' ? await readServedDocument(subject.api, subject.base) : undefined
  const planWith = (known: Fixtures): Plan =>
    createPlan({
      routes,
      document,
      knownLeaves: distinctLeaves(routes),
      fixtures: known,
      seed: input.seed,
      local: subject.kind === 'local',
      hasPublicMode: subject.kind === 'local' && hasPublicMode(subject.api),
      origin: subject.kind === 'local' ? originsOf(subject.api).own : subject.origin,
      origins: subject.kind === 'local' ? originsOf(subject.api) : undefined,
      safe,
      harmless: subject.kind === 'remote' && !subject.unsafe,
    })
  const openAll = async (): ReturnType<Setup['open']> => {
    const { targets, context } = await open(input, routes, fixtures, ledger)
    if (!renewal.isNeeded) return { targets, context }
    const onTaken = (value: string): void => context.redactor.add({ value, label: 'login' })
    const renewed = { fixtures, plan: planWith, onTaken }
    return { targets: { ...targets, fresh: (scenario) => renewal.fresh(scenario, renewed) }, context }
  }
  const plan = planWith(fixtures)
  const isLeftOut = subject.kind === 'local' && document === undefined
  const remarks = isLeftOut ? [...plan.remarks, DOCUMENT_LEFT_OUT] : plan.remarks
  return { routes, fixtures, plan: { ...plan, remarks }, safe, ledger, open: openAll }
}

/** A run fails some hundred times from one address, and means it. */
function withoutThrottle(subject: Subject): Subject {
  if (subject.kind === 'remote' || subject.api.settings.throttle === undefined) return subject
  const { api } = subject
  return { ...subject, api: api.withOperations(api.operations(), { throttle: false }) }
}

/** Unless its options say that it is only for this machine. */
function hasPublicMode({ settings: { publicUrl } }: AnyApi): boolean {
  return publicUrl === undefined || !publicUrl.startsWith('http:') || !isLoopback(hostnameOf(publicUrl))
}

/** Without a port in `Host` the origin is known before anything listens. */
function originsOf({ settings }: AnyApi): Origins {
  const host = '127.0.0.1'
  return { own: settings.publicUrl ?? `http://${host}`, host, trusted: settings.trustedOrigins }
}

async function open(
  input: SetupInput,
  routes: readonly Route[],
  fixtures: Fixtures,
  ledger: Ledger | undefined,
): ReturnType<Setup['open']> {
  const { subject, timeout, inProcess } = input
  const targets =
    subject.kind === 'local' && ledger !== undefined
      ? await openLocalTargets({ api: subject.api, base: subject.base, ledger, timeout, inProcess })
      : openRemoteTargets((subject as Extract<Subject, { kind: 'remote' }>).origin, timeout)
  const norms: Norms = subject.kind === 'local' ? await readNorms(subject.api) : DEFAULT_NORMS
  const context: VerdictContext = {
    fixtures,
    norms,
    redactor: new Redactor(fixtures.secrets),
    ledger,
    origin: targets.origin,
    runStart: performance.now(),
    strict: input.strictContract,
    today: new Date().toISOString().slice(0, 10),
    remark: input.remark,
    routes: new Map(routes.map((route) => [route.key, route])),
  }
  return { targets, context }
}

type LogIn = (request: RequestData, login: LoginFixture['login']) => Promise<string>

/** Logins go to the subject itself, and to nowhere else, before the plan is made from what they answer. */
async function withLogins(
  input: SetupInput,
  ledger: Ledger | undefined,
  renewal: LoginRenewal,
  resolve: (logIn: LogIn) => Promise<Fixtures>,
): Promise<Fixtures> {
  if (input.dry) return resolve(async () => 'svc-login-placeholder')
  let opened: { readonly target: Target; close(): Promise<void> } | undefined
  try {
    return await resolve(async (request, login) => {
      opened ??= await openForLogin(input, ledger)
      const taken = await logInAt(opened.target, request, login)
      if (login.refresh !== undefined)
        renewal.add(taken, login.refresh, async () => {
          const again = await openForLogin(input, ledger)
          try {
            return await logInAt(again.target, request, login)
          } finally {
            await again.close()
          }
        })
      return taken
    })
  } finally {
    await opened?.close()
  }
}

async function logInAt(target: Target, request: RequestData, { take }: LoginFixture['login']): Promise<string> {
  const answer = await target.send(request, 'own').answer.catch((cause: unknown) => {
    throw new HarnessError('SVC_FIXTURE_LOGIN', `the login ${request.method} ${request.target} got no answer`, 3, {
      cause,
    })
  })
  const taken = takeFrom(answer, take)
  if (taken !== undefined) return taken
  throw new HarnessError(
    'SVC_FIXTURE_LOGIN',
    `the login ${request.method} ${request.target} answered ${answer.status} without ${JSON.stringify(take)}`,
  )
}

async function openForLogin(
  { subject, timeout }: SetupInput,
  ledger: Ledger | undefined,
): Promise<{ readonly target: Target; close(): Promise<void> }> {
  const served = subject.kind === 'local' ? await subject.api.listen({ port: 0, log: false }) : undefined
  const origin = served?.url ?? (subject as Extract<Subject, { kind: 'remote' }>).origin
  const target = new SocketTarget(endpointOf(origin), timeout, ledger)
  return {
    target,
    close: async () => {
      await target.close()
      await served?.close()
    },
  }
}

function distinctLeaves(routes: readonly Route[]): readonly LeafDescription[] {
  return [...new Map(routes.flatMap(({ auth }) => leavesOf(auth)).map((leaf) => [leaf.name, leaf])).values()]
}

/** Without the brackets of IPv6. */
function hostnameOf(origin: string): string {
  return new URL(origin).hostname.replace(/^\[|\]$/g, '')
}
