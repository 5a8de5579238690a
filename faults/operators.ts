import { childOf, childrenOf, isNode, type SyntaxNode } from './syntax.ts'

/** A piece of text to be replaced. */
export interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** A way to make faults without thinking. */
export interface Operator {
  readonly name: string
  /** The effect on the code, in words. */
  readonly story: string
  /** The edits that it makes of one node; none for most. */
  readonly apply: (node: SyntaxNode, source: string, parent: SyntaxNode | undefined) => readonly Edit[]
}

/** Maps, since names come from the source, and an object would also find `constructor`. */
type Exchange = ReadonlyMap<string, string>
const EQUALITY: Exchange = new Map([
  ['===', '!=='],
  ['!==', '==='],
])
const COMPARISON: Exchange = new Map([
  ['<', '<='],
  ['<=', '<'],
  ['>', '>='],
  ['>=', '>'],
])
const QUANTIFIERS: Exchange = new Map([
  ['some', 'every'],
  ['every', 'some'],
])
/** Methods without which a value is almost the same. */
const REFINEMENTS: ReadonlySet<string> = new Set([
  'toLowerCase',
  'toUpperCase',
  'trim',
  'filter',
  'toSorted',
  'toReversed',
  'slice',
  'replace',
  'replaceAll',
])

/** An empty statement after `if` would not compile. */
const NOTHING = '{}'

/** The committed list. A name is part of the id of a fault, and stays. */
export const OPERATORS: readonly Operator[] = [
  {
    name: 'negate-condition',
    story: 'turns a condition around',
    apply: (node, source) => {
      const test = isNode(node, 'IfStatement', 'ConditionalExpression') ? childOf(node, 'test') : undefined
      // Of a comparison and of a negation, another operator makes the same fault.
      const isTurned = isNode(test, 'UnaryExpression') || EQUALITY.has(String(test?.['operator']))
      return test && !isTurned ? [replace(test, `!(${textOf(test, source)})`)] : []
    },
  },
  {
    name: 'and-or',
    story: 'takes && for || or || for &&',
    apply: (node, source) => {
      if (!isNode(node, 'LogicalExpression') || node['operator'] === '??') return []
      return between(node, source, String(node['operator']), node['operator'] === '&&' ? '||' : '&&')
    },
  },
  {
    name: 'drop-default',
    story: 'forgets the value for what is absent',
    apply: (node, source) => {
      const left = isNode(node, 'LogicalExpression') && node['operator'] === '??' ? childOf(node, 'left') : undefined
      return left ? [replace(node, textOf(left, source))] : []
    },
  },
  {
    name: 'drop-operand',
    story: 'forgets one half of a condition',
    apply: (node, source) => {
      const left = childOf(node, 'left')
      const right = childOf(node, 'right')
      if (!isNode(node, 'LogicalExpression') || node['operator'] === '??' || !left || !right) return []
      return [replace(node, textOf(left, source)), replace(node, textOf(right, source))]
    },
  },
  {
    name: 'drop-negation',
    story: 'forgets a !',
    apply: (node, source) => {
      const argument =
        isNode(node, 'UnaryExpression') && node['operator'] === '!' ? childOf(node, 'argument') : undefined
      return argument ? [replace(node, textOf(argument, source))] : []
    },
  },
  {
    name: 'equality',
    story: 'takes === for !== or !== for ===',
    apply: (node, source) => swapOperator(node, source, EQUALITY),
  },
  {
    name: 'off-by-one',
    story: 'moves a bound by one',
    apply: (node, source) => swapOperator(node, source, COMPARISON),
  },
  {
    name: 'drop-throw',
    story: 'goes on instead of throwing',
    apply: (node) => (isNode(node, 'ThrowStatement') ? [replace(node, NOTHING)] : []),
  },
  {
    name: 'drop-guard',
    story: 'forgets an early way out',
    apply: (node) =>
      isNode(node, 'IfStatement') && !node['alternate'] && leaves(childOf(node, 'consequent'))
        ? [replace(node, NOTHING)]
        : [],
  },
  {
    name: 'return-constant',
    story: 'answers a yes-or-no question without looking',
    apply: (node) => {
      const body = childOf(node, 'body')
      if (!isNode(node, 'FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression')) return []
      if (!body || !isBoolean(childOf(node, 'returnType'))) return []
      return isNode(body, 'BlockStatement')
        ? [replace(body, '{ return true }'), replace(body, '{ return false }')]
        : [replace(body, 'true'), replace(body, 'false')]
    },
  },
  {
    name: 'flip-literal',
    story: 'takes true for false or false for true',
    apply: (node) => {
      if (!isNode(node, 'Literal') || typeof node['value'] !== 'boolean') return []
      return [replace(node, String(!node['value']))]
    },
  },
  {
    name: 'drop-call',
    story: 'forgets a call',
    apply: (node) => {
      const expression = isNode(node, 'ExpressionStatement') ? childOf(node, 'expression') : undefined
      const call = isNode(expression, 'AwaitExpression') ? childOf(expression, 'argument') : expression
      if (!isNode(call, 'CallExpression') || isNode(childOf(call, 'callee'), 'Super')) return []
      return [replace(node, NOTHING)]
    },
  },
  {
    name: 'drop-assignment',
    story: 'forgets to keep something',
    apply: (node) => {
      const expression = isNode(node, 'ExpressionStatement') ? childOf(node, 'expression') : undefined
      return isNode(expression, 'AssignmentExpression') ? [replace(node, NOTHING)] : []
    },
  },
  {
    name: 'drop-await',
    story: 'does not wait',
    apply: (node, source) => {
      const argument = isNode(node, 'AwaitExpression') ? childOf(node, 'argument') : undefined
      return argument ? [replace(node, textOf(argument, source))] : []
    },
  },
  {
    name: 'swap-arguments',
    story: 'gives two arguments in the wrong order',
    apply: (node, source) => {
      if (!isNode(node, 'CallExpression', 'NewExpression') || isCommutative(node, source)) return []
      const [first, second] = childrenOf(node, 'arguments')
      if (!isPlain(first) || !isPlain(second)) return []
      const between = source.slice(first.end, second.start)
      const text = `${textOf(second, source)}${between}${textOf(first, source)}`
      return [{ start: first.start, end: second.end, text }]
    },
  },
  {
    name: 'some-every',
    story: 'takes some for every or every for some',
    apply: (node) => {
      const property = isNode(node, 'MemberExpression') ? childOf(node, 'property') : undefined
      const opposite = typeof property?.['name'] === 'string' ? QUANTIFIERS.get(property['name']) : undefined
      return property && opposite ? [replace(property, opposite)] : []
    },
  },
  {
    name: 'drop-refinement',
    story: 'forgets to fold, trim, filter, sort or cut',
    apply: (node, source) => {
      const callee = isNode(node, 'CallExpression') ? childOf(node, 'callee') : undefined
      const object = isNode(callee, 'MemberExpression') ? childOf(callee, 'object') : undefined
      const name = callee && childOf(callee, 'property')?.['name']
      return object && typeof name === 'string' && REFINEMENTS.has(name) ? [replace(node, textOf(object, source))] : []
    },
  },
  {
    name: 'loosen-pattern',
    story: 'forgets an anchor, a repetition or the case of a pattern',
    apply: (node) => {
      const regex = node['regex'] as { readonly pattern: string; readonly flags: string } | undefined
      if (!isNode(node, 'Literal') || !regex) return []
      const patterns = [
        regex.pattern.replace(/^\^/, ''),
        regex.pattern.replace(/(?<!\\)\$$/, ''),
        regex.pattern.replace(/(?<!\\)\+(?=\$?$)/, '*'),
      ].filter((pattern) => pattern !== regex.pattern && pattern !== '')
      const folded = regex.flags.includes('i') ? [`/${regex.pattern}/${regex.flags.replace('i', '')}`] : []
      return [...patterns.map((pattern) => `/${pattern}/${regex.flags}`), ...folded].map((text) => replace(node, text))
    },
  },
]

