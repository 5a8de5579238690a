import { type ESTree, parseSync, type Plugin } from 'vite'
import { walk } from './walk.ts'

/**
 * Lets a project's own CommonJS files (`.cjs`, and `.js` without a word of module syntax) be imported like modules, with
 * the names that they visibly assign.
 */
export function commonjs(): Plugin {
  return {
    name: 'svc:commonjs',
    transform: {
      filter: { id: /\.c?js$/ },
      handler: (code, id) =>
        isCommonJs(id, code) ? { code: wrap(code, exportedNames(id, code)), map: null } : undefined,
    },
  }
}

function isCommonJs(id: string, code: string): boolean {
  if (id.endsWith('.cjs')) return true
  return /\bexports\b/.test(code) && !parseSync(id, code).module.hasModuleSyntax
}

/** On the lines of the original, so that stacks stay true. */
function wrap(code: string, names: readonly string[]): string {
  const head = "import { createRequire as $createRequire } from 'node:module'; const $module = { exports: {} };"
  const body = `(function (exports, require, module, __filename, __dirname) { ${code.replace(/^#!.*/, '')}\n})`
  const values = '$module.exports, $createRequire(import.meta.url), $module, import.meta.filename, import.meta.dirname'
  const named = names.map(
    (name, index) => `const $${index} = $module.exports.${name}; export { $${index} as ${name} };`,
  )
  return `${head} ${body}.call($module.exports, ${values});\nexport default $module.exports; ${named.join(' ')}\n`
}

/** Names assigned to `exports` or `module.exports`, at any depth. */
function exportedNames(id: string, code: string): readonly string[] {
  const names = new Set<string>()
  walk(parseSync(id, code).program, (node) => {
    if (node.type !== 'AssignmentExpression') return
    const { left, right } = node
    if (isExports(left) && right.type === 'ObjectExpression') {
      for (const property of right.properties) {
        if (property.type === 'Property' && property.key.type === 'Identifier') names.add(property.key.name)
      }
    }
    if (left.type === 'MemberExpression' && isExports(left.object) && left.property.type === 'Identifier') {
      names.add(left.property.name)
    }
  })
  names.delete('default')
  return [...names]
}

function isExports(node: ESTree.Node): boolean {
  if (node.type === 'Identifier') return node.name === 'exports'
  return (
    node.type === 'MemberExpression' &&
    node.object.type === 'Identifier' &&
    node.object.name === 'module' &&
    node.property.type === 'Identifier' &&
    node.property.name === 'exports'
  )
}
