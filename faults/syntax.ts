import { parseSync } from 'vite'

/** A node of the syntax tree (ESTree, with TypeScript's own nodes). */
export interface SyntaxNode {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [member: string]: unknown
}

/** A node that runs, and where it stands. */
export interface Visit {
  readonly node: SyntaxNode
  readonly parent: SyntaxNode | undefined
  /** Names of the functions and classes around it, outermost first, joined by dots; `module` outside of any. */
  readonly scope: string
}

/** Every node of a file that is there at run time, in the order of the text: types are passed over. */
export function* visitRuntime(file: string, text: string): Generator<Visit, void> {
  const { program, errors } = parseSync(file, text)
  if (errors[0]) throw new Error(`${file}  ${errors[0].message}`)
  yield* visit(program as unknown as SyntaxNode, undefined, [])
}

/** Whether a value is a node, and of one of these types. */
export function isNode(value: unknown, ...types: readonly string[]): value is SyntaxNode {
  if (typeof value !== 'object' || value === null || !('type' in value) || !('start' in value)) return false
  return types.length === 0 || types.includes(String(value.type))
}

/** The child under a name, where it is a node. */
export function childOf(node: SyntaxNode, name: string): SyntaxNode | undefined {
  const child = node[name]
  return isNode(child) ? child : undefined
}

/** The children under a name, where it is a list. */
export function childrenOf(node: SyntaxNode, name: string): readonly SyntaxNode[] {
  const children = node[name]
  return Array.isArray(children) ? children.filter((child: unknown) => isNode(child)) : []
}

/** Type syntax around an expression that stays when the types go. */
const WRAPPERS: readonly string[] = ['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression']
const WITHOUT_RUNTIME: readonly string[] = ['ImportDeclaration', 'ExportAllDeclaration', 'ExportSpecifier']

function* visit(node: SyntaxNode, parent: SyntaxNode | undefined, scope: readonly string[]): Generator<Visit, void> {
  if (WITHOUT_RUNTIME.includes(node.type) || node['declare'] === true) return
  if (node.type.startsWith('TS') && !WRAPPERS.includes(node.type)) return
  const name = nameOf(node)
  const inner = name === undefined ? scope : [...scope, name]
  yield { node, parent, scope: (node.type === 'FunctionDeclaration' ? inner : scope).join('.') || 'module' }
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) yield* visit(child, node, inner)
  }
}

/** The name that a node gives to the code inside of it. */
function nameOf(node: SyntaxNode): string | undefined {
  switch (node.type) {
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
      return textOf(childOf(node, 'id'))
    case 'MethodDefinition':
    case 'PropertyDefinition':
    case 'Property':
      return isFunction(childOf(node, 'value')) ? textOf(childOf(node, 'key')) : undefined
    case 'VariableDeclarator':
      return isFunction(childOf(node, 'init')) ? textOf(childOf(node, 'id')) : undefined
    default:
      return undefined
  }
}

function textOf(node: SyntaxNode | undefined): string | undefined {
  return typeof node?.['name'] === 'string' ? node['name'] : undefined
}

function isFunction(node: SyntaxNode | undefined): boolean {
  return isNode(node, 'FunctionExpression', 'ArrowFunctionExpression')
}
