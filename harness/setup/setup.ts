import { randomBytes } from 'node:crypto'
import { isLoopback } from '../../server/internal.ts'
import type { VerdictContext } from '../check/verdict.ts'
import { readServedDocument } from '../subject/documented.ts'
import type { FixtureFile } from '../credentials/define.ts'
import { allowAnonymous } from '../credentials/anonymous.ts'
import { type DescribedGuards, describeGuards } from '../credentials/guards.ts'
import { withPlaces } from '../credentials/sent-as.ts'
import { withUserLogins } from '../credentials/user-logins.ts'
import { checkNames } from '../credentials/shape.ts'
import type { TextSource } from '../credentials/resolve-text.ts'
import { Ledger } from '../observe/ledger.ts'
import { withFoundRefresh } from './found-refresh.ts'
import { LoginRenewal } from '../credentials/login-renewal.ts'
import { OwnLogins } from '../credentials/own-logins.ts'
import type { Fixtures } from '../model/fixtures.ts'
import type { Plan } from '../model/plan.ts'
import type { Remark } from '../model/remark.ts'
import { authenticatorsOf, isProtected, type Route } from '../model/route.ts'
import { openParams } from '../model/open-params.ts'
import { DEFAULT_NORMS, type Norms, readNorms } from '../copies/norms.ts'
import { createPlan } from '../plan/plan.ts'
import { redactorFor } from '../subject/redactor-for.ts'
import { openLocalTargets, openRemoteTargets, type Targets } from '../targets/targets.ts'
import { withChoices } from './choices.ts'
import { withFoundKeys } from './found-keys.ts'
import { withOwnIssuer } from './issuer.ts'
import { withNotes } from './creations.ts'
import { withFailures } from './learn-failures.ts'
import { inFile, resolveWith } from './resolved.ts'
import { confirmGuards, type Learned } from './learn-guards.ts'
import { withoutNeedlessQuery } from './needless-query.ts'
import { withNewest } from './newest-logins.ts'
import { makeSpares, type MadeSpares, withFoundStanding } from './make-spares.ts'
import { withOtherTokens } from './other-tokens.ts'
import { lifeRemarks, policyRemarks } from './policy-remarks.ts'
import { fetchFrom, readPublicKeys } from './public-keys.ts'
import { withScopes } from '../whose/scopes.ts'
import { withSlashes } from './slashes.ts'
import { withUnlikeBodies } from './unlike-bodies.ts'
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
  /** Records and users are made for what may change something on a server in another process. */
  readonly spares?: boolean
  /** Operations that are guarded by their answers alone. */
  readonly learned?: Pick<Learned, 'keys' | 'unsure'>
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
  /** The things that were made for the run; absent where it changes nothing, and for an application of this process. */
  readonly spares: MadeSpares | undefined
  /** Deletes it; what stays, in words. */
  readonly cleanUp: () => Promise<readonly string[]>
  /** Opens the targets, and the context in which verdicts are reached. */
  open(): Promise<{ readonly targets: Targets; readonly context: VerdictContext }>
}

const DOCUMENT_LEFT_OUT =
  'The OpenAPI document is not compared with the declarations: it is off or guarded, see docs in the options of the API.'

/** The document that is not served, and the operations that take an id and say nothing of whose it is: a remark each. */
function remarksOn(routes: readonly Route[], document: unknown): readonly Remark[] {
  const leftOut = document === undefined ? [{ kind: 'notice', message: DOCUMENT_LEFT_OUT } as const] : []
  const open = routes.filter((route) => (openParams(route)?.length ?? 0) > 0).map(({ key }) => key)
  if (open.length === 0) return leftOut
  const named = open.slice(0, SHOWN).join(', ') + (open.length > SHOWN ? ` and ${open.length - SHOWN} more` : '')
  const remedy = 'declare a resource, or resource: null where they belong to no user'
  return [...leftOut, { kind: 'notice', message: `nothing says whose the ids of ${named} are: ${remedy}` }]
}

