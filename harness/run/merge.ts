import { readFileSync } from 'node:fs'
import { HarnessError } from '../failure.ts'
import type { Coverage, ExitCode, RunEvent, RunSummary, Share } from '../model.ts'

type Of<Type extends RunEvent['type']> = Extract<RunEvent, { type: Type }>

/**
 * Makes one run out of the event files of its shards (`--reporter ndjson=file`).
 *
 * @throws HarnessError for a file that holds no whole run.
 */
export function mergeRuns(files: readonly string[]): {
  readonly events: readonly RunEvent[]
  readonly exitCode: ExitCode
} {
  const runs = files.map(readRun)
  const starts = runs.map((events) => only(events, 'run.started'))
  const ends = runs.map((events) => only(events, 'run.ended'))
  const [first] = starts
  if (first === undefined)
    throw new HarnessError('--merge needs the files that the shards wrote with --reporter ndjson=file')
  const routes = runs.flatMap((events) => only(events, 'plan.ready').routes)
  const { shard: _, ...setting } = first.setting
  const summary = mergeSummaries(ends.map((end) => end.summary))
  const events: readonly RunEvent[] = [
    { ...first, setting },
    { type: 'plan.ready', routes, scenarios: routes.reduce((sum, { scenarios }) => sum + scenarios.length, 0) },
    ...runs.flatMap((one) => one.filter(({ type }) => !WHOLE.has(type))),
    { type: 'run.ended', summary },
  ]
  return { events, exitCode: summary.exitCode }
}

const WHOLE: ReadonlySet<RunEvent['type']> = new Set(['run.started', 'plan.ready', 'run.ended'])

function readRun(file: string): readonly RunEvent[] {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as RunEvent)
  } catch (cause) {
    throw new HarnessError(`${file} is not what --reporter ndjson=file writes`, 2, { cause })
  }
}

function only<Type extends RunEvent['type']>(events: readonly RunEvent[], type: Type): Of<Type> {
  const found = events.find((event): event is Of<Type> => event.type === type)
  if (found === undefined) throw new HarnessError(`a file of --merge holds no ${type}: its run did not end`)
  return found
}

function mergeSummaries(summaries: readonly RunSummary[]): RunSummary {
  const sum = (pick: (summary: RunSummary) => number): number =>
    summaries.reduce((total, summary) => total + pick(summary), 0)
  const counts = {
    passed: sum(({ counts: { passed } }) => passed),
    failed: sum(({ counts: { failed } }) => failed),
    inconclusive: sum(({ counts: { inconclusive } }) => inconclusive),
    ignored: sum(({ counts: { ignored } }) => ignored),
    notRouted: sum(({ counts: { notRouted } }) => notRouted),
  }
  const worst = WORST_FIRST.find((code) => summaries.some(({ exitCode }) => exitCode === code)) ?? 0
  // A shard that came to nothing is no failure while others tested something.
  const exitCode: ExitCode = worst === 4 && counts.passed > 0 && counts.failed === 0 ? 0 : worst
  const reason = summaries.find((summary) => summary.exitCode === exitCode)?.reason
  return {
    counts,
    routes: sum(({ routes }) => routes),
    protectedRoutes: sum(({ protectedRoutes }) => protectedRoutes),
    coverage: mergeCoverage(summaries.map(({ coverage }) => coverage)),
    exitCode,
    ...(exitCode === 1 ? { reason: `${counts.failed} scenarios failed` } : reason === undefined ? {} : { reason }),
    duration: Math.max(...summaries.map(({ duration }) => duration)),
  }
}

const WORST_FIRST: readonly ExitCode[] = [130, 3, 2, 1, 4]

function mergeCoverage(all: readonly Coverage[]): Coverage {
  const add = (pick: (coverage: Coverage) => Share): Share =>
    all
      .map(pick)
      .reduce((sum, share) => ({ done: sum.done + share.done, total: sum.total + share.total }), { done: 0, total: 0 })
  const cells = all.flatMap((coverage) => coverage.cells)
  const names = [...new Set(cells.map(({ authenticator }) => authenticator))]
  const seen = (name: string, wanted: (outcome: string) => boolean): boolean =>
    cells.some((cell) => cell.authenticator === name && cell.seen.some(wanted))
  const done = names.filter(
    (name) => seen(name, (outcome) => outcome === 'passed') && seen(name, (outcome) => outcome !== 'passed'),
  ).length
  return {
    routes: add(({ routes }) => routes),
    authenticators: { done, total: names.length },
    denyBranches: add(({ denyBranches }) => denyBranches),
    levels: [...new Set(all.flatMap(({ levels }) => levels))],
    cells,
  }
}
