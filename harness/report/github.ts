import { appendFileSync } from 'node:fs'
import type { Remark } from '../model/remark.ts'
import type { Reporter } from '../model/event.ts'
import { factTexts } from './fact-lines.ts'
import type { ReportTarget } from './report-target.ts'
import { placeInRepository } from '../text/repository-place.ts'
import { writeJobSummary } from './github-summary.ts'
import { describeAccepted } from './accepted.ts'
import { acceptedOf, causesOf, type RunRecord, writeAtEnd } from './record.ts'
import type { CauseGroup } from './causes.ts'
import { plural } from '../../server/internal.ts'

/**
 * Annotations of GitHub Actions: an error per cause at the declaration of the authenticator, a warning per route
 * that could not be decided. A job summary goes to the file that `GITHUB_STEP_SUMMARY` names, if it names one.
 */
export function createGithub(
  target: ReportTarget,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Reporter {
  return writeAtEnd(target, function* (record) {
    for (const line of commandsOf(record)) yield `${line}\n`
    const summary = env['GITHUB_STEP_SUMMARY']
    if (summary !== undefined && summary !== '') appendFileSync(summary, writeJobSummary(record))
  })
}

function* commandsOf(record: RunRecord): Generator<string> {
  const { routes, remarks } = record
  for (const group of causesOf(record)) yield groupCommand(group)
  for (const { planned, verdicts } of routes) {
    const undecided = verdicts.filter(({ outcome }) => outcome === 'inconclusive')
    const [first] = undecided
    if (first === undefined) continue
    const place = placeInRepository(planned.route.authSource ?? planned.route.source)
    yield command(
      'warning',
      { ...place, title: `${planned.route.key} is not decided` },
      `${undecided.length} scenarios: ${first.reason ?? ''}`,
    )
  }
  for (const group of acceptedOf(record))
    yield command('notice', { title: `accepted: ${group.name}` }, describeAccepted(group))
  for (const remark of remarks) yield remarkCommand(remark)
}

function groupCommand({ id, cause, routes, findings, position }: CauseGroup): string {
  const [{ scenario, sentence, sent, replay }, ...others] = findings
  const lines = [
    `${routes.join(', ')}: ${cause}`,
    sentence,
    `sent      ${sent}`,
    ...factTexts(findings[0]),
    ...(others.length === 0 ? [] : [`and ${plural(others.length, 'more finding')} of this cause (${id})`]),
    `CWE-${scenario.cwe}`,
    replay,
  ]
  return command(
    'error',
    { ...placeInRepository(position), title: `${scenario.route} ${scenario.name}` },
    lines.join('\n'),
  )
}

function remarkCommand({ kind, route, message }: Remark): string {
  return command(kind === 'warning' ? 'warning' : 'notice', route === undefined ? {} : { title: route }, message)
}

interface Properties {
  readonly file?: string
  readonly line?: number
  readonly title?: string
}

function command(name: 'error' | 'warning' | 'notice', properties: Properties, message: string): string {
  const said = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(String(value))}`)
  return `::${name}${said.length === 0 ? '' : ` ${said.join(',')}`}::${escapeData(message)}`
}

/** A line break would end the command, and begin one of the application's choosing. */
function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
