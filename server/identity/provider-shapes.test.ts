import { expect } from 'chai'
import { check } from 'svc/security'
import { hasScope, jwt, type JwtOptions, oidcLogin } from 'svc/identity'
import { SvcAPI } from 'svc'
import { z } from 'zod'
import { makeKey, seconds, sign, type TestKey } from './testdata/issuer.ts'
import {
  auth0,
  cognito,
  entra,
  entraV1,
  google,
  keycloak,
  KEYS,
  type ProviderShape,
  TENANT,
} from './testdata/provider-shapes.ts'

const CLIENT = 'client-of-the-page'
const cognitoClaims = z.looseObject({ token_use: z.literal('access'), client_id: z.literal(CLIENT), sub: z.string() })
const googleClaims = z.looseObject({
  email: z.literal('keeper@zoo.iam.gserviceaccount.com'),
  email_verified: z.literal(true),
})

/** A change of a right access token, and the answer. */
type Row = readonly [what: string, claims: Readonly<Record<string, unknown>>, status: number]

interface Configured {
  readonly name: string
  readonly shape: ProviderShape
  readonly options: Omit<JwtOptions<never, never>, 'claims' | 'map'> & { readonly claims?: unknown }
  readonly scope?: string
  readonly rows: readonly Row[]
}

const PROVIDERS: readonly Configured[] = [
  {
    name: 'Keycloak',
    shape: keycloak,
    options: { issuer: keycloak.issuer, audience: 'pets' },
    scope: 'pets:read',
    rows: [
      ['no mapper for the audience', { aud: 'account' }, 401],
      ['the client that asked in azp, and no audience', { aud: 'account', azp: 'pets' }, 401],
      ['an ID token', { typ: 'ID', aud: 'pets' }, 401],
      ['another realm of the server', { iss: 'https://id.example.com/realms/other' }, 401],
      ['the scope as part of another', { scope: 'pets:read:all' }, 403],
    ],
  },
  {
    name: 'Auth0',
    shape: auth0,
    options: { issuer: auth0.issuer, audience: 'pets' },
    scope: 'pets:read',
    rows: [
      ['an issuer without the slash', { iss: auth0.issuer.slice(0, -1) }, 401],
      ['a token for its own userinfo alone', { aud: `${auth0.issuer}userinfo` }, 401],
      ['a permission that is not a scope', { scope: 'openid', permissions: ['pets:read'] }, 403],
      ['an ID token', { aud: 'pets', nonce: 'n' }, 401],
    ],
  },
  {
    name: 'Entra ID, version 2',
    shape: entra,
    options: { issuer: entra.issuer, audience: 'pets' },
    scope: 'pets:read',
    rows: [
      ['a token of version 1', entraV1.claims, 401],
      ['the issuer of version 1', { iss: entraV1.issuer }, 401],
      ['another tenant', { iss: entra.issuer.replace(TENANT, '9188040d-0000-4000-8000-1f2b3c4d5e6f') }, 401],
      ['roles of an application, and no scope', { scp: undefined, roles: ['pets:read'] }, 403],
      ['several scopes in one text', { scp: 'pets:write pets:read' }, 200],
    ],
  },
  {
    name: 'Entra ID, version 1',
    shape: entraV1,
    options: {
      issuer: entraV1.issuer,
      audience: 'api://pets',
      jwks: `https://login.microsoftonline.com/${TENANT}/discovery/keys`,
    },
    scope: 'pets:read',
    rows: [['the issuer of version 2', { iss: entra.issuer }, 401]],
  },
  {
    name: 'Cognito',
    shape: cognito,
    options: { issuer: cognito.issuer, audience: null, claims: cognitoClaims },
    scope: 'pets/read',
    rows: [
      ['an ID token', { token_use: 'id', aud: CLIENT, client_id: undefined }, 401],
      ['another client of the pool', { client_id: 'other' }, 401],
      ['no use', { token_use: undefined }, 401],
      ['another pool', { iss: cognito.issuer.replace('zoo', 'other') }, 401],
    ],
  },
  {
    name: 'Google',
    shape: google,
    options: { issuer: google.issuer, audience: 'pets', claims: googleClaims },
    rows: [
      ['any other account that asked for this audience', { email: 'mallory@gmail.com' }, 401],
      ['an address that is not verified', { email_verified: false }, 401],
      ['the issuer without https', { iss: 'accounts.google.com' }, 401],
    ],
  },
]

