import { randomBytes } from 'node:crypto'
import { isLoopback } from '../../server/internal.ts'
import type { VerdictContext } from '../check/verdict.ts'
import { readServedDocument } from '../subject/documented.ts'
import type { FixtureFile } from '../credentials/define.ts'
import { allowAnonymous } from '../credentials/anonymous.ts'
import { type DescribedGuards, describeGuards } from '../credentials/guards.ts'
import { resolveFixtures } from '../credentials/resolve.ts'
import { authenticatorFor, throwawayOf, withUserLogins } from '../credentials/user-logins.ts'
import { checkNames } from '../credentials/shape.ts'
import type { TextSource } from '../credentials/resolve-text.ts'
import { HarnessError } from '../model/failure.ts'
import { Ledger } from '../observe/ledger.ts'
import { LoginRenewal } from '../credentials/login-renewal.ts'
import { OwnLogins } from '../credentials/own-logins.ts'
import { endsSessions } from '../subject/ends-sessions.ts'
import type { Fixtures } from '../model/fixtures.ts'
import type { Plan } from '../model/plan.ts'
import type { Remark } from '../model/remark.ts'
import type { Scenario } from '../model/scenario.ts'
import { authenticatorsOf, isProtected, type Route } from '../model/route.ts'
import { DEFAULT_NORMS, type Norms, readNorms } from '../copies/norms.ts'
import { createPlan } from '../plan/plan.ts'
import { Redactor } from '../text/redact.ts'
import { openLocalTargets, openRemoteTargets, type Targets } from '../targets/targets.ts'
import { passesIn, withOwnIssuer } from './issuer.ts'
import { withLogins } from './log-in.ts'
import { fetchFrom, readPublicKeys } from './public-keys.ts'
import { hasPublicMode, hostnameOf, originsOf, routesOfSubject, type Subject, withoutThrottle } from './subject.ts'

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
  /** As it is tested: with the issuer of the harness where it makes the tokens. */
  readonly subject: Subject
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

/** A seed for stand-ins: eight hexadecimal digits. */
export function createSeed(): string {
  return randomBytes(4).toString('hex')
}

/** An error of a value in the fixtures, with the file that holds it. */
function inFile(error: unknown, file: string): unknown {
  if (!(error instanceof HarnessError) || !error.code.startsWith('SVC_FIXTURE_') || error.message.includes(file))
    return error
  return new HarnessError(error.code, `${file}  ${error.message}`, error.exitCode, { cause: error })
}

/** Reads the subject, resolves the fixtures and makes the plan; the targets are opened later, if at all. */
export async function setUp(given: SetupInput): Promise<Setup> {
  const declared = withoutThrottle(given.subject)
  const guarded = describeSubject(given, declared)
  const subject = withOwnIssuer(declared, guarded.fixtures)
  const input = { ...given, subject, fixtures: guarded.fixtures }
  const { routes } = guarded
  checkNames(input.fixtures, routes, input.fixturesName)
  const safe = subject.kind === 'remote' && !subject.unsafe && !isLoopback(hostnameOf(subject.origin))
  const protectedKeys = new Set(routes.filter(isProtected).map(({ key }) => key))
  const ledger = subject.kind === 'local' ? new Ledger((operation) => protectedKeys.has(operation)) : undefined
  const renewal = new LoginRenewal(input.now)
  const own = new OwnLogins()
  const fixtures = await withLogins(input, ledger, { renewal, own }, (logIn) =>
    resolveFixtures({
      fixtures: input.fixtures,
      routes,
      source: input.source,
      sessions: subject.kind === 'local' ? subject.api.sessionsOn() : undefined,
      logIn,
      passes: passesIn(subject, input.dry),
      throwaway: throwawayWith(given, routesOfSubject(subject)),
      dry: input.dry,
    }),
  ).catch((error: unknown) => {
    throw inFile(error, input.fixturesName)
  })
  const document = subject.kind === 'local' ? await readServedDocument(subject.api, subject.base) : undefined
  const publicKeys = input.dry ? [] : await readPublicKeys(routes, fixtures, fetchFrom(input))
  const planWith = (known: Fixtures): Plan =>
    createPlan({
      routes,
      document,
      knownLeaves: authenticatorsOf(routes),
      fixtures: known,
      publicKeys,
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
    if (!own.isNeeded) return { targets, context }
    const ending = new Set(routes.filter((route) => endsSessions(route, fixtures)).map(({ key }) => key))
    const onTaken = (value: string): void => context.redactor.add({ value, label: 'login' })
    const renewed = { fixtures, plan: planWith, onTaken }
    const fresh = async (planned: Scenario): Promise<Scenario> => {
      const scenario = renewal.isNeeded ? await renewal.fresh(planned, renewed) : planned
      return ending.has(scenario.route) ? own.fresh(scenario, onTaken) : scenario
    }
    return { targets: { ...targets, fresh, renewed: (request) => renewal.renewed(request, renewed) }, context }
  }
  const plan = planWith(fixtures)
  const isLeftOut = subject.kind === 'local' && document === undefined
  const remarks = isLeftOut ? [...plan.remarks, DOCUMENT_LEFT_OUT] : plan.remarks
  return { subject, routes, fixtures, plan: { ...plan, remarks }, safe, ledger, open: openAll }
}

/** The routes of the subject, and the fixtures with a login for each user. */
function describeSubject({ fixtures, fixturesName }: SetupInput, subject: Subject): DescribedGuards {
  const isRemote = subject.kind === 'remote'
  const declared = routesOfSubject(subject)
  const written = withUserLogins(fixtures, declared, fixturesName)
  return describeGuards(isRemote ? allowAnonymous(declared, written) : declared, written, isRemote)
}

function throwawayWith(
  { fixtures, fixturesName }: SetupInput,
  routes: readonly Route[],
): Parameters<typeof resolveFixtures>[0]['throwaway'] {
  const requests = throwawayOf(fixtures, routes)
  if (requests === undefined || fixtures.login === undefined) return undefined
  return { ...requests, authenticator: authenticatorFor(fixtures.login, routes, fixturesName) }
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
