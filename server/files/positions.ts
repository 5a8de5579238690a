import { type ESTree, parseSync } from 'vite'
import { walk } from './walk.ts'

/** A name that a file takes from another module. */
export interface ImportedName {
  /** As written: `../lib/db.ts`, `svc/security`. */
  readonly specifier: string
  /** `default` for a default import; `undefined` for `import * as` and `import 'x'`. */
  readonly name: string | undefined
  /** The name that the importing file gives it. */
  readonly local?: string
  readonly line: number
}

/** Finds the line of a name. */
export type FindLine = Pick<ReadonlyMap<string, number>, 'get'>

/** Where a file declares what the loader reads. Lines are counted from 1. */
export interface DeclaredLines {
  /** Exported name -> line of its export; `default` for the default export. */
  readonly exports: FindLine
  /** The line of the first `export * from`, through which further names may come. */
  readonly star: number | undefined
  /** Exported name -> line of the property `auth` in the options of its call: `operation({ auth: … }, …)`. */
  readonly auth: FindLine
  /** The literals in `route('…')`. */
  readonly routes: readonly { readonly path: string; readonly line: number }[]
  /** The line of `auth` in `defineConfig({ auth })`, else in the `new SvcAPI({ auth })` that it is given. */
  readonly apiAuth: number | undefined
}

/** Where a file says what. */
export interface Positions extends DeclaredLines {
  readonly exports: ReadonlyMap<string, number>
  readonly auth: ReadonlyMap<string, number>
  /** Imports and re-exports that exist when the types are gone. */
  readonly imports: readonly ImportedName[]
  /** The literal of `routes` in `defineConfig({ routes })`. */
  readonly routesFolder: string | undefined
}

/** Reads positions from the text of a module. A text that does not parse has those that come before the error, or none. */
export function readPositions(file: string, text: string): Positions {
  const { program, module } = parseSync(file, text)
  const lineOf = lineCounter(text)
  const bindings = readBindings(program)
  const exported = module.staticExports.flatMap(({ entries }) => entries).filter((entry) => !entry.isType)
  const exports = new Map<string, number>()
  const auth = new Map<string, number>()
  for (const { exportName, localName, start } of exported) {
    const name = exportName.kind === 'Default' ? 'default' : exportName.name
    if (!name) continue
    exports.set(name, lineOf(exportName.start ?? start))
    const option = findAuthOption(localName.name ? bindings.get(localName.name) : undefined, bindings)
    if (option) auth.set(name, lineOf(option.start))
  }
  const star = exported.find(({ importName }) => importName.kind === 'AllButDefault' || importName.kind === 'All')
  const config = text.includes('defineConfig') ? findConfigOptions(program, bindings) : undefined
  const apiAuth = findApiAuth(config, bindings)
  return {
    exports,
    star: star && lineOf(star.start),
    auth,
    imports: readImports(module, lineOf),
    routes: text.includes('route') ? readRoutes(program, module, lineOf) : [],
    apiAuth: apiAuth && lineOf(apiAuth.start),
    routesFolder: literalOf(findProperty(config, 'routes')?.value),
  }
}

type Module = ReturnType<typeof parseSync>['module']
type Bindings = ReadonlyMap<string, ESTree.Expression>
type LineCounter = (offset: number) => number

function lineCounter(text: string): LineCounter {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    const next = starts.findIndex((start) => start > offset)
    return next < 0 ? starts.length : next
  }
}

/** Top-level variables and what they are initialised with. */
function readBindings(program: ESTree.Program): Bindings {
  const bindings = new Map<string, ESTree.Expression>()
  for (const statement of program.body) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declaration?.type !== 'VariableDeclaration') continue
    for (const { id, init } of declaration.declarations) {
      if (id.type === 'Identifier' && init) bindings.set(id.name, init)
    }
  }
  return bindings
}

