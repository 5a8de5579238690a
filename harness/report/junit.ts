import { formatAuth } from '../../server/internal.ts'
import type { Reporter } from '../model/event.ts'
import type { Verdict } from '../model/verdict.ts'
import { sumCounts, totalOf } from '../model/counts.ts'
import type { ReportTarget } from './report-target.ts'
import { formatPlace, formatPlaces, placeInRepository } from '../text/position.ts'
import { groupIds } from './causes.ts'
import { causesOf, type RecordedRoute, type RunRecord, writeAtEnd } from './record.ts'
import { TOOL } from './tool.ts'
import { xmlAttribute, xmlText } from './xml.ts'

/**
 * JUnit XML in the part of its dialects that Jenkins, GitLab, Azure and the rest agree on: a suite per route, a case
 * per scenario. What is undecided, ignored or not routed is skipped, with the reason as its message.
 */
export function createJunit(target: ReportTarget): Reporter {
  return writeAtEnd(target, writeDocument)
}

function* writeDocument(record: RunRecord): Generator<string> {
  const counts = sumCounts(record.routes.map((route) => route.counts))
  yield '<?xml version="1.0" encoding="UTF-8"?>\n'
  yield `<testsuites${attributes({
    name: TOOL.name,
    tests: totalOf(counts) + counts.notRouted,
    failures: counts.failed,
    errors: 0,
    time: seconds(record.summary?.duration ?? sumOf(record.routes.map(durationOf))),
  })}>\n`
  const groups = groupIds(causesOf(record))
  for (const [index, route] of record.routes.entries()) yield* writeSuite(route, index, record, groups)
  yield '</testsuites>\n'
}

function* writeSuite(
  recorded: RecordedRoute,
  index: number,
  { at, setting }: RunRecord,
  groups: ReadonlyMap<string, string>,
): Generator<string> {
  const { planned, verdicts, counts, result } = recorded
  const { route } = planned
  const place = placeInRepository(route.authSource ?? route.source)
  yield `  <testsuite${attributes({
    name: route.key,
    id: index,
    tests: verdicts.length,
    failures: counts.failed,
    errors: 0,
    skipped: counts.inconclusive + counts.ignored + counts.notRouted,
    time: seconds(durationOf(recorded)),
    timestamp: at.replace(/\.\d+Z$/, ''),
    file: place?.file,
  })}>\n    <properties>\n`
  const properties: Readonly<Record<string, string | undefined>> = {
    'svc.version': TOOL.version,
    application: `${setting.title} ${setting.version}`,
    seed: setting.seed,
    target: setting.target,
    origin: setting.origin,
    auth: formatAuth(route.auth),
    'auth.declared': formatPlace(route.authSource ?? route.source),
    control: result?.control,
    'control.reason': result?.controlReason ?? planned.noControl,
  }
  for (const [name, value] of Object.entries(properties)) {
    if (value !== undefined) yield `      <property${attributes({ name, value })}/>\n`
  }
  yield '    </properties>\n'
  for (const verdict of verdicts) yield* writeCase(verdict, groups.get(verdict.scenario.id))
  yield '  </testsuite>\n'
}

function* writeCase(verdict: Verdict, group: string | undefined): Generator<string> {
  const { scenario, outcome, duration, accepted } = verdict
  const head = attributes({
    name: `${scenario.name} [${scenario.id}]`,
    classname: scenario.route,
    time: seconds(duration),
  })
  if (outcome === 'passed' && accepted === undefined) return yield `    <testcase${head}/>\n`
  yield `    <testcase${head}>\n`
  if (accepted !== undefined) {
    yield `      <system-out>${xmlText(`accepted: ${accepted.sent}\ngot ${accepted.got}`)}</system-out>\n`
  } else if (verdict.finding === undefined) {
    yield `      <skipped${attributes({ message: `${outcome}: ${verdict.reason ?? ''}` })}/>\n`
  } else {
    const { finding } = verdict
    yield `      <failure${attributes({ type: finding.problems[0].code, message: finding.sentence })}>${xmlText(describe(verdict, group))}</failure>\n`
    yield `      <system-out>${xmlText(transcript(verdict))}</system-out>\n`
  }
  yield '    </testcase>\n'
}

function describe({ scenario, finding }: Verdict, group: string | undefined): string {
  if (finding === undefined) return ''
  return [
    `${formatPlaces(finding)}  ${finding.auth}`,
    `sent      ${finding.sent}`,
    ...finding.problems.flatMap(({ expected, got }) => [`expected  ${expected}`, `got       ${got}`]),
    `Cause seen most often: ${scenario.cause}.`,
    `CWE-${scenario.cwe}`,
    ...(group === undefined ? [] : [`cause ${group}`]),
    finding.replay,
    finding.curl,
  ].join('\n')
}

function transcript({ exchanges }: Verdict): string {
  return exchanges.map(({ sent, received }) => `${sent.trimEnd()}\n\n${received.trimEnd()}\n`).join('\n')
}

function attributes(values: Readonly<Record<string, string | number | undefined>>): string {
  const said = Object.entries(values).filter(([, value]) => value !== undefined)
  return said.map(([name, value]) => ` ${name}="${xmlAttribute(String(value))}"`).join('')
}

/** Scenarios of a route run side by side, so their sum is more than the time that passed. */
function durationOf({ result, verdicts }: RecordedRoute): number {
  return result?.duration ?? sumOf(verdicts.map(({ duration }) => duration))
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}

/** Milliseconds as seconds, which is what the format counts in. */
function seconds(milliseconds: number): string {
  return (milliseconds / 1_000).toFixed(3)
}
