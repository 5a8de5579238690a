import { readFileSync } from 'node:fs'
import { EXPLORED_ROWS, type ExploredRow } from '../explore/rows.ts'
import type { RowName } from '../model/row-name.ts'
import { FAMILIES, type Family } from '../model/scenario.ts'
import { isNamed } from '../plan/select.ts'

/** One row of the catalogue, as it is described without an operation. */
export interface CatalogueRow extends ExploredRow {
  /** It is sent after the plan, with what the run makes: its requests are known only while it runs. */
  readonly isLater: boolean
}

const PAGE = new URL('docs/catalogue.md', import.meta.resolve('svc/package.json'))

/** All rows: those of `docs/catalogue.md`, which is part of the package and written from the tables. */
export function readCatalogue(): readonly CatalogueRow[] {
  return (known ??= rowsIn(readFileSync(PAGE, 'utf8')))
}

let known: readonly CatalogueRow[] | undefined

function rowsIn(page: string): readonly CatalogueRow[] {
  const later = new Map(EXPLORED_ROWS.map((row) => [row.name, row]))
  let family: Family = 'common'
  return page.split('\n').flatMap((line): readonly CatalogueRow[] => {
    const said = /^Family: `([a-z]+)`$/.exec(line)?.[1]
    family = FAMILIES.find((one) => one === said) ?? family
    const [, name, title = '', cause = '', cwe] = /^\| `([^`]+)` \| (.*) \| (.*) \| (\d+) \|$/.exec(line) ?? []
    if (name === undefined) return []
    const explored = later.get(name as RowName)
    const row = { name: name as RowName, family, title: plain(title), cause: plain(cause), cwe: Number(cwe) }
    return [{ ...row, ...explored, isLater: explored !== undefined }]
  })
}

/** Without the escapes of Markdown. A cell has no other bar. */
function plain(cell: string): string {
  return cell
    .replaceAll(String.raw`\|`, '|')
    .replaceAll('&lt;', '<')
    .replaceAll('&#123;', '{')
    .replaceAll(String.raw`\*`, '*')
    .replaceAll(String.raw`\_`, '_')
}

/** The rows that a family, a name or the beginning of names before a star means. */
export function rowsNamed(wanted: string): readonly CatalogueRow[] {
  return readCatalogue().filter(({ name, family }) => isNamed({ name, family, id: '' }, wanted))
}

/** The lines about a row: what it sends, and the mistake that it finds. */
export function describeRow({ name, title, cause, cwe, isLater }: CatalogueRow): readonly string[] {
  return [
    `${name}  ${title}`,
    `    finds: ${cause} (CWE-${cwe})`,
    ...(isLater ? ['    sent after all others: by what answers hold'] : []),
  ]
}

/** Describes rows without a server or a document. @returns whether there are such rows */
export function explainRows(wanted: string, stdout: (text: string) => void): boolean {
  const rows = rowsNamed(wanted)
  for (const row of rows) stdout(`${describeRow(row).join('\n')}\n\n`)
  return rows.length > 0
}
