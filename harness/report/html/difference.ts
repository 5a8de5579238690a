import type { ReportData, ScenarioData } from './data.ts'

/** The changes since another run of the same scenarios. */
export interface Difference {
  /** When that run began, ISO 8601. */
  readonly since: string
  /** Ids that fail now and did not then. */
  readonly broken: readonly string[]
  /** Names of what failed then and does not now, with the route before it. */
  readonly mended: readonly string[]
  /** How many failed then and still do. */
  readonly lasting: number
  readonly added: number
  readonly removed: number
}

const DATA = /<script type="application\/json" id="report-data">(.*?)<\/script>/s

/** Compares a run with the report that an earlier one left; `undefined` if that is not a report of svc. */
export function compareWithPrevious(now: ReportData, previous: string | undefined): Difference | undefined {
  const then = previous === undefined ? undefined : readReportData(previous)
  if (then === undefined) return undefined
  const before = new Map(then.scenarios.map((scenario) => [scenario.id, scenario]))
  const after = new Map(now.scenarios.map((scenario) => [scenario.id, scenario]))
  const [idsBefore, idsAfter] = [idsOf(then), idsOf(now)]
  const failing = now.scenarios.filter(isFailed)
  return {
    since: then.at,
    broken: failing.filter(({ id }) => !isFailed(before.get(id))).map(({ id }) => id),
    mended: then.scenarios
      .filter((scenario) => isFailed(scenario) && idsAfter.has(scenario.id) && !isFailed(after.get(scenario.id)))
      .map(({ route, name }) => `${then.routes[route]?.key ?? ''} ${then.texts[name] ?? ''}`),
    lasting: failing.filter(({ id }) => isFailed(before.get(id))).length,
    added: [...idsAfter].filter((id) => !idsBefore.has(id)).length,
    removed: [...idsBefore].filter((id) => !idsAfter.has(id)).length,
  }
}

/** Listed or counted. A report of an earlier version counts nothing. */
function idsOf({ scenarios, counted = [] }: Partial<ReportData>): ReadonlySet<string> {
  return new Set([
    ...(scenarios ?? []).map(({ id }) => id),
    ...counted.flatMap((ids) => ids.split(' ').filter(Boolean)),
  ])
}

function readReportData(page: string): ReportData | undefined {
  const text = DATA.exec(page)?.[1]
  if (text === undefined) return undefined
  try {
    const data = JSON.parse(text) as ReportData
    return data.format === 1 ? data : undefined
  } catch {
    return undefined
  }
}

function isFailed(scenario: ScenarioData | undefined): boolean {
  return scenario?.outcome === 'failed'
}
