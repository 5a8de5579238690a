import type { FirstLogin } from '../credentials/server-skeleton.ts'
import { escapeControls } from '../text/controls.ts'
import { Redactor } from '../text/redact.ts'
import { shorten } from '../text/shorten.ts'

/** Characters of an answer that are shown. */
const LONGEST = 200

/** Why `--init` does not know the place of the credential, and what is missing; `undefined` where it does. */
export function describeFailedLogin(
  first: FirstLogin | undefined,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  if (first === undefined)
    return 'the document shows no login with a name and a password: write login and users, or credentials'
  const { request } = first.login
  const login = `the login ${request.method ?? 'POST'} ${request.path}`
  const name = env['ANN_USERNAME'] === undefined ? 'ANN_USERNAME where the user is not called ann' : undefined
  const { status, refusal = '', isGuess } = first
  if (status === undefined) {
    const missing = name === undefined ? 'ANN_PASSWORD' : `ANN_PASSWORD, and ${name}`
    return `the login was not sent: take is a guess. Set ${missing}, and write the file anew`
  }
  if (status === 0) return `${login} got no answer, so take is a guess. Write the file anew when the server answers`
  if (status >= 400) {
    const remedy = name === undefined ? 'Correct ANN_USERNAME or ANN_PASSWORD' : `Set ${name}, or correct ANN_PASSWORD`
    const answer = shown(refusal, env['ANN_PASSWORD'])
    return `${login} answered ${status}${answer}, so take is a guess. ${remedy}, and write the file anew; or correct the request of login in the file`
  }
  return isGuess === true
    ? `${login} answered ${status} without a token, a cookie or a field that may be one, so take is a guess: correct it in the file`
    : undefined
}

/** The beginning of a body on one line, without the password. */
function shown(body: string, password: string | undefined): string {
  const redactor = new Redactor(password === undefined ? [] : [{ value: password, label: 'env:ANN_PASSWORD' }])
  const line = escapeControls(redactor.redact(body).trim().replace(/\s+/g, ' '))
  return line === '' ? '' : ` ${shorten(line, LONGEST)}`
}
