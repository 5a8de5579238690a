import type { Outcome, Reporter, Verdict } from '../model.ts'
import { sumCounts } from '../run/counts.ts'
import type { ReportTarget } from './index.ts'
import { formatPlace, placeInRepository } from './place.ts'
import { type RunRecord, writeAtEnd } from './record.ts'
import { TOOL } from './tool.ts'

/** Common Test Report Format: one JSON document with a flat list of tests. */
export function createCtrf(target: ReportTarget): Reporter {
  return writeAtEnd(target, function* (record) {
    yield `${JSON.stringify(documentOf(record), null, 2)}\n`
  })
}

function documentOf({ at, setting, routes, summary }: RunRecord): unknown {
  const start = Date.parse(at)
  const counts = sumCounts(routes.map((route) => route.counts))
  const verdicts = routes.flatMap((route) => route.verdicts)
  return {
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    generatedBy: TOOL.name,
    timestamp: at,
    results: {
      tool: TOOL,
      summary: {
        tests: verdicts.length,
        passed: counts.passed,
        failed: counts.failed,
        pending: 0,
        skipped: counts.ignored + counts.notRouted,
        other: counts.inconclusive,
        suites: routes.length,
        start,
        stop: start + Math.round(summary?.duration ?? 0),
      },
      tests: verdicts.map(testOf),
      environment: {
        appName: setting.title,
        appVersion: setting.version,
        extra: { seed: setting.seed, origin: setting.origin },
      },
    },
  }
}

const STATUS: Readonly<Record<Outcome, string>> = {
  passed: 'passed',
  failed: 'failed',
  inconclusive: 'other',
  ignored: 'skipped',
  'not-routed': 'skipped',
}

function testOf({ scenario, outcome, duration, finding, reason }: Verdict): unknown {
  const place = placeInRepository(finding?.position)
  const message = finding?.sentence ?? (reason === undefined ? undefined : `${outcome}: ${reason}`)
  return {
    name: `${scenario.route} ${scenario.name} [${scenario.id}]`,
    status: STATUS[outcome],
    duration: Math.round(duration),
    suite: [scenario.route],
    tags: [scenario.family, `CWE-${scenario.cwe}`],
    ...(message === undefined ? {} : { message }),
    ...(finding === undefined
      ? {}
      : { trace: [`at ${formatPlace(finding.position)}`, `sent ${finding.sent}`, finding.replay].join('\n') }),
    ...(place === undefined ? {} : { filePath: place.file, line: place.line }),
  }
}
