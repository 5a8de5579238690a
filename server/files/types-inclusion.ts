import { readFileSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path/posix'

/** The parts of a `tsconfig.json` that decide which files belong to it. */
interface CompilerConfig {
  readonly extends?: unknown
  readonly files?: unknown
  readonly include?: unknown
  readonly references?: unknown
}

/**
 * The message if the compiler of a project does not see `.svc/types.ts`: without it `request.auth` is `unknown`, and
 * nothing fails. `undefined` where it sees it, and where there is no `tsconfig.json`.
 */
export function describeUnseenTypes(root: string): string | undefined {
  const file = `${root}/tsconfig.json`
  const config = readCompilerConfig(file)
  if (config === undefined || seesTypes(file, config, new Set())) return undefined
  const include = textsOf(config.include)
  const wanted = JSON.stringify([...(include.length === 0 ? ['**/*'] : include), '.svc/types.ts'])
  const problem = 'tsconfig.json does not include .svc/types.ts, so request.auth is unknown in routes that inherit it.'
  return `${problem} Write "include": ${wanted.replaceAll(',', ', ')}`
}

function seesTypes(file: string, config: CompilerConfig, seen: Set<string>): boolean {
  if (seen.has(file)) return false
  seen.add(file)
  // Patterns without a dot leave out folders that begin with one, `**/*` too.
  if ([...listOf('files'), ...listOf('include')].some((path) => /(^|\/)\.svc(\/|$)/.test(path))) return true
  return references(config).some((path) => {
    const target = resolve(dirname(file), path)
    const referenced = isFolder(target) ? `${target}/tsconfig.json` : target
    const other = readCompilerConfig(referenced)
    return other !== undefined && seesTypes(referenced, other, seen)
  })

  function listOf(name: 'files' | 'include'): readonly string[] {
    return inherited(file, config, name, new Set())
  }
}

/** The nearest list: that of the config itself, else of the last that it extends. */
function inherited(
  file: string,
  config: CompilerConfig,
  name: 'files' | 'include',
  seen: Set<string>,
): readonly string[] {
  if (config[name] !== undefined || seen.has(file)) return textsOf(config[name])
  seen.add(file)
  for (const path of textsOf(config.extends).toReversed()) {
    if (!path.startsWith('.') && !path.startsWith('/')) continue
    const target = resolve(dirname(file), path)
    const base = [target, `${target}.json`].find((candidate) => readCompilerConfig(candidate) !== undefined)
    const found = base === undefined ? [] : inherited(base, readCompilerConfig(base) ?? {}, name, seen)
    if (found.length > 0) return found
  }
  return []
}

function references({ references: list }: CompilerConfig): readonly string[] {
  if (!Array.isArray(list)) return []
  return list.flatMap((entry: unknown) =>
    typeof entry === 'object' && entry !== null && 'path' in entry ? textsOf(entry.path) : [],
  )
}

function textsOf(value: unknown): readonly string[] {
  return [value].flat().filter((text) => typeof text === 'string')
}

/** `undefined` where it is not there or does not parse: the compiler says that better. */
function readCompilerConfig(file: string): CompilerConfig | undefined {
  try {
    const config: unknown = JSON.parse(withoutComments(readFileSync(file, 'utf8')))
    return typeof config === 'object' && config !== null ? config : undefined
  } catch {
    return undefined
  }
}

/** JSON with comments and trailing commas, as TypeScript takes it, as JSON. */
function withoutComments(text: string): string {
  const plain = text.replaceAll(/("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[^]*?\*\//g, (_, string: string | undefined) => {
    return string ?? ' '
  })
  return plain.replaceAll(/("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])/g, (_, string: string | undefined) => string ?? '')
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}
