/** A node of a syntax tree, as ESTree describes it. */
export interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as { readonly type?: unknown }).type === 'string'
}

/** The name of an identifier; empty for any other node. */
export function nameOf(node: unknown): string {
  return isNode(node) && node.type === 'Identifier' ? String(node['name']) : ''
}

/** The nodes in a node, keys of members and of objects aside. */
export function childrenOf(node: Node): readonly unknown[] {
  const isKey = (key: string): boolean => (key === 'property' || key === 'key') && node['computed'] === false
  return Object.keys(node).flatMap((key) => (isKey(key) ? [] : node[key]))
}
