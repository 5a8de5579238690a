import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, extname, resolve } from 'node:path/posix'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { formatFile, isLoadError, LoadError, type SourcePosition } from '../base/errors.ts'
import { findNearest } from '../base/nearest.ts'
import { type ImportedName, readPositions } from './positions.ts'

/** The text of a project file as it was evaluated, by its path or by the URL that Vite gives it. */
export type SourceReader = (file: string) => string | undefined

/** The error for `import { name }` from a module that exports no such name. */
export function explainName(
  read: SourceReader,
  importer: string,
  dependency: string,
  name: string,
  namespace: object,
): LoadError | undefined {
  // Still being evaluated, in a circle: all its names but those of `export *` are there from the start.
  if (Object.isExtensible(namespace) && mayGainNames(read, dependency)) return undefined
  const imported = findImport(read, importer, dependency, name)
  const names = Object.keys(namespace).filter((key) => key !== 'module.exports')
  const what = name === 'default' ? 'a default' : `"${name}"`
  const from = imported?.specifier ?? dependency
  const problem = `imports ${what} from "${from}", which does not export it. ${remedyFor(name, names, namespace, imported)}`
  return new LoadError('SVC_IMPORT_NAME', problem, positionOf(importer, imported))
}

/** The error for an import of something that is not there; any other error is given back as it is. */
export function explainImport(read: SourceReader, importer: string, dependency: string, error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error
  if (error.code === 'ERR_UNKNOWN_BUILTIN_MODULE') return explainBuiltin(read, importer, dependency, error)
  if (!MISSING.has(String(error.code))) return error
  // A package may itself import what is missing: then it is installed, and broken. Two files that miss the same at the
  // same time get one error, which names the first.
  const asked = /^\.\.?\//.test(dependency) ? resolve(dirname(importer), dependency) : dependency
  const isOwn = error.message.includes(importer) || error.message.includes(`Failed to load url ${asked} `)
  if (!isOwn && !dependency.startsWith('svc/')) return error
  const imported = findImport(read, importer, dependency, undefined)
  const from = imported?.specifier ?? dependency
  const problem = `imports "${from}", which ${missingRemedy(importer, from)}`
  return new LoadError('SVC_IMPORT_MISSING', problem, positionOf(importer, imported), { cause: error })
}

/** An error that a module threw while it was loaded, as one that says where. */
export function explainError(read: SourceReader, file: string, error: unknown): LoadError {
  if (isLoadError(error)) return error
  const syntax = findSyntaxError(read, file, error)
  if (syntax) return syntax
  const position = error instanceof Error ? findFrame(read, error.stack ?? '') : undefined
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  const hint = error instanceof Error ? hintOf(error) : undefined
  const problem = `threw while it was loaded: ${what.split('\n')[0]}  ${hint ?? '--debug prints the stack.'}`
  const message = position ? problem : `${formatFile(file)}  ${problem}`
  return new LoadError('SVC_MODULE_THREW', message, position, { cause: error })
}

/** The replacements in an ES module for names that only CommonJS has. */
const IN_ES_MODULES: Readonly<Record<string, string>> = {
  require: 'import … from "…"',
  module: 'export',
  exports: 'export',
  __dirname: 'import.meta.dirname',
  __filename: 'import.meta.filename',
}

/** Names that route files import from the entry points of svc. */
const BY_DOOR: Readonly<Record<string, readonly string[]>> = {
  svc: [
    'operation',
    'route',
    'inherit',
    'middleware',
    'reply',
    'Form',
    'Json',
    'HttpError',
    'SvcAPI',
    'Router',
    'defineConfig',
  ],
  'svc/security': [
    'bearer',
    'basic',
    'headerKey',
    'queryKey',
    'cookieKey',
    'fwAuth',
    'fwAuthSuperuser',
    'all',
    'optional',
    'check',
    'named',
    'login',
    'logout',
    'constantTimeEqual',
    'HttpBearer',
    'HttpBasicAuth',
    'APIKeyHeader',
    'APIKeyQuery',
    'APIKeyCookie',
  ],
  'svc/identity': ['jwt', 'hasScope', 'signJwt'],
}

/** Modules of Node that came later than the oldest Node that svc runs on. */
const LATER_IN_NODE: Readonly<Record<string, string>> = {
  'node:sqlite': '22.13',
  'node:sea': '20.12',
}

function explainBuiltin(read: SourceReader, importer: string, dependency: string, error: Error): LoadError {
  const since = LATER_IN_NODE[dependency]
  const needs = since === undefined ? 'has no module of that name' : `has none; it needs Node ${since} or later`
  const problem = `imports "${dependency}". This is Node ${process.versions.node}, which ${needs}.`
  const imported = findImport(read, importer, dependency, undefined)
  return new LoadError('SVC_IMPORT_MISSING', problem, positionOf(importer, imported), { cause: error })
}

