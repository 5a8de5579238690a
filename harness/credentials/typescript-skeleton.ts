import { keyOf, quote } from '../../server/internal.ts'
import type { Members, Skeleton } from './skeleton.ts'
import { findNode, NODE, type Node, nodesOf } from './skeleton-node.ts'
import { ONLY_NAME } from './session-user.ts'

/** First fixtures as a module: sections and what stands in them on lines of their own, except a logout. */
export function printTypeScript(skeleton: Skeleton): string {
  const kinds = new Set(nodesOf(skeleton).map(({ [NODE]: kind }) => kind))
  const used = (['secret', 'session'] as const).filter((kind) => kinds.has(kind))
  return [
    `import { ${['defineFixtures', ...used].join(', ')} } from 'svc/testing'`,
    '',
    '// What svc test-auth needs to know: a good credential for each authenticator. Secrets come from the environment.',
    'export default defineFixtures({',
    ...Object.entries(skeleton).flatMap(sectionOf),
    '})',
    '',
  ].join('\n')
}

function sectionOf([name, members]: readonly [string, Members]): readonly string[] {
  if (name === 'logout') return [`  logout: ${print(members)},`]
  const lines = Object.entries(members).map(([key, value]) => {
    const node = findNode(value)
    return `    ${keyOf(key)}: ${print(value)},${node?.[NODE] === 'commented' ? ` // ${node.comment}` : ''}`
  })
  return lines.length === 0 ? [] : [`  ${name}: {`, ...lines, '  },']
}

/** A value on one line. */
function print(value: unknown): string {
  if (typeof value === 'string') return quote(value)
  if (Array.isArray(value)) return `[${value.map(print).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined'
  const node = findNode(value)
  if (node !== undefined) return printNode(node)
  return record(Object.entries(value).map(([key, member]) => [key, print(member)]))
}

function printNode(node: Node): string {
  switch (node[NODE]) {
    case 'secret':
      return `secret(${quote(node.variable)})`
    case 'blank':
      return node.hint === undefined ? '{}' : `{ /* ${node.hint} */ }`
    case 'commented':
      return print(node.value)
    case 'session': {
      const { user, members, isSuperuser } = node
      const own = (members ?? ONLY_NAME).filter(({ name }) => name !== 'isSuperuser')
      const parts = own.map(({ name, valueFor }) => [name, valueFor(user)] as const)
      const all = record(isSuperuser ? [...parts, ['isSuperuser', 'true']] : parts)
      return `session(${all}${members === undefined ? ' as never' : ''})`
    }
  }
}

function record(parts: readonly (readonly [name: string, value: string])[]): string {
  return `{ ${parts.map(([name, value]) => `${keyOf(name)}: ${value}`).join(', ')} }`
}
