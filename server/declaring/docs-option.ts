import type { AuthInput } from '../auth/infer.ts'
import { checkAuth } from '../auth/policy.ts'
import { isLoadError, LoadError, type SourcePosition } from '../base/errors.ts'
import { namesOf } from '../base/option-names.ts'
import { OWN_PARAMETERS, type OAuthClient } from '../model/oauth-client.ts'
import { checkOptionNames } from './option-checks.ts'

/** How the reference page and the document are offered; `false` removes both. */
export type DocsOption =
  | false
  | {
      readonly auth?: AuthInput
      /** The operation that starts a session, `POST /login`; one that looks like it if absent. */
      readonly login?: string
      /** The operation that ends a session, `POST /logout`; one that looks like it if absent. */
      readonly logout?: string
      /** The client of the page at the provider whose tokens a declared `jwt()` takes: people log in there from the page. */
      readonly oauth?: OAuthClient
    }

const DOCS_OPTION_NAMES = namesOf<Exclude<DocsOption, false>>({ auth: true, login: true, logout: true, oauth: true })
const OAUTH_OPTION_NAMES = namesOf<OAuthClient>({
  clientId: true,
  clientSecret: true,
  issuer: true,
  scope: true,
  parameters: true,
})

/** A route as fixtures and `svc routes` write it. */
const ROUTE_NAME = /^[A-Z]+ \/\S*$/

/** @throws {@link LoadError} `SVC_OPTION_INVALID`, `SVC_OPTION_UNKNOWN`, and those of `auth` */
export function checkDocs(docs: Exclude<DocsOption, false>, source: SourcePosition | undefined): void {
  checkOptionNames(docs, DOCS_OPTION_NAMES, 'docs', source)
  for (const name of ['login', 'logout'] as const) {
    const route: unknown = docs[name]
    if (route === undefined || (typeof route === 'string' && ROUTE_NAME.test(route))) continue
    const problem = `docs: { ${name} } must name a route as svc routes prints it; got ${JSON.stringify(route)}.`
    throw new LoadError('SVC_OPTION_INVALID', `${problem} Write 'POST /${name}', without the base.`, source)
  }
  if (Object.hasOwn(docs, 'oauth')) checkOauth(docs.oauth, source)
  if (!Object.hasOwn(docs, 'auth')) return
  try {
    checkAuth(docs.auth, source)
  } catch (error) {
    if (!isLoadError(error)) throw error
    throw new LoadError(error.code, `docs.${error.problem}`, source)
  }
}

function checkOauth(oauth: unknown, source: SourcePosition | undefined): void {
  const refuse = (problem: string): never => {
    throw new LoadError('SVC_OPTION_INVALID', `docs: { oauth } ${problem}`, source)
  }
  if (typeof oauth !== 'object' || oauth === null || Array.isArray(oauth)) {
    refuse("names a client at a provider. Write { clientId: 'pets-page' }, or leave oauth out.")
  }
  checkOptionNames(oauth as object, OAUTH_OPTION_NAMES, 'docs: { oauth }', source)
  const { clientId, parameters = {} } = oauth as OAuthClient
  if (typeof clientId !== 'string' || clientId === '') refuse('needs clientId, the name of the page at the provider.')
  // The value of a secret is never repeated.
  const wrong = Object.entries(oauth as object).find(
    ([name, value]) => name !== 'parameters' && (typeof value !== 'string' || value === ''),
  )
  if (wrong) {
    const what = wrong[1] === undefined ? 'is undefined, which is what an unset variable looks like' : 'is not a text'
    refuse(`has a ${wrong[0]} that ${wrong[1] === '' ? 'is empty' : what}. Set it, or leave ${wrong[0]} out.`)
  }
  const isRecord = typeof parameters === 'object' && parameters !== null && !Array.isArray(parameters)
  if (!isRecord || !Object.values(parameters).every((value) => typeof value === 'string')) {
    refuse("takes parameters as an object of texts, such as { audience: 'pets' }.")
  }
  const own = OWN_PARAMETERS.find((name) => Object.hasOwn(parameters, name))
  if (own !== undefined) refuse(`may not say ${own} in its parameters: every login has its own.`)
}
