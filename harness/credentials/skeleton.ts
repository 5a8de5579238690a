import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { LeafDescription } from 'svc'
import { formatLeaf, isPair, leavesOf } from '../../server/internal.ts'
import { HarnessError } from '../model/failure.ts'
import { type Route, isProtected } from '../model/route.ts'

/**
 * Writes a first fixtures file, with a line for each authenticator that needs a credential.
 *
 * @returns its name
 * @throws HarnessError where there is one already
 */
export function writeSkeleton(root: string, routes: readonly Route[]): string {
  const file = join(root, 'fixtures', 'auth.fixtures.ts')
  const name = relative(process.cwd(), file)
  if (existsSync(file)) throw new HarnessError('SVC_FIXTURES_EXIST', `${name} exists; --init does not overwrite it`)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, formatSkeleton(routes))
  return name
}

/** The text of a first fixtures file. */
function formatSkeleton(routes: readonly Route[]): string {
  const leaves = [...new Map(routes.flatMap(({ auth }) => leavesOf(auth)).map((leaf) => [leaf.name, leaf])).values()]
  const needs = new Set(
    leaves.flatMap(({ carrier }) =>
      carrier.in === 'session' ? ['session'] : carrier.in === 'request' ? [] : ['secret'],
    ),
  )
  const imports = ['defineFixtures', ...[...needs].toSorted()].join(', ')
  const withParams = routes.filter((route) => isProtected(route) && (route.path.includes('[') || route.declaresBody))
  return [
    `import { ${imports} } from 'svc/testing'`,
    '',
    '// What svc test-auth needs to know: a good credential for each authenticator. Secrets come from the environment.',
    'export default defineFixtures({',
    '  credentials: {',
    ...leaves.map((leaf) => `    ${quoteKey(leaf.name)}: ${credentialOf(leaf)}, // ${formatLeaf(leaf)}`),
    '  },',
    ...(withParams.length === 0
      ? []
      : ['  routes: {', ...withParams.map((route) => `    '${route.key}': ${inputsOf(route)},`), '  },']),
    '})',
    '',
  ].join('\n')
}

function credentialOf(leaf: LeafDescription): string {
  const variable = leaf.name
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_')
    .replace(/\W+/g, '_')
    .toUpperCase()
  switch (leaf.carrier.in) {
    case 'session':
      return `{ valid: session({ name: 'ann'${leaf.superuser ? ', isSuperuser: true' : ''} }) }`
    case 'request':
      return `{ valid: { headers: {} }, invalid: { from: '127.0.0.9' } }`
    default:
      return isPair(leaf.carrier)
        ? `{ valid: { username: 'admin', password: secret('${variable}_PASSWORD') } }`
        : `{ valid: secret('${variable}') }`
  }
}

function inputsOf({ path, declaresBody }: Route): string {
  const names = [...path.matchAll(/\[(?:\.\.\.)?([^\]]+)\]/g)].map(([, name = '']) => `${quoteKey(name)}: '1'`)
  const parts = [
    ...(names.length > 0 ? [`params: { ${names.join(', ')} }`] : []),
    ...(declaresBody ? ['body: {}'] : []),
  ]
  return `{ ${parts.join(', ')} }`
}

function quoteKey(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name).replace(/^"|"$/g, "'")
}