function hintOf({ name: type, message }: Error): string | undefined {
  const [, name = ''] = type === 'ReferenceError' ? (/^(\w+) is not defined$/.exec(message) ?? []) : []
  const replacement = Object.hasOwn(IN_ES_MODULES, name) ? IN_ES_MODULES[name] : undefined
  if (replacement !== undefined) return `This is an ES module: write ${replacement}.`
  const door = Object.keys(BY_DOOR).find((one) => BY_DOOR[one]?.includes(name))
  return door === undefined ? undefined : `Nothing imports it here. Write import { ${name} } from '${door}'.`
}

/** Codes with which Vite, Node and `import.meta.resolve` say that there is no such module. */
const MISSING: ReadonlySet<string> = new Set(['ERR_LOAD_URL', 'ERR_MODULE_NOT_FOUND', 'ERR_PACKAGE_PATH_NOT_EXPORTED'])

function mayGainNames(read: SourceReader, dependency: string): boolean {
  const text = read(dependency)
  return text === undefined || readPositions(dependency, text).star !== undefined
}

/** The import that was meant: by name, and where two modules give that name, by the file's own name. */
export function findImport(
  read: SourceReader,
  importer: string,
  dependency: string,
  name: string | undefined,
): ImportedName | undefined {
  const text = read(importer)
  if (text === undefined) return undefined
  const { imports } = readPositions(importer, text)
  const stem = stemOf(dependency)
  const candidates = name === undefined ? imports : imports.filter((imported) => imported.name === name)
  return (
    candidates.find(({ specifier }) => specifier === dependency) ??
    candidates.find(({ specifier }) => stemOf(specifier) === stem) ??
    candidates[0]
  )
}

function stemOf(path: string): string {
  return basename(path, extname(path))
}

function positionOf(file: string, imported: ImportedName | undefined): SourcePosition | undefined {
  return imported && { file, line: imported.line }
}

function remedyFor(
  name: string,
  names: readonly string[],
  namespace: object,
  imported: ImportedName | undefined,
): string {
  if (name === 'default' && imported?.local !== undefined && names.includes(imported.local)) {
    return `Write import { ${imported.local} } from '${imported.specifier}'.`
  }
  const nearest = findNearest(name, names)
  if (nearest) return `Did you mean "${nearest}"?`
  const inDefault = (namespace as { readonly default?: object | null }).default
  if (typeof inDefault === 'object' && inDefault !== null && name in inDefault) {
    return 'It is CommonJS: import its default and take the name from there.'
  }
  return names.length > 0 ? `It exports ${names.slice(0, 8).join(', ')}.` : 'It exports nothing.'
}

function missingRemedy(importer: string, specifier: string): string {
  if (specifier.startsWith('svc/')) {
    const nearest = findNearest(specifier, ['svc', 'svc/security', 'svc/identity', 'svc/testing'])
    return `is not an entry point of svc. Did you mean "${nearest ?? 'svc'}"?`
  }
  if (!/^\.{0,2}\//.test(specifier)) return 'is not installed. Install it, or correct its name.'
  const folder = dirname(resolve(dirname(importer), specifier))
  const names = existsSync(folder) ? readdirSync(folder) : []
  const nearest = findNearest(basename(specifier), names)
  return nearest
    ? `does not exist. Did you mean "${dirname(specifier)}/${nearest}"?`
    : 'does not exist. Correct the path.'
}

interface TransformError {
  readonly id?: string
  readonly plugin?: string
  readonly message: string
}

function findSyntaxError(read: SourceReader, entry: string, error: unknown): LoadError | undefined {
  if (!(error instanceof Error)) return undefined
  const { id, plugin, message } = error as TransformError
  if (plugin === undefined && !(error instanceof SyntaxError)) return undefined
  const file = id ?? entry
  const text = read(file)
  const fault = text === undefined ? undefined : parseSync(file, text).errors[0]
  const offset = fault?.labels[0]?.start
  if (text === undefined || !fault || offset === undefined) {
    const problem = `${formatFile(file)}  cannot be read: ${message.split('\n')[0]}`
    return plugin === undefined ? undefined : new LoadError('SVC_MODULE_SYNTAX', problem, undefined, { cause: error })
  }
  const line = text.slice(0, offset).split('\n').length
  const key = UNQUOTED_ROUTE.exec(text.split('\n')[line - 1] ?? '')?.[1]
  const hint = key === undefined ? '' : ` Put the key in quotes: '${key}'.`
  return new LoadError(
    'SVC_MODULE_SYNTAX',
    `does not parse: ${fault.message}.${hint}`,
    { file, line },
    { cause: error },
  )
}

/** A route as the key of an object, as fixtures have it. */
const UNQUOTED_ROUTE = /(?:^|[\s{,])((?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) \/[^\s:'"]*)\s*:/

const FRAME = /\(?((?:file:\/\/)?\/[^()]*?):(\d+):\d+\)?$/

/** The innermost frame of a stack that lies in a file of the project. */
function findFrame(read: SourceReader, stack: string): SourcePosition | undefined {
  for (const frame of stack.split('\n')) {
    const match = FRAME.exec(frame.trim())
    if (!match) continue
    const path = match[1] as string
    const file = path.startsWith('file:') ? fileURLToPath(path) : path
    if (read(file) !== undefined) return { file, line: Number(match[2]) }
  }
  return undefined
}
