import { existsSync, writeFileSync } from 'node:fs'
import type { LeafDescription } from 'svc'
import { stringify } from 'yaml'
import { isPair, leavesOf } from '../../server/internal.ts'
import { HarnessError } from '../model/failure.ts'
import { type Route, isProtected } from '../model/route.ts'

/**
 * Writes first fixtures for a server that is tested by its address: YAML, which needs no package beside it.
 *
 * @returns the name of the file
 * @throws HarnessError where there is one already
 */
export function writeYamlSkeleton(file: string, routes: readonly Route[]): string {
  if (existsSync(file)) throw new HarnessError('SVC_FIXTURES_EXIST', `${file} exists; --init does not overwrite it`)
  writeFileSync(file, formatYamlSkeleton(routes))
  return file
}

/** The text of first fixtures: a credential from the environment for each scheme, and what the document gives as examples. */
export function formatYamlSkeleton(routes: readonly Route[]): string {
  const leaves = [...new Map(routes.flatMap(({ auth }) => leavesOf(auth)).map((leaf) => [leaf.name, leaf])).values()]
  const credentials = Object.fromEntries(leaves.map((leaf) => [leaf.name, { valid: credentialOf(leaf) }]))
  const known = Object.fromEntries(
    routes.filter(isProtected).flatMap((route) => {
      const inputs = inputsOf(route)
      return Object.keys(inputs).length === 0 ? [] : [[route.key, inputs]]
    }),
  )
  return (
    '# What svc test-auth needs to know of a server. Secrets come from the environment: ${NAME}.\n' +
    stringify({ credentials, ...(Object.keys(known).length === 0 ? {} : { routes: known }) })
  )
}

function credentialOf(leaf: LeafDescription): unknown {
  const variable = leaf.name
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_')
    .replace(/\W+/g, '_')
    .toUpperCase()
  if (isPair(leaf.carrier)) return { username: 'admin', password: `\${${variable}_PASSWORD}` }
  if (leaf.carrier.in === 'request') return { headers: { Authorization: `\${${variable}}` } }
  return `\${${variable}}`
}

/** Parameters that the document has no value for are `1`, which is what would be sent without fixtures. */
function inputsOf({ path, sample }: Route): Readonly<Record<string, unknown>> {
  const names = [...path.matchAll(/\[(?:\.\.\.)?([^\]]+)\]/g)].map(([, name = '']) => name)
  const params = Object.fromEntries(names.map((name) => [name, sample?.params?.[name] ?? '1']))
  const query = sample?.query ?? {}
  const body = sample?.body
  return {
    ...(names.length > 0 ? { params } : {}),
    ...(Object.keys(query).length > 0 ? { query } : {}),
    ...(body !== undefined && /json/i.test(body.contentType) ? { body: JSON.parse(body.text) as unknown } : {}),
  }
}
