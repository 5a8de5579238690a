import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The row of the page of the errors about a code. */
export interface ErrorEntry {
  readonly what: string
  readonly fix: string
}

/** The entries of `docs/reference/errors.md`, which is part of the package, by code. */
export function readErrorEntries(): ReadonlyMap<string, ErrorEntry> {
  const file = new URL('docs/reference/errors.md', import.meta.resolve('svc/package.json'))
  return new Map(
    readFileSync(fileURLToPath(file), 'utf8')
      .split('\n')
      .flatMap((line) => {
        const [, code, what = '', fix = ''] = /^\| `(SVC_[A-Z_]+)` \|(.*)\|(.*)\|$/.exec(line) ?? []
        return code === undefined ? [] : [[code, { what: plainText(what), fix: plainText(fix) }] as const]
      }),
  )
}

/** Without the links and escapes of Markdown: `[text](target)` is the text. */
function plainText(cell: string): string {
  return cell
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('\\|', '|')
    .trim()
}
