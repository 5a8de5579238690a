import { cpus } from 'node:os'
import { readFileSync, writeFileSync } from 'node:fs'
import type { Spread } from './statistics.ts'

/** Ratios to the baseline: by scenario, then by contestant. */
export type Ratios = ReadonlyMap<string, ReadonlyMap<string, Spread>>

/** A Markdown table with a row per scenario; the best of a row is bold. */
export function formatTable(ratios: Ratios, names: readonly string[]): string {
  const lines = [`| | ${names.join(' | ')} |`, `|---|${names.map(() => '---').join('|')}|`]
  for (const [scenario, row] of ratios) {
    const best = Math.max(...[...row.values()].map(({ median }) => median))
    const cells = names.map((name) => {
      const spread = row.get(name)
      if (spread === undefined) return '–'
      const text = spread.median.toFixed(2)
      return spread.median === best ? `**${text}**` : text
    })
    lines.push(`| ${scenario} | ${cells.join(' | ')} |`)
  }
  return lines.join('\n')
}

/** The widest distance between the quartiles, as a share of the median: what the figures can resolve. */
export function resolutionOf(ratios: Ratios): number {
  const widths = [...ratios.values()].flatMap((row) =>
    [...row.values()].map(({ low, median, high }) => (high - low) / median),
  )
  return Math.max(0, ...widths)
}

/** Where another server of the table is ahead of ours. */
export function describeLead(ratios: Ratios): string {
  const behind = [...ratios].flatMap(([scenario, row]) => aheadOf(row).map((name) => `${scenario} (${name})`))
  return behind.length === 0 ? `${OWN} is ahead on every line.` : `${OWN} is behind on: ${behind.join(', ')}.`
}

/** The first of each line on which it is not ours. */
export function findLeaders(ratios: Ratios): readonly (readonly [scenario: string, leader: string])[] {
  return [...ratios].flatMap(([scenario, row]) => {
    const [leader] = aheadOf(row)
    return leader === undefined ? [] : [[scenario, leader] as const]
  })
}

const OWN = 'svc'

/** Those ahead of ours, the first one first. Ours as it is deployed does not count as another server. */
function aheadOf(row: ReadonlyMap<string, Spread>): readonly string[] {
  const median = row.get(OWN)?.median ?? 0
  return [...row]
    .filter(([name, spread]) => !name.startsWith(OWN) && spread.median > median)
    .toSorted(([, a], [, b]) => b.median - a.median)
    .map(([name]) => name)
}

/** The machine, for people who compare tables. */
export function describeMachine(): string {
  const [first] = cpus()
  return `${first?.model.trim() ?? 'unknown processor'}, ${cpus().length} cores, Node ${process.version}`
}

/** Puts a text between the two marks of a section in a Markdown file. */
export function writeSection(file: URL, name: string, text: string): void {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const page = readFileSync(file, 'utf8')
  const [from, to] = [page.indexOf(start), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`${file.pathname} has no section ${start} … ${end}`)
  writeFileSync(file, `${page.slice(0, from + start.length)}\n\n${text}\n\n${page.slice(to)}`)
}
