import type { FixtureFile, RequestFixture } from '../credentials/define.ts'
import { findSecret } from '../credentials/secret.ts'
import { FORM } from '../model/request.ts'
import { pathsOf, type Route } from '../model/route.ts'
import { schemaOf } from '../targets/undeclared.ts'
import type { Json } from '../text/json.ts'
import { readDocument } from '../targets/document.ts'

/**
 * The login and the registration, where the fixtures alone name them: a document may leave out what clients do before they have a credential.
 * They are operations like those of the document, open to every client.
 */
export function namedOperations(
  { login, register }: Pick<FixtureFile, 'login' | 'register'>,
  routes: readonly Route[],
): readonly Route[] {
  const own = register?.as === undefined ? register?.request : undefined
  const named = [login?.request, own].flatMap((request) => (request === undefined ? [] : operationOf(request, routes)))
  return [...new Map(named.map((route) => [route.key, route])).values()]
}

/** The operation of a request; none where the document has it, or its address differs from user to user. */
function operationOf(request: RequestFixture, routes: readonly Route[]): readonly Route[] {
  const { method = 'POST', form } = request
  const [path = ''] = request.path.split('?')
  const bases = new Set(routes.map(({ base }) => base))
  const base = [...bases].find((one) => one !== '' && path.startsWith(`${one}/`)) ?? ''
  const own = path.slice(base.length)
  const isKnown = routes.some((one) => one.method === method && matches(one, own, path))
  if (isKnown || /[{}[\]]/.test(path) || !path.startsWith('/')) return []
  const body = form ?? request.body ?? request.json
  const content = { [form === undefined ? 'application/json' : FORM]: { schema: schemaOf([plain(body)], false) } }
  const operation: Json = {
    security: [],
    responses: { 200: { description: 'named by the fixtures' } },
    ...(body === undefined ? {} : { requestBody: { required: true, content } }),
  }
  const document = { openapi: '3.1.0', info: {}, paths: { [own]: { [method.toLowerCase()]: operation } } }
  return readDocument(document).routes.map((route) => ({ ...route, base }))
}

function matches({ base, path }: Route, own: string, whole: string): boolean {
  const pattern = pathsOf(path)
  // Some servers take a slash at the end.
  return [own, whole, whole.slice(base.length)].some((one) => pattern.test(one) || pattern.test(one.replace(/\/$/, '')))
}

/** A body in which a secret of the fixtures is a text. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  if (findSecret(value) !== undefined) return ''
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one)]))
}
