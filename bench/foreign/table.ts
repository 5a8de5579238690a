import type { Finding } from '../../harness/model/verdict.ts'
import { titleOf } from './fault.ts'
import { type Result, type Score, sumUp, type Totals } from './score.ts'

const COLUMNS = ['server', 'faults', 'visible', 'found', '%', 'false', 'one group', 'median', 'first right', 'exit']

/** One line for each server, and one for all. */
export function formatTable(results: readonly Result[]): string {
  const measured = results.filter(({ skipped }) => skipped === undefined)
  const lines = measured.map((result) => rowOf(result.subject.title, sumUp([result]), result.correct?.exitCode))
  const all = rowOf('all', sumUp(measured), undefined)
  const rows = [COLUMNS, ...lines, all]
  const widths = COLUMNS.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
  return rows
    .map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`)
    .toSpliced(1, 0, `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`)
    .join('\n')
}

function rowOf(title: string, totals: Totals, exitCode: number | undefined): readonly string[] {
  const { faults, visible, found, falseFindings, oneGroup, medianGroups, firstRight } = totals
  const share = visible === 0 ? '' : ((100 * found) / visible).toFixed(0)
  const counts = [faults, visible, found, share, falseFindings, oneGroup, medianGroups, firstRight]
  return [title, ...counts.map(String), exitCode === undefined ? '' : String(exitCode)]
}

/** The errors in the verdicts, by server: accused though right, missed, and mistakes that no tool could see. */
export function formatFailures(results: readonly Result[]): string {
  return results.map(formatServer).join('\n\n')
}

function formatServer(result: Result): string {
  const { subject, skipped, correct } = result
  if (skipped !== undefined) return `## ${subject.title}: SKIPPED, ${skipped}`
  const { missed, unseen, broken } = sumUp([result])
  const accused = correct?.findings ?? []
  const manyGroups = result.scores.filter((score) => score.found && score.groups > 1)
  return [
    `## ${subject.title} (bench/foreign/apps/${subject.name})`,
    ...section(`Correct server: exit ${correct?.exitCode}, accused of`, accused.map(formatFinding)),
    ...section('Missed', missed.map(formatMissed)),
    ...section('Not one group, or another route first', [
      ...manyGroups.map(formatGroups),
      ...result.scores.filter((score) => score.found && !score.firstRight && score.groups === 1).map(formatGroups),
    ]),
    ...section(
      'No tool could see',
      unseen.map(({ fault, found }) => `${titleOf(fault)}${found ? ' (found)' : ''}: ${fault.unseen}`),
    ),
    ...section(
      'Could not be tried',
      broken.map(({ fault, broken: why }) => `${titleOf(fault)}: ${why}`),
    ),
  ].join('\n')
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', `### ${title} (${lines.length})`, ...lines.map((line) => `- ${line}`)]
}

function formatFinding({ scenario, sentence, problems, sent }: Finding): string {
  return `${scenario.route}  \`${scenario.name}\`: ${sentence} Sent ${sent}; expected ${problems[0].expected}, got ${problems[0].got.slice(0, 160)}`
}

function formatMissed({ fault, exitCode }: Score): string {
  const routes = fault.held === undefined ? ` (${fault.on.join(', ')})` : ''
  return `${titleOf(fault)}${routes}; exit ${exitCode ?? 'none in time'}`
}

function formatGroups({ fault, groups, firstRight, findings, causes }: Score): string {
  if (fault.held !== undefined) return `${titleOf(fault)}: ${groups} of ${findings.length} findings`
  const shown = causes.slice(0, 4).map(({ cause, routes }) => `${cause} (${routes.join(', ')})`)
  return `${fault.name}: ${groups} of ${findings.length} findings; ${firstRight ? '' : 'WRONG first: '}${shown.join('; ')}`
}
