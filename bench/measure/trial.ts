import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RunEvent } from '../../harness/model/event.ts'
import type { Finding } from '../../harness/model/verdict.ts'
import type { Application, Place, Planted } from './mistake.ts'

/** Findings that the report shows as one mistake. */
interface CauseFound {
  readonly type: 'cause.found'
  readonly cause: string
  readonly scenarios: readonly string[]
}

/** A finding, without its exchanges. */
export interface Accusation {
  /** The route and the name of the scenario. */
  readonly scenario: string
  readonly sentence: string
  /** Where the authenticator is made, and where it is applied. */
  readonly places: readonly Place[]
}

/** A group of the report. */
export interface Group {
  readonly cause: string
  readonly findings: readonly Accusation[]
}

/** The report on one application. */
export interface Trial {
  /** Undefined where it did not end in time. */
  readonly exitCode: number | undefined
  readonly groups: readonly Group[]
  readonly findings: number
  readonly passed: number
  readonly inconclusive: number
  /** The output on the terminal. */
  readonly output: string
  /** Seconds. */
  readonly duration: number
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** Copies are made here, so that applications find `svc` and the packages of the root. */
const WORK = fileURLToPath(new URL('.work', import.meta.url))
/** Milliseconds for one run of the program. */
const RUN_LIMIT = 600_000

/** Runs `svc test-auth` on a copy of an application, with a mistake or a twin in it, or as it is. */
export async function tryApplication(application: Application, planted?: Planted): Promise<Trial> {
  mkdirSync(WORK, { recursive: true })
  const folder = mkdtempSync(join(WORK, `${application.name}-`))
  try {
    cpSync(application.folder, folder, { recursive: true })
    for (const [file, text] of planted?.files ?? []) writeFileSync(join(folder, file), text)
    return await runProgram(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function runProgram(folder: string): Promise<Trial> {
  const events = join(folder, 'events.ndjson')
  const argv = ['test-auth', '--dir', folder, '--seed', '1', '--reporter', 'terminal', '--reporter', `ndjson=${events}`]
  const started = performance.now()
  const child = spawn(process.execPath, ['--conditions=source', '--import', 'tsx', join(ROOT, 'bin/svc.ts'), ...argv], {
    cwd: ROOT,
    env: { ...process.env, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  const timer = setTimeout(() => child.kill('SIGKILL'), RUN_LIMIT)
  const [exitCode] = (await once(child, 'close')) as [number | null]
  clearTimeout(timer)
  const reported = existsSync(events) ? readEvents(events) : []
  const verdicts = reported.flatMap((event) => (event.type === 'scenario.ended' ? [event.verdict] : []))
  const findings = new Map(
    verdicts.flatMap(({ finding }) => (finding === undefined ? [] : [[finding.scenario.id, finding] as const])),
  )
  const causes = reported.filter((event) => event.type === 'cause.found')
  return {
    exitCode: exitCode ?? undefined,
    groups: causes.map((cause) => groupOf(cause, findings, folder)),
    findings: findings.size,
    passed: verdicts.filter(({ outcome }) => outcome === 'passed').length,
    inconclusive: verdicts.filter(({ outcome }) => outcome === 'inconclusive').length,
    output,
    duration: (performance.now() - started) / 1000,
  }
}

function groupOf({ cause, scenarios }: CauseFound, findings: ReadonlyMap<string, Finding>, folder: string): Group {
  return { cause, findings: scenarios.flatMap((id) => findings.get(id) ?? []).map((one) => accusationOf(one, folder)) }
}

function accusationOf({ scenario, sentence, position, applied }: Finding, folder: string): Accusation {
  const places = [position, applied].flatMap((at) =>
    at === undefined ? [] : [{ file: relative(folder, at.file), line: at.line }],
  )
  return { scenario: `${scenario.route} ${scenario.name}`, sentence, places }
}

function readEvents(file: string): readonly (RunEvent | CauseFound)[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as RunEvent | CauseFound)
}
