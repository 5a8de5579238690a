import { openGrants, type TokenGrants } from '../auth/token-grants.ts'
import { LoadError, type SourcePosition } from '../base/errors.ts'
import { isSafeUrl } from '../http/known-hosts.ts'
import type { OAuthClient } from '../model/oauth-client.ts'
import type { PageGrant, PageOauth } from './page/configuration.ts'
import type { NamedScheme } from './security.ts'

/** The clients of the page, by the schemes whose tokens they get. */
export type OauthClients = ReadonlyMap<string, OauthScheme>

interface OauthScheme {
  readonly grants: Readonly<Partial<Record<PageGrant['grant'], TokenGrants>>>
  readonly page: PageOauth
}

interface Flow {
  readonly authorizationUrl?: string
  readonly tokenUrl?: string
}

/** Flows of the document (OpenAPI 3.1 section 4.8.28) that a page can use, and their names in requests. */
const GRANTS = {
  authorizationCode: 'authorization_code',
  password: 'password',
  clientCredentials: 'client_credentials',
} as const

/**
 * The client of `docs: { oauth }` for each scheme whose tokens its provider makes: a provider that a declared `jwt()` names.
 *
 * @param isWhole whether these are all operations: else, in a copy for tests or where a file does not load, its provider may be
 *   named by another
 * @throws {@link LoadError} `SVC_OPTION_INVALID` where no provider, or more than one, may be meant
 */
export function readOauth(
  client: OAuthClient,
  schemes: readonly NamedScheme[],
  isWhole: boolean,
  source: SourcePosition | undefined,
): OauthClients {
  const usable = schemes.filter(({ scheme }) => scheme.type === 'openIdConnect' || scheme.type === 'oauth2')
  const issuers = [...new Set(usable.map(issuerOf))].filter((issuer) => issuer !== undefined)
  const isDevelopment = schemes.some(({ authenticator }) => authenticator.token?.isDevelopment)
  const { issuer = issuers[0] } = client
  if (isWhole && !isDevelopment) checkIssuer(client, issuers, source)
  const found = usable.filter((named) => issuer !== undefined && issuerOf(named) === issuer)
  return new Map(found.map((named) => [named.name, openScheme(client, named, issuer as string, source)]))
}

function issuerOf({ authenticator }: NamedScheme): string | undefined {
  return authenticator.token?.issuer
}

function checkIssuer({ issuer }: OAuthClient, issuers: readonly string[], source: SourcePosition | undefined): void {
  const list = issuers.map((one) => JSON.stringify(one)).join(', ')
  const problem =
    issuers.length === 0
      ? "docs: { oauth } names a client, and no operation takes tokens of a provider. Declare jwt({ issuer: 'https://…' }), or flows beside its keys; or leave oauth out."
      : issuer === undefined && issuers.length > 1
        ? `docs: { oauth } must name the provider of its client: issuer is one of ${list}.`
        : issuer !== undefined && !issuers.includes(issuer)
          ? `docs: { oauth: { issuer } } is ${JSON.stringify(issuer)}, of which no operation takes tokens. Write ${list}.`
          : undefined
  if (problem !== undefined) throw new LoadError('SVC_OPTION_INVALID', problem, source)
}

/** A scheme of the document, as the page gets tokens for it; no grants where it names no way that a page can go. */
function openScheme(
  client: OAuthClient,
  { name, scheme }: NamedScheme,
  issuer: string,
  source: SourcePosition | undefined,
): OauthScheme {
  const { clientId, scope = '' } = client
  const page = { provider: URL.canParse(issuer) ? new URL(issuer).host : issuer, clientId, scope }
  if (scheme.type !== 'oauth2') {
    const grants = { authorization_code: openGrants(issuer, client, undefined) }
    return { grants, page: { ...page, grants: [{ grant: 'authorization_code' }] } }
  }
  const flows = Object.entries(GRANTS).flatMap(([key, grant]) => {
    const flow = (scheme.flows[key] ?? {}) as Flow
    const addresses = grant === 'authorization_code' ? [flow.authorizationUrl, flow.tokenUrl] : [flow.tokenUrl]
    const given = addresses.filter((address) => address !== undefined)
    const wrong = given.find((address) => !isSafeUrl(address) && !isOwn(address))
    if (wrong !== undefined) {
      const problem = `docs: { oauth } cannot use the flow ${key} of ${name}: ${JSON.stringify(wrong)} is not an address of https`
      throw new LoadError(
        'SVC_OPTION_INVALID',
        `${problem}, nor of this machine. Mend its flows, or leave oauth out.`,
        source,
      )
    }
    return given.length === addresses.length ? [{ grant, flow }] : []
  })
  // A relative address is one of this server: the page asks there itself. A login of people is at a provider.
  const isThere = ({ flow }: { readonly flow: Flow }): boolean => isSafeUrl(flow.tokenUrl ?? '')
  return {
    grants: Object.fromEntries(
      flows.filter(isThere).map(({ grant, flow }) => [grant, openGrants(issuer, client, flow)]),
    ),
    page: {
      ...page,
      grants: flows.flatMap(({ grant, flow }) => {
        if (isThere({ flow })) return { grant }
        return grant === 'authorization_code' ? [] : { grant, tokenUrl: flow.tokenUrl ?? '' }
      }),
    },
  }
}

/** Whether an address is relative, and of whichever server it is read on. */
function isOwn(address: string): boolean {
  const own = 'http://own.invalid'
  return URL.canParse(address, own) && new URL(address, own).origin === own
}