/** The plan; scenarios of the fixtures may be at fault. */
function planIn(file: string, input: Parameters<typeof createPlan>[0]): Plan {
  try {
    return createPlan(input)
  } catch (error) {
    throw inFile(error, file)
  }
}

const NOTHING_LEARNED = { keys: [], unsure: new Map<string, string>() }

/** Operations that a remark names. */
const SHOWN = 3

/** A seed for stand-ins: eight hexadecimal digits. */
export function createSeed(): string {
  return randomBytes(4).toString('hex')
}

/** Reads the subject, resolves the fixtures and makes the plan; the targets are opened later, if at all. */
export async function setUp(given: SetupInput): Promise<Setup> {
  const declared = withoutThrottle(given.subject)
  const guarded = describeSubject(given, declared)
  const first = withOwnIssuer(declared, guarded.fixtures)
  const renewing = mayChange(first) ? withFoundRefresh(guarded.fixtures, guarded.routes) : { ...guarded, remarks: [] }
  const start = { ...given, subject: first, fixtures: renewing.fixtures }
  checkNames(start.fixtures, guarded.routes, start.fixturesName)
  const safe = isFarAndSafe(first)
  const ledger = ledgerOf(first, guarded.routes)
  const logins = { renewal: new LoginRenewal(start.now), own: new OwnLogins() }
  const resolved = await resolveWith(start, given, guarded.routes, ledger, logins)
  const sessions = first.kind === 'local' && !start.dry ? first.api.sessionsOn() : undefined
  if (sessions !== undefined) logins.own.addSessions(resolved.valid, (user) => sessions.seal(user))
  logins.own.addIssued(resolved.valid)
  const { subject, remarks: refusing } = await withFailures(first, start)
  const input = { ...start, subject }
  const placed = await withSlashes(subject, guarded.routes, start)
  const confirmed = await confirmFor(input, placed.routes, resolved)
  const scoped = subject.kind === 'remote' ? withScopes(confirmed.routes, resolved) : confirmed.routes
  const needed = await withoutNeedlessQuery(scoped, resolved, { ...input, dry: input.dry || safe })
  const known = { routes: needed.routes, fixtures: resolved, renewal: logins.renewal, safe }
  const spares = await sparesFor(input, known)
  const standing = spares ?? (await standingFor(input, known))
  const { routes, fixtures, remarks: found } = await otherTokensFor(input, standing, logins.own)
  const document = subject.kind === 'local' ? await readServedDocument(subject.api, subject.base) : undefined
  const publicKeys = input.dry ? [] : await readPublicKeys(routes, fixtures, fetchFrom(input))
  const planWith = (newest: Fixtures): Plan =>
    planIn(input.fixturesName, {
      routes,
      document,
      knownLeaves: authenticatorsOf(routes),
      fixtures: newest,
      publicKeys,
      seed: input.seed,
      ...placeOf(subject),
      safe,
    })
  let newest: Targets | undefined
  const openAll = async (): ReturnType<Setup['open']> => {
    const { targets, context } = await open(input, routes, fixtures, ledger)
    const own = withNewest({ targets, context }, { routes, fixtures, plan: planWith, kind: subject.kind, ...logins })
    newest = withNotes(withUnlikeBodies(own, routes, spares?.mark), spares?.creations)
    return { targets: newest, context }
  }
  const plan = planWith(fixtures)
  const remarks = [
    ...plan.remarks,
    ...policyRemarks(given.fixtures, subject.kind),
    ...lifeRemarks(fixtures, subject.kind),
    ...renewing.remarks,
    ...refusing,
    ...placed.remarks,
    ...confirmed.remarks,
    ...needed.remarks,
    ...found,
    ...(subject.kind === 'local' ? remarksOn(routes, document) : []),
  ]
  const cleanUp = async (): Promise<readonly string[]> => (await spares?.cleanUp(newest)) ?? []
  return { subject, routes, fixtures, plan: { ...plan, remarks }, safe, ledger, open: openAll, cleanUp, spares }
}

