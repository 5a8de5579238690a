import type { AuthDescription } from '../../auth/description.ts'
import type { AuthLevel, Method, Operation, OperationOptions } from '../../operation.ts'
import type { DocumentSource } from '../source.ts'

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

/** What a document of these operations is made of. */
export function sourceOf(operations: readonly Operation[], more: Partial<DocumentSource> = {}): DocumentSource {
  return { title: 'Pets', version: '1.0.0', base: '/api', sessionCookieName: 'svc_session', operations, ...more }
}

export const TOKEN = { kind: 'bearer', name: 'TokenAuth' } as const
export const BASIC = { kind: 'basic', name: 'BasicAuth' } as const
export const QUERY_KEY = { kind: 'apiKey', in: 'query', paramName: 'api_key', name: 'QueryKey' } as const
export const HEADER_KEY = { kind: 'apiKey', in: 'header', paramName: 'X-API-Key', name: 'HeaderKey' } as const
export const COOKIE_KEY = { kind: 'apiKey', in: 'cookie', paramName: 'X-API-KEY', name: 'CookieKey' } as const
export const SESSION = { kind: 'session', superuser: false, name: 'fwAuth' } as const
export const SUPERUSER = { kind: 'session', superuser: true, name: 'fwAuthSuperuser' } as const
export const CALLABLE = { kind: 'callable', name: 'ipWhitelist' } as const
