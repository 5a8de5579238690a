import type { ESTree } from 'vite'

/** Visits a syntax tree, outer nodes first. */
export function walk(node: ESTree.Node, visit: (node: ESTree.Node) => void): void {
  visit(node)
  for (const child of Object.values(node).flat()) {
    if (typeof child === 'object' && child !== null && 'type' in child) walk(child as ESTree.Node, visit)
  }
}
