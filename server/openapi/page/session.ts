import type { SessionOperation } from './configuration.ts'
import { FORM, loginBody, type LoginBody, type LoginField } from './login-fields.ts'
import type { Page } from './page-state.ts'

/** The fields of the login operation; `undefined` if the page knows no login, or its body is not a plain object. */
export function loginFields(page: Page): readonly LoginField[] | undefined {
  return bodyOf(page)?.fields
}

/**
 * Calls the login operation.
 *
 * @returns the problem, `undefined` after a successful login
 */
export async function logIn(page: Page, values: Readonly<Record<string, string>>): Promise<string | undefined> {
  const { login } = page.sessionOperations
  const body = bodyOf(page)
  if (!login || !body) return 'The document has no login operation.'
  const problem = await call(page, login, {
    headers: { 'content-type': body.type },
    body: body.type === FORM ? new URLSearchParams(values) : JSON.stringify(values),
  })
  if (problem !== undefined) return problem
  const loggedIn = await page.session.changed(userOf(page, values))
  return loggedIn === false
    ? `${login.method.toUpperCase()} ${login.path} passed, and set no session cookie.`
    : undefined
}

/**
 * Ends the session by the logout operation.
 *
 * @returns what went wrong
 */
export async function logOut(page: Page): Promise<string | undefined> {
  const { logout } = page.sessionOperations
  if (!logout) return "A session cookie stays: no logout operation is known. Name it with docs: { logout: 'POST /…' }."
  const problem = await call(page, logout, {})
  // A session that is over already is what was asked for.
  if (problem === undefined || problem.startsWith('401')) {
    page.vault.logIn(undefined)
    await page.session.changed()
    return undefined
  }
  return `A session cookie may stay: ${logout.method.toUpperCase()} ${logout.path} answered ${problem}`
}

/** The user of a login with these values: its first field that is not secret. */
export function userOf(page: Page, values: Readonly<Record<string, unknown>>): string {
  const field = loginFields(page)?.find(({ isSecret }) => !isSecret)
  const value = field && values[field.name]
  return typeof value === 'string' && value !== '' ? value : 'a user'
}

async function call(page: Page, { method, path }: SessionOperation, init: RequestInit): Promise<string | undefined> {
  try {
    const url = new URL(page.prefix + path, location.origin)
    const response = await fetch(url, { ...init, method: method.toUpperCase(), credentials: 'same-origin' })
    return response.ok ? undefined : `${response.status} ${await detailOf(response)}`
  } catch {
    return 'The server does not answer.'
  }
}

async function detailOf(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => undefined)
  const detail = typeof body === 'object' && body !== null && 'detail' in body ? body.detail : undefined
  return typeof detail === 'string' ? detail : response.statusText
}

function bodyOf(page: Page): LoginBody | undefined {
  return loginBody(page.document, page.sessionOperations.login)
}
