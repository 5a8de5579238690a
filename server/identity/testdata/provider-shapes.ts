/**
 * Discovery documents and access tokens as providers write them: shapes, with names of our own in the place of tenants. What is
 * odd about each is in here.
 */
export interface ProviderShape {
  readonly issuer: string
  /** JSON documents by address; `KEYS` is the key set. */
  readonly documents: Readonly<Record<string, unknown>>
  /** Members that its keys have, or lack (`undefined`), beside those of any. */
  readonly key: Readonly<Record<string, unknown>>
  /** The header of its access tokens. */
  readonly header: Readonly<Record<string, unknown>>
  /** The claims of an access token for an API that is called `pets` there. */
  readonly claims: Readonly<Record<string, unknown>>
  /** Other keys of its set, none of which signs tokens. */
  readonly otherKeys?: readonly object[]
}

/** Stands for the key set. */
export const KEYS = 'the keys'

const CODE = { response_types_supported: ['code'], subject_types_supported: ['public'] }

const KEYCLOAK_REALM = 'https://id.example.com/realms/zoo'
const KEYCLOAK = `${KEYCLOAK_REALM}/protocol/openid-connect`
export const keycloak: ProviderShape = {
  issuer: KEYCLOAK_REALM,
  documents: {
    [`${KEYCLOAK_REALM}/.well-known/openid-configuration`]: {
      issuer: KEYCLOAK_REALM,
      authorization_endpoint: `${KEYCLOAK}/auth`,
      token_endpoint: `${KEYCLOAK}/token`,
      jwks_uri: `${KEYCLOAK}/certs`,
      authorization_response_iss_parameter_supported: true,
      token_endpoint_auth_methods_supported: ['private_key_jwt', 'client_secret_basic', 'client_secret_post'],
      id_token_signing_alg_values_supported: ['PS384', 'RS384', 'EdDSA', 'ES384', 'HS256', 'RS256'],
      ...CODE,
    },
    [`${KEYCLOAK}/certs`]: KEYS,
  },
  key: { use: 'sig', x5c: ['MIIC'], x5t: 'x' },
  otherKeys: [{ kid: 'enc', kty: 'RSA', alg: 'RSA-OAEP', use: 'enc', n: 'x'.repeat(342), e: 'AQAB' }],
  header: { typ: 'JWT' },
  claims: {
    aud: ['pets', 'account'],
    azp: 'web',
    typ: 'Bearer',
    scope: 'openid pets:read profile',
    realm_access: { roles: ['offline_access'] },
    sid: 's-1',
  },
}

const AUTH0 = 'https://zoo.eu.auth0.com/'
export const auth0: ProviderShape = {
  issuer: AUTH0,
  documents: {
    [`${AUTH0}.well-known/openid-configuration`]: {
      issuer: AUTH0,
      authorization_endpoint: `${AUTH0}authorize`,
      token_endpoint: `${AUTH0}oauth/token`,
      jwks_uri: `${AUTH0}.well-known/jwks.json`,
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'private_key_jwt'],
      ...CODE,
    },
    [`${AUTH0}.well-known/jwks.json`]: KEYS,
  },
  key: { use: 'sig', x5t: 'x' },
  header: { typ: 'JWT' },
  claims: {
    aud: ['pets', `${AUTH0}userinfo`],
    azp: 'client-of-the-page',
    scope: 'openid pets:read',
    sub: 'auth0|64b0',
    permissions: ['pets:write'],
  },
}

/** The id of the tenant. */
export const TENANT = '72f988bf-0000-4000-8000-2d7cd011db47'
const ENTRA = `https://login.microsoftonline.com/${TENANT}`
export const entra: ProviderShape = {
  issuer: `${ENTRA}/v2.0`,
  documents: {
    [`${ENTRA}/v2.0/.well-known/openid-configuration`]: {
      issuer: `${ENTRA}/v2.0`,
      authorization_endpoint: `${ENTRA}/oauth2/v2.0/authorize`,
      token_endpoint: `${ENTRA}/oauth2/v2.0/token`,
      jwks_uri: `${ENTRA}/discovery/v2.0/keys`,
      token_endpoint_auth_methods_supported: ['client_secret_post', 'private_key_jwt', 'client_secret_basic'],
      ...CODE,
    },
    'https://login.microsoftonline.com/common/v2.0/.well-known/openid-configuration': {
      issuer: 'https://login.microsoftonline.com/{tenantid}/v2.0',
      jwks_uri: 'https://login.microsoftonline.com/common/discovery/v2.0/keys',
      ...CODE,
    },
    [`${ENTRA}/discovery/v2.0/keys`]: KEYS,
    [`${ENTRA}/discovery/keys`]: KEYS,
  },
  key: { alg: undefined, use: 'sig', x5t: 'x', x5c: ['MIIC'], issuer: `${ENTRA}/v2.0` },
  header: { typ: 'JWT' },
  claims: {
    aud: 'pets',
    azp: 'client-of-the-page',
    ver: '2.0',
    tid: TENANT,
    scp: 'pets:read',
    oid: 'o-1',
    roles: ['Keeper'],
  },
}

/** Of an API whose manifest asks for tokens of version 1, which is what it does unless it is changed. */
export const entraV1: ProviderShape = {
  ...entra,
  issuer: `https://sts.windows.net/${TENANT}/`,
  claims: { aud: 'api://pets', appid: 'client-of-the-page', ver: '1.0', tid: TENANT, scp: 'pets:read' },
}

const COGNITO = 'https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_zoo'
export const cognito: ProviderShape = {
  issuer: COGNITO,
  documents: {
    [`${COGNITO}/.well-known/openid-configuration`]: {
      issuer: COGNITO,
      authorization_endpoint: 'https://zoo.auth.eu-west-1.amazoncognito.com/oauth2/authorize',
      token_endpoint: 'https://zoo.auth.eu-west-1.amazoncognito.com/oauth2/token',
      jwks_uri: `${COGNITO}/.well-known/jwks.json`,
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      ...CODE,
    },
    [`${COGNITO}/.well-known/jwks.json`]: KEYS,
  },
  key: { use: 'sig' },
  header: {},
  claims: {
    aud: undefined,
    client_id: 'client-of-the-page',
    token_use: 'access',
    scope: 'pets/read openid',
    username: 'ann',
    version: 2,
  },
}

export const google: ProviderShape = {
  issuer: 'https://accounts.google.com',
  documents: {
    'https://accounts.google.com/.well-known/openid-configuration': {
      issuer: 'https://accounts.google.com',
      authorization_endpoint: 'https://accounts.google.com/o/oauth2/v2/auth',
      token_endpoint: 'https://oauth2.googleapis.com/token',
      jwks_uri: 'https://www.googleapis.com/oauth2/v3/certs',
      token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
      ...CODE,
    },
    'https://www.googleapis.com/oauth2/v3/certs': KEYS,
  },
  key: { use: 'sig' },
  header: { typ: 'JWT' },
  claims: {
    aud: 'pets',
    azp: '1074',
    sub: '1074',
    email: 'keeper@zoo.iam.gserviceaccount.com',
    email_verified: true,
  },
}