function ledgerOf({ kind }: Subject, routes: readonly Route[]): Ledger | undefined {
  const protectedKeys = new Set(routes.filter(isProtected).map(({ key }) => key))
  return kind === 'local' ? new Ledger((operation) => protectedKeys.has(operation)) : undefined
}

function mayChange(subject: Subject): boolean {
  return subject.kind === 'remote' && subject.unsafe
}

/** Against a server of another machine only what must be refused is sent, without --unsafe. */
function isFarAndSafe(subject: Subject): boolean {
  return subject.kind === 'remote' && !subject.unsafe && !isLoopback(hostnameOf(subject.origin))
}

/** The facts of a plan that only the kind of the subject decides. */
function placeOf(
  subject: Subject,
): Pick<Parameters<typeof createPlan>[0], 'local' | 'harmless' | 'hasPublicMode' | 'origin' | 'origins'> {
  if (subject.kind === 'remote')
    return { local: false, harmless: !subject.unsafe, hasPublicMode: false, origin: subject.origin }
  const origins = originsOf(subject.api)
  return { local: true, harmless: false, hasPublicMode: hasPublicMode(subject.api), origin: origins.own, origins }
}

async function sparesFor(
  { spares = false, dry, subject, timeout, source }: SetupInput,
  {
    safe,
    ...known
  }: Pick<Parameters<typeof makeSpares>[0], 'routes' | 'fixtures' | 'renewal'> & {
    readonly safe: boolean
  },
): Promise<MadeSpares | undefined> {
  if (!spares || dry || safe || subject.kind === 'local' || !subject.unsafe) return undefined
  return makeSpares({ ...subject, ...known, timeout, env: source.env })
}

/** Who may is taken from answers only where users of the fixtures may be asked with. */
async function standingFor(
  { spares = false, dry, subject, timeout, source }: SetupInput,
  { safe, ...known }: Parameters<typeof sparesFor>[1],
): Promise<Pick<MadeSpares, 'routes' | 'fixtures' | 'remarks' | 'refused'>> {
  if (!spares || dry || safe || subject.kind === 'local') return { ...known, remarks: [], refused: [] }
  const found = await withFoundStanding({ ...subject, ...known, timeout, env: source.env })
  return { ...found, routes: known.routes }
}

function confirmFor(
  { dry, learned = NOTHING_LEARNED, subject, timeout }: SetupInput,
  routes: readonly Route[],
  fixtures: Fixtures,
): ReturnType<typeof confirmGuards> {
  return confirmGuards(routes, fixtures, { ...(dry ? NOTHING_LEARNED : learned), subject, timeout })
}

async function otherTokensFor(
  { subject, timeout, source }: SetupInput,
  standing: Pick<MadeSpares, 'routes' | 'fixtures' | 'refused' | 'remarks'>,
  own: OwnLogins,
): ReturnType<typeof withOtherTokens> {
  if (subject.kind === 'local') return withFoundKeys(standing, source.env)
  const where = { ...subject, own, timeout, mayWrite: subject.unsafe }
  const { remarks, ...rest } = await withOtherTokens(standing, where)
  return { ...rest, remarks: [...standing.remarks, ...remarks] }
}

/** The routes of the subject, and the fixtures with a login for each user. */
function describeSubject({ fixtures, fixturesName }: SetupInput, subject: Subject): DescribedGuards {
  const isRemote = subject.kind === 'remote'
  const declared = isRemote ? withChoices(routesOfSubject(subject), fixtures) : routesOfSubject(subject)
  const written = withUserLogins(fixtures, declared, fixturesName)
  const placed = isRemote ? allowAnonymous(withPlaces(declared, written), written) : declared
  return describeGuards(placed, written, isRemote)
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
      : openRemoteTargets(subject as Extract<Subject, { kind: 'remote' }>, timeout, fixtures.form)
  const norms: Norms = subject.kind === 'local' ? await readNorms(subject.api) : DEFAULT_NORMS
  const context: VerdictContext = {
    fixtures,
    norms,
    redactor: redactorFor(
      fixtures,
      routes.map((route) => ({ route })),
    ),
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
