import { type ESTree, parseSync } from 'vite'
import { walk } from './walk.ts'

/** The specifiers that a module imports, as written, literals in `import('…')` included, imports of types excluded. */
export function readSpecifiers(file: string, text: string): readonly string[] {
  // Most files that import nothing need not be parsed.
  if (!/\bimport\b|\bfrom\b/.test(text) || file.endsWith('.json')) return []
  const { module } = parseSync(file, text)
  const imports = module.staticImports
    .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
    .map(({ moduleRequest }) => moduleRequest.value)
  const reexports = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType }) => (moduleRequest && !isType ? [moduleRequest.value] : [])),
  )
  const dynamic = module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
    const [, literal] = /^(["'`])([^"'`$]*)\1$/.exec(text.slice(start, end))?.slice(1) ?? []
    return literal ?? []
  })
  return [...new Set([...imports, ...reexports, ...dynamic])]
}

/** The specifiers that a file loads with `require('…')`, as written. */
export function readRequires(file: string, text: string): readonly string[] {
  if (!/\brequire\b/.test(text) || file.endsWith('.json')) return []
  return readCalls(file, text, (callee) => callee.type === 'Identifier' && callee.name === 'require')
}

/** The patterns of `import.meta.glob('…')`, those that exclude left out. */
export function readGlobs(file: string, text: string): readonly string[] {
  if (!/\bimport\.meta\.glob\b/.test(text)) return []
  const patterns = readCalls(file, text, (callee) => {
    return (
      callee.type === 'MemberExpression' &&
      callee.object.type === 'MetaProperty' &&
      callee.property.type === 'Identifier' &&
      callee.property.name === 'glob'
    )
  })
  return patterns.filter((pattern) => !pattern.startsWith('!'))
}

/** The texts in the first argument of calls: one, or a list of them. */
function readCalls(file: string, text: string, isCalled: (callee: ESTree.Node) => boolean): readonly string[] {
  const found = new Set<string>()
  walk(parseSync(file, text).program, (node) => {
    if (node.type !== 'CallExpression' || !isCalled(node.callee)) return
    const [first] = node.arguments
    const members = first?.type === 'ArrayExpression' ? first.elements : [first]
    for (const member of members) {
      if (member?.type === 'Literal' && typeof member.value === 'string') found.add(member.value)
    }
  })
  return [...found]
}
