import { isBuiltin } from 'node:module'
import { parseSync } from 'vite'
import { groupBy } from '../base/group-by.ts'
import { childrenOf, isNode, nameOf, type Node } from './syntax.ts'

/** A statement of the module, with the names that it declares if nothing happens when it runs. */
interface Statement {
  readonly node: Node
  readonly inert: readonly string[] | undefined
  /** Every name that it mentions, in whatever scope. */
  readonly mentions: ReadonlySet<string>
}

/**
 * The lines of a bundled module that hold declarations to which nothing refers: functions, classes, values that are
 * made without running anything, imports from Node. Statements that do something stay, and so does everything inside a
 * function that stays: unlike the tree shaking of bundlers, which takes `decodeURIComponent(text)` for a statement
 * without effect, this removes no check.
 *
 * @returns from 0; a declaration is removed with all of its lines
 */
export function unusedLines(code: string): ReadonlySet<number> {
  const { program } = parseSync('bundle.js', code)
  const nodes = program.body as unknown as readonly Node[]
  const variables = new Set(nodes.filter(hasNoValue).flatMap(namesOf))
  const statements = nodes.flatMap((node) => readStatements(node, code, variables))
  const lines = new Set<number>()
  // It may refer to anything.
  if (statements.some(({ mentions }) => mentions.has('eval'))) return lines
  const used = findUsed(statements)
  const lineAt = lineFinder(code)
  for (const { node, inert } of statements) {
    if (inert === undefined || inert.some((name) => used.has(name))) continue
    for (let line = lineAt(node.start); line <= lineAt(node.end - 1); line++) lines.add(line)
  }
  return lines
}

/** The names to which the statements that stay refer, directly or not. */
function findUsed(statements: readonly Statement[]): ReadonlySet<string> {
  const declarations = statements.flatMap((statement) => (statement.inert ?? []).map((name) => ({ name, statement })))
  const declaring = groupBy(declarations, ({ name }) => name)
  const used = new Set<string>()
  const waiting = statements.filter(({ inert }) => inert === undefined)
  for (const { mentions } of waiting) {
    for (const name of mentions) {
      if (used.has(name)) continue
      used.add(name)
      waiting.push(...(declaring.get(name) ?? []).map(({ statement }) => statement))
    }
  }
  return used
}

/** @param variables that are declared without a value */
function readStatements(node: Node, code: string, variables: ReadonlySet<string>): readonly Statement[] {
  const body = findInitialization(node)
  if (!body) return [readStatement(node, code)]
  const inner = body.map((statement) => readAssignment(statement, code, variables) ?? readStatement(statement, code))
  const mentions = new Set(inner.flatMap((statement) => (statement.inert ? [] : [...statement.mentions])))
  return [{ node, inert: undefined, mentions: mentions.add('__esmMin') }, ...inner.filter(({ inert }) => inert)]
}

/**
 * The statements of a module that is evaluated when it is asked for: `var init_a = __esmMin((() => { … }))`, behind a
 * declaration of its variables.
 */
function findInitialization(node: Node): readonly Node[] | undefined {
  if (node.type !== 'VariableDeclaration') return undefined
  const [call] = (node['declarations'] as readonly Node[]).map(({ init }) => init as Node | null)
  if (call?.type !== 'CallExpression' || nameOf(call['callee']) !== '__esmMin') return undefined
  const [argument] = call['arguments'] as readonly Node[]
  const made = argument?.type === 'ParenthesizedExpression' ? (argument['expression'] as Node) : argument
  const body = made?.type === 'ArrowFunctionExpression' ? (made['body'] as Node) : undefined
  return body?.type === 'BlockStatement' ? (body['body'] as readonly Node[]) : undefined
}

function readStatement(node: Node, code: string): Statement {
  const inert = standsAlone(node, code) ? readInert(node, code) : undefined
  // A declaration without a value refers to nothing, and so not to its own names.
  return { node, inert, mentions: hasNoValue(node) ? new Set() : findMentions(node) }
}

function hasNoValue({ type, ...node }: Node): boolean {
  return type === 'VariableDeclaration' && (node['declarations'] as readonly Node[]).every(({ init }) => init === null)
}

function namesOf({ declarations }: Node): readonly string[] {
  return (declarations as readonly Node[]).map(({ id }) => nameOf(id))
}

/** `name = value`, which is how a module that is evaluated later gives its variables their values. */
function readAssignment(node: Node, code: string, variables: ReadonlySet<string>): Statement | undefined {
  const { type, operator, left, right } = (node['expression'] ?? node) as Node
  if (type !== 'AssignmentExpression' || operator !== '=' || !variables.has(nameOf(left))) return undefined
  if (!standsAlone(node, code) || !isInert(right as Node, code)) return undefined
  return { node, inert: [nameOf(left)], mentions: findMentions(right as Node) }
}

