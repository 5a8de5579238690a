import type { Operation } from '../model/operation.ts'
import { looksLikeLogin, looksLikeLogout } from './looks-like-login.ts'
import type { SessionOperation, SessionOperations } from './page/configuration.ts'
import { templateOf } from './path-template.ts'
import type { DocumentSource } from './document-source.ts'

/** The operations that start and end a session: those that `docs` names, else the ones that look like it. */
export function sessionOperations({
  operations,
  base,
  named = {},
}: Pick<DocumentSource, 'operations' | 'base' | 'named'>): SessionOperations {
  const shown = operations.filter(({ options }) => options.includeInSchema !== false)
  const login =
    named.login ?? nameOf(shown.find(({ method, path, auth }) => looksLikeLogin(method, path, !auth.description)))
  const logout = named.logout ?? nameOf(shown.find(({ method, path }) => looksLikeLogout(method, path)))
  return {
    ...(login === undefined ? {} : { login: read(login, base) }),
    ...(logout === undefined ? {} : { logout: read(logout, base) }),
  }
}

function nameOf(operation: Operation | undefined): string | undefined {
  return operation && `${operation.method} ${operation.path}`
}

function read(name: string, base: string): SessionOperation {
  const [method, path] = name.split(' ') as [string, string]
  return { method, path: base + templateOf(path).template }
}
