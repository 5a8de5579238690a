import { writeFileSync } from 'node:fs'
import type { LeafDescription } from 'svc'
import { stringify } from 'yaml'
import { isPair } from '../../server/internal.ts'
import { paramsOf, requireAbsent, variableOf, variablesIn, type Written } from './skeleton.ts'
import { authenticatorsOf, isProtected, type Route } from '../model/route.ts'

/** Paths of token endpoints, by the names of their schemes. */
export type TokenLogins = Readonly<Record<string, string>>

/**
 * Writes first fixtures for a server that is tested by its address: YAML, which needs no package beside it.
 *
 * @returns the name of the file
 * @throws HarnessError where there is one already
 */
export function writeYamlSkeleton(file: string, routes: readonly Route[], logins: TokenLogins): Written {
  requireAbsent(file, file)
  const text = formatYamlSkeleton(routes, logins)
  writeFileSync(file, text)
  // The comment at the top names the form of a variable.
  return { name: file, variables: variablesIn(text, /\$\{([A-Z]\w*)\}/g).filter((name) => name !== 'NAME') }
}

/** The text of first fixtures: a credential from the environment for each scheme, and what the document gives as examples. */
export function formatYamlSkeleton(routes: readonly Route[], logins: TokenLogins = {}): string {
  const leaves = authenticatorsOf(routes)
  const credentials = Object.fromEntries(
    leaves.map((leaf) => {
      const path = logins[leaf.name]
      return [leaf.name, path === undefined ? { valid: credentialOf(leaf) } : { login: loginOf(leaf.name, path) }]
    }),
  )
  const known = Object.fromEntries(routes.filter(isProtected).map((route) => [route.key, inputsOf(route)]))
  return (
    '# What svc test-auth needs to know of a server. Secrets come from the environment: ${NAME}.\n' +
    stringify({ credentials, ...(Object.keys(known).length === 0 ? {} : { routes: known }) })
  )
}

/** A token for a name and a password (RFC 6749 section 4.3). */
function loginOf(name: string, path: string): unknown {
  const variable = variableOf(name)
  const form = { grant_type: 'password', username: `\${${variable}_USERNAME}`, password: `\${${variable}_PASSWORD}` }
  return { request: { method: 'POST', path, form }, take: { json: '/access_token' } }
}

function credentialOf(leaf: LeafDescription): unknown {
  const variable = variableOf(leaf.name)
  if (isPair(leaf.carrier)) return { username: `\${${variable}_USERNAME}`, password: `\${${variable}_PASSWORD}` }
  if (leaf.carrier.in === 'request') return { headers: { Authorization: `\${${variable}}` } }
  return `\${${variable}}`
}

/**
 * Parameters that the document has no value for are `1`, which is what would be sent without fixtures. That the route is
 * protected stands here too: a guard that is removed takes itself out of a document that is derived from the code.
 */
function inputsOf({ path, sample }: Route): Readonly<Record<string, unknown>> {
  const params = paramsOf(path, sample?.params)
  const query = sample?.query ?? {}
  const body = sample?.body
  return {
    protected: true,
    ...(Object.keys(params).length > 0 ? { params } : {}),
    ...(Object.keys(query).length > 0 ? { query } : {}),
    ...(body !== undefined && /json/i.test(body.contentType) ? { body: JSON.parse(body.text) as unknown } : {}),
  }
}
