import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { describeLiteralSecrets } from '../credentials/literal-secrets.ts'
import type { FixtureFile } from '../credentials/define.ts'
import { findFixtures, type ReadFixtures, readFixtures } from '../credentials/read.ts'
import type { AnyApi } from '../model/application.ts'
import { HarnessError } from '../model/failure.ts'
import type { Plan } from '../model/plan.ts'
import type { Remark } from '../model/remark.ts'
import { crackOf } from '../guesses/crack.ts'
import { withOwnDocument } from '../targets/own-document.ts'
import { explore } from '../explore/explore.ts'
import { EXPLORED_ROWS } from '../explore/rows.ts'
import { withSample } from '../plan/sample.ts'
import { checkRoutes, createFilter, mayWant, type Selection, selectPlan } from '../plan/select.ts'
import { EventStream } from '../report/event-stream.ts'
import { recordsOf, withRecorded, type WithRecorded } from '../recordings/recordings.ts'
import type { Stage } from '../run/stage.ts'
import { applyBaseline, readBaseline } from '../run/baseline.ts'
import { learnGuards } from '../setup/learn-guards.ts'
import { createSeed, setUp, type Setup, type SetupInput } from '../setup/setup.ts'
import { describeMissing, describeRefusedTokens, describeWithoutFixtures } from './missing-credentials.ts'
import type { TestWorld } from './world.ts'

const NO_FIXTURES = 'no fixtures'

/** Which part of the plan is wanted. */
export interface SelectOptions {
  readonly routes: readonly string[]
  readonly only: readonly string[]
  readonly skip: readonly string[]
  readonly role: readonly string[]
  readonly grep?: string
  readonly replay?: string
  readonly baseline?: string
  readonly updateBaseline: boolean
  /** Operations of one authenticator and kind of method that are asked the whole catalogue, of a server in another process; 0 for all. */
  readonly sample: number
  /** A file of words for the secret of tokens. */
  readonly crack?: string
  readonly crackSeconds?: number
}

/** The input of the plan besides the application. */
export interface PrepareOptions extends SelectOptions {
  readonly fixtures?: string
  readonly allowExec: boolean
  readonly seed?: string
  readonly timeout: number
  readonly inProcess: boolean
  readonly contract: boolean
  /** Nothing will be sent. */
  readonly list: boolean
}

/** The state on which every command but `--init` works. */
export interface Prepared {
  readonly setup: Setup
  /** The part that is wanted. */
  readonly plan: Plan
  readonly seed: string
  /** Reports of the set-up and of the run go here. */
  readonly stream: EventStream
  /** Remarks made before anything was sent. */
  readonly remarks: readonly Remark[]
  /** The stage after the plan; absent where nothing of it is wanted. */
  readonly stage?: Stage
  /** The same set-up with sessions of its own; on a copy of the application, if one is given. */
  readonly renew: (api?: AnyApi) => Promise<Setup>
}

/**
 * Sets up the run and selects the part of the plan that is wanted.
 *
 * @throws HarnessError for what the user has to mend first.
 */
export async function prepare(
  options: PrepareOptions,
  given: TestWorld,
  { fixtures: written, name, directory, written: text }: LoadedFixtures,
): Promise<Prepared> {
  const stream = new EventStream()
  const seed = options.seed ?? createSeed()
  const { timeout, list: dry } = options
  const learned = await learnGuards({ subject: given.subject, fixtures: written, timeout, dry })
  const world = { ...given, subject: learned.subject }
  const recorded = withRecordings(written, world)
  const { fixtures } = recorded
  const input: SetupInput = {
    subject: world.subject,
    fixtures,
    fixturesName: name,
    source: {
      env: { ...world.env, ...recorded.env },
      directory,
      allowExec: options.allowExec,
      dry: options.list,
      ...(text === undefined ? {} : { written: text }),
    },
    seed,
    timeout,
    inProcess: options.inProcess,
    dry,
    strictContract: options.contract,
    spares: true,
    learned,
    remark: (remark) => stream.emit({ type: 'remark', remark }),
  }
  const setup = await setUpMatched(input, options).catch((error: unknown) => {
    throw withLoadProblem(error, world.problems)
  })
  const literals = describeLiteralSecrets(setup.fixtures.literals, name)
  const warnings = [
    ...world.problems.map(({ message }) => `does not load, so it is not tested: ${message}`),
    ...(world.untestable ?? []),
    ...(literals === undefined ? [] : [literals]),
  ]
  const rows = exploredRows(setup, world)
  const later = mayWant(rows, selectionOf(options)) ? rows : []
  const plan = await planOf(setup, options, rows)
  const known = new Set(Object.keys({ ...fixtures.credentials, ...setup.fixtures.valid }))
  const missing = name === NO_FIXTURES ? describeWithoutFixtures(plan, world) : describeMissing(plan, known, name)
  const refused = describeRefusedTokens(plan)
  warnings.push(...[missing, refused].filter((one) => one !== undefined))
  const remarks = [
    ...warnings.map((message): Remark => ({ kind: 'warning', message })),
    ...learned.remarks,
    ...plan.remarks,
  ]
  const renew = (api?: AnyApi): Promise<Setup> => {
    const { subject } = input
    return setUp(api === undefined || subject.kind !== 'local' ? input : { ...input, subject: { ...subject, api } })
  }
  const stage = later.length === 0 ? {} : { stage: stageOf(setup, options, world) }
  return { setup, plan, seed, stream, remarks, renew, ...stage }
}

