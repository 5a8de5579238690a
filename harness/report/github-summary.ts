import { formatAuth } from '../../server/internal.ts'
import { NO_COUNTS, sumCounts, totalOf } from '../model/counts.ts'
import { FAMILIES, type Family } from '../model/scenario.ts'
import { formatPlaces } from '../text/repository-place.ts'
import type { CauseGroup } from './causes.ts'
import { describeAccepted } from './accepted.ts'
import { rowName, textOf, titleOf } from './matrix-text.ts'
import { acceptedOf, causesOf, type RecordedRoute, type RunRecord } from './record.ts'

/** GitHub shows at most a mebibyte per step; rows and causes beyond these are counted instead. */
const MOST_ROUTES = 200
const MOST_CAUSES = 50

/** A job summary in Markdown: what it came to, routes by families of scenarios, findings. */
export function writeJobSummary(record: RunRecord): string {
  const { routes, setting, summary, mutations } = record
  const counts = sumCounts(routes.map((route) => route.counts))
  const causes = causesOf(record)
  const killed = mutations.filter(({ outcome }) => outcome === 'killed').length
  const survived = mutations.filter(({ outcome }) => outcome === 'survived').length
  const coverage = summary?.coverage
  return [
    `### ${counts.failed > 0 ? '❌' : summary?.exitCode === 0 ? '✅' : '⚠️'} Authentication of ${inline(setting.title)}`,
    '',
    `**${totalOf(counts)}** scenarios on **${routes.length}** routes: ${counts.passed} passed, **${counts.failed} failed**, ${counts.inconclusive} inconclusive, ${counts.ignored} ignored`,
    ...(summary?.reason === undefined ? [] : ['', `> ${inline(summary.reason)}`]),
    ...(coverage === undefined
      ? []
      : [
          '',
          `Auth coverage: authenticators ${coverage.authenticators.done}/${coverage.authenticators.total}, deny branches ${coverage.denyBranches.done}/${coverage.denyBranches.total}`,
        ]),
    ...(mutations.length === 0 ? [] : ['', `Faults made and caught: ${killed}/${killed + survived}`]),
    '',
    ...matrixTable(record),
    ...causes.slice(0, MOST_CAUSES).flatMap(causeLines),
    ...(causes.length > MOST_CAUSES ? [`… and ${causes.length - MOST_CAUSES} causes more.`, ''] : []),
    ...acceptedOf(record).map((group) => `- accepted: ${code(group.name)} ${inline(describeAccepted(group))}`),
    '',
    '<details><summary>Routes by families of scenarios</summary>',
    '',
    ...matrixLines(routes),
    '',
    '</details>',
    '',
  ].join('\n')
}

/** Users against routes and records: what came. */
function matrixTable({ matrix: { users, rows } }: RunRecord): readonly string[] {
  if (rows.length === 0) return []
  return [
    '<details open><summary>What came of whose requests</summary>',
    '',
    `| | ${users.map(({ name, roles }) => inline(titleOf(name, roles))).join(' | ')} |`,
    `|---|${users.map(() => '---|').join('')}`,
    ...rows.slice(0, MOST_ROUTES).map((row) => {
      const cells = users.map(({ name }) => inline(textOf(row.cells.get(name))).replace('✕', '❌'))
      return `| ${code(rowName(row))} | ${cells.join(' | ')} |`
    }),
    ...(rows.length > MOST_ROUTES
      ? [`| … and ${rows.length - MOST_ROUTES} rows more |${' |'.repeat(users.length)}`]
      : []),
    '',
    '</details>',
    '',
  ]
}

function matrixLines(routes: readonly RecordedRoute[]): readonly string[] {
  const families = FAMILIES.filter((family) => routes.some((route) => route.families.has(family)))
  return [
    `| route | auth | ${families.join(' | ')} |`,
    `| --- | --- |${' ---: |'.repeat(families.length)}`,
    ...routes.slice(0, MOST_ROUTES).map((route) => {
      const cells = families.map((family) => cell(route, family))
      return `| ${code(route.planned.route.key)} | ${code(formatAuth(route.planned.route.auth))} | ${cells.join(' | ')} |`
    }),
    ...(routes.length > MOST_ROUTES
      ? [`| … and ${routes.length - MOST_ROUTES} routes more | |${' |'.repeat(families.length)}`]
      : []),
  ]
}

function cell({ families }: RecordedRoute, family: Family): string {
  const counts = families.get(family) ?? NO_COUNTS
  const { passed, failed } = counts
  const total = totalOf(counts)
  if (total === 0) return ''
  if (failed > 0) return `❌ ${passed}/${total}`
  return passed === total ? `✅ ${passed}` : `➖ ${passed}/${total}`
}

function causeLines({ cause, routes, findings, ...places }: CauseGroup): readonly string[] {
  const [{ scenario, sentence, sent, problems, replay }] = findings
  return [
    `- ${routes.map(code).join(', ')} ${code(scenario.name)}: ${inline(sentence)} ${inline(cause)}${findings.length > 1 ? ` (${findings.length} findings)` : ''}  `,
    `  ${code(formatPlaces(places))} · sent ${code(sent)}  `,
    ...problems.map(({ expected, got }) => `  expected ${code(expected)}, got ${code(got)}  `),
    `  ${code(replay)} · CWE-${scenario.cwe}`,
    '',
  ]
}

/** A code span that nothing in the text can end, usable in a table's cell. */
function code(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length))
  const fence = '`'.repeat(longest + 1)
  const edge = longest > 0 ? ' ' : ''
  return `${fence}${edge}${text.replace(/\s+/g, ' ').replaceAll('|', String.raw`\|`)}${edge}${fence}`
}

/** Running text in which nothing is markup. */
function inline(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_{}[\]<>#|~]/g, String.raw`\$&`)
}
