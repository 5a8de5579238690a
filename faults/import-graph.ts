import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { parseSync } from 'vite'

/** Our own entry points, as `package.json` maps them from source. */
const DOORS: Readonly<Record<string, string>> = {
  svc: 'server/index.ts',
  'svc/security': 'server/auth/index.ts',
  'svc/testing': 'bin/testing.ts',
}

/** Every TypeScript file below a folder, from the root, in a fixed order. */
export function listSources(root: string, folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file.replaceAll('\\', '/')))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
    .toSorted()
}

/** The imports of each file, read from the sources. */
export class ImportGraph {
  readonly #root: string
  readonly #imports = new Map<string, readonly string[]>()

  constructor(root: string) {
    this.#root = root
  }

  /**
   * Steps from each file to `target` along imports: 0 for itself; no entry for a file that does not reach it.
   */
  distances(target: string, from: readonly string[]): ReadonlyMap<string, number> {
    const found = new Map<string, number>()
    for (const file of from) {
      const distance = this.#distance(file, target)
      if (distance !== undefined) found.set(file, distance)
    }
    return found
  }

  #distance(start: string, target: string): number | undefined {
    const seen = new Set([start])
    let front = [start]
    for (let distance = 0; front.length > 0; distance++) {
      if (front.includes(target)) return distance
      front = front.flatMap((file) => this.#importsOf(file)).filter((file) => !seen.has(file) && seen.add(file))
    }
    return undefined
  }

  #importsOf(file: string): readonly string[] {
    const known = this.#imports.get(file)
    if (known) return known
    const imports = readImports(this.#root, file)
    this.#imports.set(file, imports)
    return imports
  }
}

/** Imports that still exist when the types are gone, and those made by `import('…')` with a literal. */
function readImports(root: string, file: string): readonly string[] {
  const text = readFileSync(join(root, file), 'utf8')
  const { module } = parseSync(file, text)
  const specifiers = [
    ...module.staticImports
      .filter(({ entries }) => entries.length === 0 || entries.some((entry) => !entry.isType))
      .map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap((entry) => (entry.isType || !entry.moduleRequest ? [] : entry.moduleRequest.value)),
    ),
    ...module.dynamicImports.map(({ moduleRequest }) => text.slice(moduleRequest.start + 1, moduleRequest.end - 1)),
  ]
  const files = specifiers.map((specifier) =>
    specifier.startsWith('.') ? join(dirname(file), specifier) : (DOORS[specifier] ?? ''),
  )
  return [...new Set(files)].filter((path) => path.endsWith('.ts') && existsSync(join(root, path)))
}