/** The part of the plan that is wanted. A selection that is refused leaves nothing of what was made for the run. */
async function planOf(setup: Setup, options: PrepareOptions, rows: NonNullable<Selection['later']>): Promise<Plan> {
  try {
    return choosePlan(setup, options, rows)
  } catch (error) {
    await setup.cleanUp()
    throw error
  }
}

/** A route of another server that is not there, and a `--grep` that matches nothing, end before any login is sent, and before anything is made. */
async function setUpMatched(input: SetupInput, options: SelectOptions): Promise<Setup> {
  const { grep, routes } = options
  const isOfServer = routes.length > 0 && input.subject.kind === 'remote'
  if ((grep === undefined && !isOfServer) || input.dry) return setUp(input)
  const unsent = { ...input, dry: true, source: { ...input.source, dry: true }, remark: () => undefined }
  const { plan } = await setUp(unsent)
  // The server may have it with a slash at its end, or without.
  checkRoutes(plan, routes, (one) => [one, one.endsWith('/') ? one.slice(0, -1) : `${one}/`])
  if (grep !== undefined) selectPlan(plan, { ...selectionOf(options), later: EXPLORED_ROWS })
  return setUp(input)
}

/** The fixtures with what the recordings know, and the environment in which their credentials stand. */
function withRecordings(fixtures: FixtureFile, { recordings, subject }: TestWorld): WithRecorded {
  if (recordings === undefined || subject.kind === 'local') return { fixtures, env: {} }
  return withRecorded(fixtures, recordings, subject.routes)
}

/** The fixtures of a run, none where there is no file. */
export type LoadedFixtures = Omit<ReadFixtures, 'file'> & { readonly directory: string }

/** Reads the fixtures that the options name, else those of the project. */
export async function loadFixtures(
  options: Pick<PrepareOptions, 'fixtures'>,
  { root, importModule }: TestWorld,
): Promise<LoadedFixtures> {
  const path = options.fixtures ?? findFixtures(root)
  if (path === undefined) return { fixtures: {}, name: NO_FIXTURES, directory: root }
  const { file, ...read } = await readFixtures(path, root, importModule)
  return { ...read, directory: dirname(file) }
}

/** Fixtures may well name what a file declares that does not load: that has to be mended first. */
function withLoadProblem(error: unknown, [problem]: TestWorld['problems']): unknown {
  if (problem === undefined || !(error instanceof HarnessError)) return error
  return new HarnessError(error.code, `${problem.message}  Until it loads: ${error.message}`, error.exitCode, {
    cause: error,
  })
}

/** Of a server in another process only where its users may be asked as. */
function exploredRows({ safe, fixtures }: Setup, { subject }: TestWorld): typeof EXPLORED_ROWS {
  const isAsked = subject.kind === 'local' || (!safe && Object.keys(fixtures.valid).length > 0)
  return isAsked ? EXPLORED_ROWS : []
}

function stageOf(
  { routes, fixtures, spares, cleanUp }: Setup,
  options: SelectOptions,
  { subject, title, recordings, stderr }: TestWorld,
): Stage {
  const { baseline, updateBaseline } = options
  const known = baseline === undefined || (updateBaseline && !existsSync(baseline)) ? [] : readBaseline(baseline).known
  return explore({
    routes: subject.kind === 'local' ? withOwnDocument(routes, subject.api) : routes,
    fixtures,
    names: [title, ...(subject.kind === 'remote' ? [new URL(subject.origin).hostname] : [])],
    recorded: recordings === undefined ? [] : recordsOf(recordings, routes),
    mayWrite: subject.kind === 'local' || subject.unsafe,
    isLocal: subject.kind === 'local',
    isThrottled: subject.kind === 'local' && subject.api.settings.throttle !== undefined,
    isUndeclared: subject.kind === 'remote' && subject.undeclared !== undefined,
    isReplay: options.replay !== undefined,
    isWanted: createFilter(selectionOf(options)),
    known: new Set(known),
    crack: crackOf(options, stderr),
    making: spares && { mark: spares.mark, journal: spares.journal, cleanUp },
  })
}

function selectionOf({ routes, only, skip, role: roles, grep, replay }: SelectOptions): Selection {
  return { routes, only, skip, roles, grep, replay }
}

function choosePlan(setup: Setup, options: SelectOptions, later: NonNullable<Selection['later']>): Plan {
  const { baseline, updateBaseline } = options
  const plan = selectPlan(setup.plan, { ...selectionOf(options), later })
  const isNew = baseline === undefined || (updateBaseline && !existsSync(baseline))
  const wanted = isNew ? plan : applyBaseline(plan, readBaseline(baseline))
  // A ledger is of an application in this process.
  return setup.ledger !== undefined || options.replay !== undefined
    ? wanted
    : withSample(wanted, options.sample, setup.fixtures)
}