/** The names that a statement declares; `undefined` where running it may do something. */
function readInert(node: Node, code: string): readonly string[] | undefined {
  switch (node.type) {
    case 'FunctionDeclaration':
      return [nameOf(node['id'])]
    case 'ClassDeclaration':
      return isInert(node, code) ? [nameOf(node['id'])] : undefined
    case 'VariableDeclaration': {
      const declarators = node['declarations'] as readonly Node[]
      const isSafe = declarators.every(({ id, init }) => {
        if ((id as Node).type !== 'Identifier') return false
        return init === null || isInert(init as Node, code)
      })
      return isSafe ? declarators.map(({ id }) => nameOf(id)) : undefined
    }
    case 'ImportDeclaration': {
      const names = (node['specifiers'] as readonly Node[]).map(({ local }) => nameOf(local))
      return isBuiltin(String((node['source'] as Node)['value'])) && names.length > 0 ? names : undefined
    }
    case 'ExpressionStatement':
      return namedByBundler(node['expression'] as Node)
    default:
      return undefined
  }
}

/** `__name(value, "name")`, which the bundler writes after what it had to rename. */
function namedByBundler(node: Node): readonly string[] | undefined {
  if (node.type !== 'CallExpression' || !/^__name(?:\$\d+)?$/.test(nameOf(node['callee']))) return undefined
  const [value] = node['arguments'] as readonly Node[]
  return value?.type === 'Identifier' ? [nameOf(value)] : undefined
}

const LITERALS: ReadonlySet<string> = new Set([
  'Literal',
  'ArrowFunctionExpression',
  'FunctionExpression',
  'MetaProperty',
])

/** Whether evaluating an expression does nothing but give its value. */
function isInert(node: Node, code: string): boolean {
  if (LITERALS.has(node.type)) return true
  const all = (key: string): boolean =>
    (node[key] as readonly (Node | null)[]).every((part) => part === null || isInert(part, code))
  switch (node.type) {
    case 'ParenthesizedExpression':
      return isInert(node['expression'] as Node, code)
    case 'TemplateLiteral':
      return (node['expressions'] as readonly Node[]).length === 0
    case 'UnaryExpression':
      return ['-', '!', 'void'].includes(String(node['operator'])) && isInert(node['argument'] as Node, code)
    case 'ArrayExpression':
      return all('elements')
    case 'ObjectExpression':
      return (node['properties'] as readonly Node[]).every(
        (property) =>
          property.type === 'Property' && property['computed'] === false && isInert(property['value'] as Node, code),
      )
    case 'ClassDeclaration':
    case 'ClassExpression':
      return isInertClass(node, code)
    case 'CallExpression':
    case 'NewExpression':
      return isPure(node, code) && all('arguments')
    default:
      return false
  }
}

function isInertClass(node: Node, code: string): boolean {
  const parent = node['superClass'] as Node | null
  if (parent !== null && parent.type !== 'Identifier') return false
  return ((node['body'] as Node)['body'] as readonly Node[]).every((member) => {
    if (member['computed'] === true || ((member['decorators'] ?? []) as readonly Node[]).length > 0) return false
    if (member.type === 'MethodDefinition') return true
    if (member.type !== 'PropertyDefinition') return false
    const value = member['value'] as Node | null
    return member['static'] !== true || value === null || isInert(value, code)
  })
}

/** Calls that are known to do nothing, and those of which their author says so. */
function isPure(node: Node, code: string): boolean {
  if (/[@#]__PURE__ \*\/\s*\(*$/.test(code.slice(Math.max(0, node.start - 24), node.start))) return true
  const callee = node['callee'] as Node
  const name = code.slice(callee.start, callee.end)
  return node.type === 'NewExpression' ? /^(?:Map|Set|WeakMap|WeakSet)$/.test(name) : /^Symbol(?:\.for)?$/.test(name)
}

/** Every identifier in a tree, keys of members and of objects aside. */
function findMentions(root: Node): ReadonlySet<string> {
  const found = new Set<string>()
  const visit = (value: unknown): void => {
    if (!isNode(value)) return
    if (value.type === 'Identifier') found.add(nameOf(value))
    childrenOf(value).forEach(visit)
  }
  visit(root)
  return found
}

/** Whether its lines hold nothing else. */
function standsAlone({ start, end }: Node, code: string): boolean {
  const before = code.slice(code.lastIndexOf('\n', start - 1) + 1, start)
  const stop = code.indexOf('\n', end)
  return /^\s*$/.test(before) && /^\s*;?\s*$/.test(code.slice(end, stop < 0 ? undefined : stop))
}

function lineFinder(code: string): (offset: number) => number {
  const starts = [0]
  for (let at = code.indexOf('\n'); at >= 0; at = code.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    let low = 0
    let high = starts.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle + 1
      else high = middle
    }
    return low - 1
  }
}
