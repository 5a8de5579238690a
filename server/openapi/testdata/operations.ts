import * as carrier from '../../model/carrier.ts'
import { type AuthDescription, describeLeaf } from '../../model/description.ts'
import type { AuthLevel, Method, Operation, OperationOptions } from '../../model/operation.ts'
import type { DocumentSource } from '../document-source.ts'

/** An operation as the document reads it, from `GET /pets`. */
export function operationOf(
  text: `${Method} /${string}`,
  description: AuthDescription | null | undefined,
  options: OperationOptions & { readonly level?: AuthLevel } = {},
): Operation {
  const [method, path] = text.split(' ') as [Method, string]
  const { level = description === undefined ? 'none' : 'operation', ...rest } = options
  const source = { file: '/project/routes/pets.ts', line: 4 }
  const id =
    rest.operationId ??
    text
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .filter(Boolean)
      .join('_')
  return {
    id,
    method,
    path,
    auth: { value: undefined, description, level, source },
    options: rest,
    middleware: [],
    handler: () => undefined,
    source,
  }
}

/** The input of a document of these operations. */
export function sourceOf(operations: readonly Operation[], more: Partial<DocumentSource> = {}): DocumentSource {
  return { title: 'Pets', version: '1.0.0', base: '/api', sessionCookieName: 'svc_session', operations, ...more }
}

export const TOKEN = describeLeaf(carrier.BEARER, { name: 'TokenAuth' })
export const BASIC = describeLeaf(carrier.BASIC, { name: 'BasicAuth' })
export const QUERY_KEY = describeLeaf({ in: 'query', name: 'api_key' }, { name: 'QueryKey' })
export const HEADER_KEY = describeLeaf({ in: 'header', name: 'X-API-Key' }, { name: 'HeaderKey' })
export const COOKIE_KEY = describeLeaf({ in: 'cookie', name: 'X-API-KEY' }, { name: 'CookieKey' })
export const SESSION = describeLeaf(carrier.SESSION, { name: 'fwAuth' })
export const SUPERUSER = describeLeaf(carrier.SESSION, { name: 'fwAuthSuperuser', superuser: true })
export const CALLABLE = describeLeaf(carrier.REQUEST, { name: 'ipWhitelist' })