function replace({ start, end }: SyntaxNode, text: string): Edit {
  return { start, end, text }
}

function textOf({ start, end }: SyntaxNode, source: string): string {
  return source.slice(start, end)
}

function swapOperator(node: SyntaxNode, source: string, table: Exchange): readonly Edit[] {
  if (!isNode(node, 'BinaryExpression')) return []
  const operator = String(node['operator'])
  const other = table.get(operator)
  return other === undefined ? [] : between(node, source, operator, other)
}

/** An edit of the operator between the two sides of a node, parentheses and comments around it kept. */
function between(node: SyntaxNode, source: string, operator: string, other: string): readonly Edit[] {
  const left = childOf(node, 'left')
  const start = left ? source.indexOf(operator, left.end) : -1
  return start < 0 ? [] : [{ start, end: start + operator.length, text: other }]
}

/** Whether a branch does nothing but leave. */
function leaves(branch: SyntaxNode | undefined): boolean {
  const statements = isNode(branch, 'BlockStatement') ? childrenOf(branch, 'body') : branch ? [branch] : []
  return isNode(statements.at(-1), 'ReturnStatement', 'ThrowStatement', 'ContinueStatement', 'BreakStatement')
}

function isBoolean(annotation: SyntaxNode | undefined): boolean {
  const type = annotation && childOf(annotation, 'typeAnnotation')
  return isNode(type, 'TSBooleanKeyword', 'TSTypePredicate')
}

/** Whether a call gives the same in any order of its arguments. */
function isCommutative(node: SyntaxNode, source: string): boolean {
  const callee = childOf(node, 'callee')
  return callee !== undefined && /^(?:Math\.(?:max|min)|timingSafeEqual)$/.test(textOf(callee, source))
}

/** Arguments that can stand in each other's place without looking wrong. */
function isPlain(node: SyntaxNode | undefined): node is SyntaxNode {
  return isNode(node, 'Identifier', 'MemberExpression', 'CallExpression')
}
