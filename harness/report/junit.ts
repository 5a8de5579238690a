import { formatAuth } from '../../server/internal.ts'
import type { Reporter, RunEvent } from '../model/event.ts'
import type { Verdict } from '../model/verdict.ts'
import { endedOf, sumCounts } from '../model/counts.ts'
import { factTexts } from './fact-lines.ts'
import type { ReportTarget } from './report-target.ts'
import { formatPlace, formatPlaces, placeInRepository } from '../text/repository-place.ts'
import { groupIds } from './causes.ts'
import { causesOf, type RecordedRoute, Recorder, type RunRecord } from './record.ts'
import { TOOL } from './tool.ts'
import { xmlAttribute, xmlText } from './xml.ts'

/**
 * JUnit XML in the part of its dialects that Jenkins, GitLab, Azure and the rest agree on: a suite per route, a case
 * per scenario. What is undecided, ignored or not routed is skipped, with the reason as its message.
 */
export function createJunit(target: ReportTarget): Reporter {
  const recorder = new Recorder()
  const cases = new Cases()
  return {
    report: (event) => {
      recorder.add(event)
      cases.add(event)
    },
    close: async () => {
      const record = recorder.record()
      if (record !== undefined) for (const text of writeDocument(record, cases)) target.write(text)
      await target.close()
    },
  }
}

/** The cases of each route, in the order in which they ended: written at once, unless their group has to be known. */
class Cases {
  readonly #routes = new Map<string, { readonly parts: (string | Verdict)[]; duration: number }>()

  add(event: RunEvent): void {
    if (event.type === 'route.ended') this.#pack(event.result.route.key)
    if (event.type !== 'scenario.ended') return
    const { verdict } = event
    const { parts, duration } = this.#of(verdict.scenario.route)
    parts.push(verdict.finding === undefined ? [...writeCase(verdict, undefined)].join('') : verdict)
    this.#of(verdict.scenario.route).duration = duration + verdict.duration
  }

  /** Milliseconds: scenarios of a route run side by side, so their sum is more than the time that passed. */
  durationOf({ planned, result }: RecordedRoute): number {
    return result?.duration ?? this.#of(planned.route.key).duration
  }

  *write(route: string, groups: ReadonlyMap<string, string>): Generator<string> {
    for (const part of this.#of(route).parts) {
      if (typeof part === 'string') yield part
      else yield* writeCase(part, groups.get(part.scenario.id))
    }
  }

  /** One text takes a third of what its lines take. */
  #pack(route: string): void {
    const { parts } = this.#of(route)
    if (parts.every((part) => typeof part === 'string')) parts.splice(0, parts.length, parts.join(''))
  }

  #of(route: string): { readonly parts: (string | Verdict)[]; duration: number } {
    const known = this.#routes.get(route)
    if (known !== undefined) return known
    const added = { parts: [], duration: 0 }
    this.#routes.set(route, added)
    return added
  }
}

function* writeDocument(record: RunRecord, cases: Cases): Generator<string> {
  const counts = sumCounts(record.routes.map((route) => route.counts))
  yield '<?xml version="1.0" encoding="UTF-8"?>\n'
  yield `<testsuites${attributes({
    name: TOOL.name,
    tests: endedOf(counts),
    failures: counts.failed,
    errors: 0,
    time: seconds(record.summary?.duration ?? record.routes.reduce((sum, route) => sum + cases.durationOf(route), 0)),
  })}>\n`
  const groups = groupIds(causesOf(record))
  for (const [index, route] of record.routes.entries()) yield* writeSuite(route, index, record, cases, groups)
  yield '</testsuites>\n'
}

function* writeSuite(
  recorded: RecordedRoute,
  index: number,
  { at, setting }: RunRecord,
  cases: Cases,
  groups: ReadonlyMap<string, string>,
): Generator<string> {
  const { planned, counts, result } = recorded
  const { route } = planned
  const place = placeInRepository(route.authSource ?? route.source)
  yield `  <testsuite${attributes({
    name: route.key,
    id: index,
    tests: endedOf(counts),
    failures: counts.failed,
    errors: 0,
    skipped: counts.inconclusive + counts.ignored + counts.notRouted,
    time: seconds(cases.durationOf(recorded)),
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
  yield* cases.write(route.key, groups)
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
    ...factTexts(finding),
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

/** Milliseconds as seconds, which is what the format counts in. */
function seconds(milliseconds: number): string {
  return (milliseconds / 1_000).toFixed(3)
}