describe('configurations for providers, by the shape of their documents and tokens', () => {
  const { fetch } = globalThis
  let key: TestKey
  let documents: Readonly<Record<string, unknown>> = {}
  let keySet: object

  before(async () => {
    key = await makeKey('RS256', 'k-1')
    globalThis.fetch = async (url) => {
      const document = documents[url instanceof Request ? url.url : url.toString()]
      if (document === undefined) return new Response('{}', { status: 404 })
      return Response.json(document === KEYS ? keySet : document)
    }
  })
  after(() => {
    globalThis.fetch = fetch
  })

  const use = ({ documents: own, key: members, otherKeys = [] }: ProviderShape): void => {
    documents = own
    keySet = { keys: [...otherKeys, { ...key.jwk, ...members }] }
  }
  const askerOf = (auth: unknown): ((token: string) => Promise<number>) => {
    const api = new SvcAPI({ docs: false })
    api.get('/', { auth: auth as never }, () => 'ok')
    return async (token) =>
      (await api.fetch(new Request('http://localhost/', { headers: { authorization: `Bearer ${token}` } }))).status
  }
  const mint = ({ issuer, claims, header }: ProviderShape, own: object = {}): Promise<string> => {
    const now = seconds()
    return sign({ iss: issuer, sub: 'ann', iat: now, exp: now + 600, jti: 'j', ...claims, ...own }, header, key)
  }

  for (const { name, shape, options, scope, rows } of PROVIDERS) {
    describe(name, () => {
      let ask: (token: string) => Promise<number>
      before(() => {
        use(shape)
        const token = jwt(options as never)
        ask = askerOf(scope === undefined ? token : check(token, hasScope(scope)))
      })

      it('passes its access token', async () => {
        expect(await ask(await mint(shape))).to.equal(200)
      })
      it('answers 401 to an opaque token', async () => {
        expect(await ask('ya29.a0AfH6SMBx')).to.equal(401)
      })
      for (const [what, claims, status] of rows) {
        it(`answers ${status} to ${what}`, async () => {
          expect(await ask(await mint(shape, claims))).to.equal(status)
        })
      }

      if (options.jwks === undefined) {
        it('begins a login at its authorization endpoint', async () => {
          use(shape)
          const login = oidcLogin({ issuer: shape.issuer, clientId: CLIENT, clientSecret: 'secret', user: () => null })
          const api = new SvcAPI({
            docs: false,
            sessions: { secrets: ['a secret of the tests, thirty-two characters'] },
          })
          api.get('/login', { auth: null }, (request) => login.start(request as never))
          const response = await api.fetch(new Request('https://pets.example/login'))
          const { origin, pathname, searchParams } = new URL(response.headers.get('location') ?? 'none:')
          const [document] = Object.values(shape.documents) as readonly { readonly authorization_endpoint: string }[]
          expect([response.status, origin + pathname]).to.deep.equal([303, document?.authorization_endpoint])
          expect(searchParams.get('redirect_uri')).to.equal('https://pets.example/login/callback')
        })
      }
    })
  }

  const away: readonly (readonly [what: string, shape: ProviderShape, issuer: string])[] = [
    ['Auth0 without the slash at its end', auth0, auth0.issuer.slice(0, -1)],
    ['Entra for any tenant, whose issuer is a template', entra, 'https://login.microsoftonline.com/common/v2.0'],
  ]
  for (const [what, shape, issuer] of away) {
    it(`answers 503 with ${what}`, async () => {
      use(shape)
      expect(await askerOf(jwt({ issuer, audience: 'pets' }))(await mint(shape))).to.equal(503)
    })
  }
})
