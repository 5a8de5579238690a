import type { Score } from './score.ts'

/** A target, and what became of it. */
export interface Result {
  readonly name: string
  readonly commit: string
  readonly folder: string
  readonly held?: true
  /** Why it was not run. */
  readonly skipped?: string
  readonly score?: Score
  readonly exitCode?: number | undefined
  readonly seconds?: number
  readonly rows?: Readonly<Record<string, readonly [before: number, after: number]>>
  /** Lines of `auth.yaml`. */
  readonly fixtures?: number
}

/** The results as Markdown: a line for each target, then each flaw, then the groups that are not explained by the lists. */
export function writeTables(results: readonly Result[]): string {
  return [
    '| target | commit | lines written | found | asked | other groups: true, false, not judged | rows that differ after | exit | seconds |',
    '|---|---|---|---|---|---|---|---|---|',
    ...results.map(targetLine),
    '',
    ...results.flatMap(({ name, score }) => (score === undefined ? [] : flawLines(name, score))),
  ].join('\n')
}

/** The results for users: which flaws of an application were found by which scenarios, and how many lines were written. */
export function writeSummary(results: readonly Result[]): string {
  const lines = results.flatMap(({ name, held, score, fixtures }) => {
    if (score === undefined) return []
    const found = score.flaws.filter((flaw) => flaw.found.length > 0)
    const wrong = score.others.filter(({ judged }) => judged === 'false').length
    const by = found.map((flaw) => `${cell(flaw.what)} (\`${flaw.found[0]}\`)`).join('; ')
    const title = `${name}${held ? ', held' : ''}`
    return [`| ${title} | ${fixtures} | ${found.length} of ${score.flaws.length} | ${wrong} | ${by} |`]
  })
  return [
    '| application | lines written | known flaws found | false | found, by |',
    '|---|---|---|---|---|',
    ...lines,
  ].join('\n')
}

function targetLine({ name, held, commit, skipped, score, rows = {}, exitCode, seconds, fixtures }: Result): string {
  const title = `${name}${held ? ' (held)' : ''}`
  if (score === undefined) return `| ${title} | ${commit.slice(0, 12)} | | not run: ${cell(skipped ?? '')} | | | | | |`
  const { flaws, others } = score
  const found = flaws.filter((flaw) => flaw.found.length > 0).length
  const asked = flaws.filter((flaw) => flaw.asked).length
  const judged = (['true', 'false', 'not judged'] as const).map(
    (word) => others.filter((one) => one.judged === word).length,
  )
  const differ = Object.entries(rows).filter(([, [before, after]]) => before !== after)
  const changes =
    Object.keys(rows).length === 0
      ? 'not counted'
      : differ.map(([table, [before, after]]) => `${table} ${before} → ${after}`).join(', ') || 'none'
  return `| ${title} | ${commit.slice(0, 12)} | ${fixtures} | ${found} of ${flaws.length} | ${asked} | ${judged.join(', ')} | ${changes} | ${exitCode} | ${seconds} |`
}

function flawLines(name: string, { flaws, others }: Score): readonly string[] {
  return [
    `### ${name}`,
    '',
    '| flaw | found by |',
    '|---|---|',
    ...flaws.map(({ id, where, what, found, asked }) => {
      const by = found.length > 0 ? listed(found) : asked ? 'asked about' : 'not found'
      return `| ${id} ${cell(where)}: ${cell(what)} | ${by} |`
    }),
    '',
    ...others.map(
      ({ rows, routes, cause, judged, why }) =>
        `- ${judged}: ${listed(rows)} on ${listed(routes)}: ${cell(why ?? cause)}`,
    ),
    ...(others.length > 0 ? [''] : []),
  ]
}

/** The first of them as code, and how many more there are. */
function listed(texts: readonly string[]): string {
  const more = texts.length > 3 ? ` and ${texts.length - 3} more` : ''
  return (
    texts
      .slice(0, 3)
      .map((text) => `\`${cell(text)}\``)
      .join(', ') + more
  )
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ')
}
