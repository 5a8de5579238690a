import { parseSync } from 'vite'

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
