import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Kind } from './kinds.ts'

/** The facts from which a new project is made. */
export interface ProjectAnswers {
  readonly name: string
  readonly kinds: readonly Kind[]
}

/** The package that this program belongs to. */
export const PACKAGE: string = dirname(fileURLToPath(import.meta.resolve('svc/package.json')))

/** Where the template lies, in the package and in a checkout: it is not compiled. */
const TEMPLATE = join(PACKAGE, 'bin', 'init', 'template')

/** The name that the template has. */
const NAME = 'my-api'

/** Files and folders that only projects of some kinds have. */
const KINDS_OF_FILE: Readonly<Record<string, readonly Kind[]>> = {
  'lib/api-token.ts': ['bearer'],
  'routes/export.ts': ['bearer'],
  'lib/client-key.ts': ['key'],
  'routes/usage.ts': ['key'],
  'lib/access-token.ts': ['jwt', 'oidc'],
  'routes/reports.ts': ['jwt'],
  'lib/users.ts': ['session'],
  'routes/login.ts': ['session'],
  'routes/logout.ts': ['session', 'oidc'],
  'routes/me.ts': ['session', 'oidc'],
  'lib/provider.ts': ['oidc'],
  'routes/sso/': ['oidc'],
  'routes/admin/': ['session'],
}

/**
 * The files of a new project by their path. The template is a project with every kind; what belongs to one stands
 * between the lines `// if bearer`, or `// if session or oidc`, and `// end`.
 */
export function renderTemplate({ name, kinds }: ProjectAnswers): ReadonlyMap<string, string> {
  const files = readdirSync(TEMPLATE, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(TEMPLATE.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((file) => !file.startsWith('.svc/') && isWanted(file, kinds))
    .toSorted()
  return new Map(
    files.map((file) => {
      const text = readFileSync(join(TEMPLATE, file), 'utf8')
      // npm takes files named .gitignore for its own, and packs none.
      return [file.replace(/^dot-/, '.'), joinLists(selectLines(text, kinds)).replaceAll(NAME, name)]
    }),
  )
}

function isWanted(file: string, kinds: readonly Kind[]): boolean {
  return Object.entries(KINDS_OF_FILE).every(
    ([start, of]) => !file.startsWith(start) || of.some((kind) => kinds.includes(kind)),
  )
}

/** Takes out the lines of other kinds, and the marks. */
export function selectLines(text: string, kinds: readonly Kind[]): string {
  let isKept = true
  return text
    .split('\n')
    .filter((line) => {
      const [, mark, kind] = /^\s*(?:\/\/|#|<!--) (?:(if) (\w+(?: or \w+)*)|end)(?: -->)?$/.exec(line) ?? []
      if (mark === undefined && !/^\s*(?:\/\/|#|<!--) end(?: -->)?$/.test(line)) return isKept
      isKept = mark === undefined || kinds.some((name) => kind?.split(' or ').includes(name))
      return false
    })
    .join('\n')
}

/** Puts a list of names on one line, as a formatter would: in brackets, or those of an import. */
function joinLists(text: string): string {
  const join = (members: string): string => members.trim().split(/\s+/).join(' ').replace(/,$/, '')
  return text
    .replaceAll(/\[\n((?:\s+[\w']+,\n)+)\s*\]/g, (_, members: string) => `[${join(members)}]`)
    .replaceAll(/^import \{\n((?:\s+\w+,\n)+)\}/gm, (_, members: string) => `import { ${join(members)} }`)
}