function findAuthOption(value: ESTree.Expression | undefined, bindings: Bindings): ESTree.Node | undefined {
  const call = unwrap(value)
  if (call?.type !== 'CallExpression' && call?.type !== 'NewExpression') return undefined
  const first = call.arguments[0]
  return first && first.type !== 'SpreadElement' ? findProperty(follow(first, bindings), 'auth')?.key : undefined
}

/** The expression below the types and the parentheses around it. */
function unwrap(value: ESTree.Expression | undefined): ESTree.Expression | undefined {
  switch (value?.type) {
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'ParenthesizedExpression':
      return unwrap(value.expression)
    default:
      return value
  }
}

function follow(value: ESTree.Expression, bindings: Bindings): ESTree.Expression | undefined {
  const found = unwrap(value)
  return found?.type === 'Identifier' ? unwrap(bindings.get(found.name)) : found
}

function findProperty(value: ESTree.Expression | undefined, name: string): ESTree.ObjectProperty | undefined {
  if (value?.type !== 'ObjectExpression') return undefined
  return value.properties.find((property): property is ESTree.ObjectProperty => {
    if (property.type !== 'Property' || property.computed) return false
    return property.key.type === 'Identifier' ? property.key.name === name : literalOf(property.key) === name
  })
}

function literalOf(node: ESTree.Node | undefined): string | undefined {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node?.type !== 'TemplateLiteral' || node.expressions.length > 0) return undefined
  return node.quasis[0]?.value.cooked ?? undefined
}

/** The object given to the `defineConfig` that is the default export. */
function findConfigOptions(program: ESTree.Program, bindings: Bindings): ESTree.Expression | undefined {
  const exported = program.body.find((statement) => statement.type === 'ExportDefaultDeclaration')
  if (exported?.type !== 'ExportDefaultDeclaration') return undefined
  const call = follow(exported.declaration as ESTree.Expression, bindings)
  if (call?.type !== 'CallExpression') return undefined
  const first = call.arguments[0]
  return first && first.type !== 'SpreadElement' ? follow(first, bindings) : undefined
}

function findApiAuth(config: ESTree.Expression | undefined, bindings: Bindings): ESTree.Node | undefined {
  const own = findProperty(config, 'auth')
  if (own) return own.key
  const api = findProperty(config, 'api')
  return api && findAuthOption(follow(api.value, bindings), bindings)
}

function readImports(module: Module, lineOf: LineCounter): readonly ImportedName[] {
  const imports = module.staticImports.flatMap(({ moduleRequest, entries, start }): readonly ImportedName[] => {
    const values = entries.filter((entry) => !entry.isType)
    if (entries.length === 0) return [{ specifier: moduleRequest.value, name: undefined, line: lineOf(start) }]
    return values.map(({ importName, localName }) => ({
      specifier: moduleRequest.value,
      name: importName.kind === 'Default' ? 'default' : (importName.name ?? undefined),
      local: localName.value,
      line: lineOf(importName.start ?? localName.start),
    }))
  })
  const reexports = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, importName, isType, start }) =>
      moduleRequest && !isType
        ? [{ specifier: moduleRequest.value, name: importName.name ?? undefined, line: lineOf(start) }]
        : [],
    ),
  )
  return [...imports, ...reexports]
}

/** Calls of what the file imports from `svc` as `route`, under whatever name. */
function readRoutes(program: ESTree.Program, module: Module, lineOf: LineCounter): Positions['routes'] {
  const names = module.staticImports
    .filter(({ moduleRequest }) => moduleRequest.value === 'svc')
    .flatMap(({ entries }) => entries.filter(({ importName }) => importName.name === 'route'))
    .map(({ localName }) => localName.value)
  const routes: { path: string; line: number }[] = []
  walk(program, (node) => {
    if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier') return
    const path = names.includes(node.callee.name) ? literalOf(node.arguments[0]) : undefined
    if (path !== undefined) routes.push({ path, line: lineOf(node.start) })
  })
  return routes
}
