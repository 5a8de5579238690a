import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RunEvent } from '../../harness/model/event.ts'
import type { Finding } from '../../harness/model/verdict.ts'
import { serve } from './serving.ts'
import { type Fault, plant, titleOf } from './fault.ts'
import type { Subject } from './subject.ts'

/** Findings that the report shows as one mistake. */
export interface Cause {
  readonly cause: string
  readonly routes: readonly string[]
  /** Ids of the scenarios that failed. */
  readonly scenarios: readonly string[]
}

/** The report of the program on one server. */
export interface Trial {
  /** Undefined where it did not end in time. */
  readonly exitCode: number | undefined
  readonly findings: readonly Finding[]
  /** One for each mistake that the report shows, the worst first. */
  readonly causes: readonly Cause[]
  readonly inconclusive: number
  readonly passed: number
  /** Its output, for a run without a usable report. */
  readonly output: string
  /** Seconds. */
  readonly duration: number
}

/** A line of the report. */
type Reported = RunEvent | (Cause & { readonly type: 'cause.found' })

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PROGRAM = join(ROOT, 'dist/bin/svc.js')
/** Copies are made here, so that servers find the packages of this folder and of the root. */
const WORK = fileURLToPath(new URL('.work', import.meta.url))
const EVENTS = 'events.ndjson'
/** Milliseconds for one run of the program. */
const RUN_LIMIT = 300_000

/** A mistake, and whether only its routes are tried. */
export interface Planted {
  readonly fault: Fault
  readonly quick: boolean
}

/** How each server is run. */
export interface Keeping {
  /** The folder for the events of each run, as `<server>-<fault>.ndjson`. */
  readonly keep?: string | undefined
  /** `--sample` of `svc test-auth`. */
  readonly sample?: string | undefined
}

/** Starts a copy of a server, with a mistake in it or without, and lets `svc test-auth` judge it. */
export async function tryServer(
  subject: Subject,
  python: string,
  { keep, sample }: Keeping,
  planted?: Planted,
): Promise<Trial> {
  mkdirSync(WORK, { recursive: true })
  const folder = mkdtempSync(join(WORK, `${subject.name}-`))
  try {
    cpSync(subject.folder, folder, { recursive: true })
    for (const edit of planted?.fault.edits ?? []) {
      const file = join(folder, edit.file ?? subject.source)
      writeFileSync(file, plant(readFileSync(file, 'utf8'), edit))
    }
    const serving = await serve(subject, folder, python)
    try {
      return await runProgram(subject, folder, serving.url, {
        routes: planted?.quick ? planted.fault.on : [],
        sample,
      })
    } finally {
      await serving.close()
    }
  } finally {
    if (keep !== undefined)
      keepEvents(folder, keep, `${subject.name}-${planted === undefined ? 'correct' : titleOf(planted.fault)}`)
    rmSync(folder, { recursive: true, force: true })
  }
}

function keepEvents(folder: string, keep: string, name: string): void {
  const events = join(folder, EVENTS)
  if (!existsSync(events)) return
  mkdirSync(keep, { recursive: true })
  cpSync(events, join(keep, `${name.replaceAll(/\W+/g, '-')}.ndjson`))
}

async function runProgram(
  subject: Subject,
  folder: string,
  url: string,
  { routes, sample }: { readonly routes: readonly string[] } & Pick<Keeping, 'sample'>,
): Promise<Trial> {
  const events = join(folder, EVENTS)
  const document = subject.openapi.startsWith('/') ? url + subject.openapi : join(folder, subject.openapi)
  const argv = [
    'test-auth',
    ...routes,
    '--url',
    url,
    '--openapi',
    document,
    '--fixtures',
    join(folder, 'auth.yaml'),
    '--unsafe',
    ...(sample === undefined ? [] : ['--sample', sample]),
  ]
  const started = performance.now()
  const child = spawn(
    process.execPath,
    [PROGRAM, ...argv, '--reporter', 'terminal', '--reporter', `ndjson=${events}`],
    {
      cwd: folder,
      env: { ...process.env, NO_COLOR: '1', ...subject.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  const timer = setTimeout(() => child.kill('SIGKILL'), RUN_LIMIT)
  const [exitCode] = (await once(child, 'close')) as [number | null]
  clearTimeout(timer)
  const reported = existsSync(events) ? readEvents(events) : []
  const verdicts = reported.flatMap((event) => (event.type === 'scenario.ended' ? [event.verdict] : []))
  return {
    exitCode: exitCode ?? undefined,
    findings: verdicts.flatMap(({ finding }) => (finding === undefined ? [] : [finding])),
    causes: reported.filter((event) => event.type === 'cause.found'),
    inconclusive: verdicts.filter(({ outcome }) => outcome === 'inconclusive').length,
    passed: verdicts.filter(({ outcome }) => outcome === 'passed').length,
    output,
    duration: (performance.now() - started) / 1000,
  }
}

function readEvents(file: string): readonly Reported[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Reported)
}
