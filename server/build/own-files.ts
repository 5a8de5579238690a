import { parseSync } from 'vite'
import { childrenOf, isNode, nameOf, type Node } from './syntax.ts'

/** A place in a module that asks where the module lies. */
export interface OwnPlace {
  readonly line: number
  /** Whether it fails in a bundle as soon as the module is evaluated, and not only when a function is called. */
  readonly isAtLoad: boolean
}

/** A cheap test for modules that {@link findOwnPlace} would find nothing in. */
export const MAY_ASK: RegExp = /\b__dirname\b|\b__filename\b|\bimport\.meta\b/

/**
 * The place where a module reads `__dirname`, `__filename` or `import.meta.url` to find files beside it: in a bundle the
 * first two do not exist, and the last is that of the bundle. The first at load, or else the first.
 */
export function findOwnPlace(code: string): OwnPlace | undefined {
  const { program } = parseSync('module.js', code)
  const found: { readonly node: Node; readonly isFree: boolean; readonly isOuter: boolean }[] = []
  const declared = new Set<string>()
  let readsAtLoad = false
  const visit = (value: unknown, isOuter: boolean): void => {
    if (!isNode(value)) return
    if (isFreeName(value)) found.push({ node: value, isFree: true, isOuter })
    if (isOwnUrl(value)) found.push({ node: value, isFree: false, isOuter })
    if (value.type === 'VariableDeclarator') declared.add(nameOf(value['id']))
    if (value.type === 'CallExpression') {
      const name = nameOf(value['callee']) || nameOf((value['callee'] as Node)['property'])
      readsAtLoad ||= isOuter && READS.test(name)
      // A `require` from there finds packages only.
      if (name === 'createRequire') return
    }
    if (value.type === 'UnaryExpression' && value['operator'] === 'typeof') return
    const isInner = /Function/.test(value.type)
    for (const child of childrenOf(value)) visit(child, isOuter && !isInner)
  }
  visit(program, true)
  const places = found
    .filter(({ node, isFree }) => !isFree || !declared.has(nameOf(node)))
    .map(({ node, isFree, isOuter }) => ({
      line: code.slice(0, node.start).split('\n').length,
      isAtLoad: isOuter && (isFree || readsAtLoad),
    }))
  return places.find(({ isAtLoad }) => isAtLoad) ?? places[0]
}

const READS = /^(?:readFile|readdir|createReadStream|open|instantiate|compile)/

function isFreeName(node: Node): boolean {
  return ['__dirname', '__filename'].includes(nameOf(node))
}

function isOwnUrl(node: Node): boolean {
  if (node.type !== 'MemberExpression' || (node['object'] as Node).type !== 'MetaProperty') return false
  return ['url', 'dirname', 'filename'].includes(nameOf(node['property']))
}
