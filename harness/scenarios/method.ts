import type { RequestData } from '../model/request.ts'
import { withHeader, withQuery } from '../subject/place.ts'
import { lowerCase, type Probe, probesOf } from './probe-row.ts'

const UNDECLARED = 'undeclared methods reach the handler, or the guard knows fewer verbs than the router'
const OVERRIDE = 'the method is taken from where the client can write it'

const OVERRIDES = ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'] as const

// oxfmt-ignore
const VERBS = ['TRACE', 'PROPFIND', 'SVCX', 'PATCH', 'PUT', 'DELETE', 'POST', 'GET', 'SEARCH', 'PURGE', 'LOCK', 'QUERY'] as const

/** Other verbs, and other ways to name one, on the path of a protected operation. */
export const METHOD_PROBES: readonly Probe[] = [
  ...VERBS.map(verb),
  ...probesOf('OPTIONS runs the handler', 650, {
    'method.OPTIONS': ['OPTIONS', (r) => (r.method === 'OPTIONS' ? undefined : { ...r, method: 'OPTIONS' })],
  }),
  ...probesOf('requests that look like a preflight skip the guard', 650, {
    'method.preflight': ['a CORS preflight', (r) => withPreflight({ ...r, method: 'OPTIONS' }, r.method)],
    'method.preflight-same': [
      "the route's own verb with the headers of a preflight",
      (r) => withPreflight(r, r.method),
    ],
  }),
  ...probesOf(UNDECLARED, 650, {
    'method.lower': ['the verb in small letters', (r) => ({ ...r, method: r.method.toLowerCase() })],
    'method.mixed': [
      'the verb with one capital letter',
      (r) => ({ ...r, method: r.method.charAt(0) + r.method.slice(1).toLowerCase() }),
    ],
  }),
  ...OVERRIDES.map((field): Probe => ({
    name: `method.${lowerCase(field)}`,
    title: `another verb with the right one in ${field}`,
    cause: `${OVERRIDE} (CVE-2019-19326)`,
    cwe: 650,
    request: (r) => withHeader({ ...r, method: otherVerb(r) }, field, r.method),
  })),
  ...(['OPTIONS', 'GET'] as const).map((claimed): Probe => ({
    name: `method.claims-${claimed}`,
    title: `the route's own verb with ${claimed} in the header fields that name another`,
    cause: `the guard reads the verb where the client can write it, and lets ${claimed} pass`,
    cwe: 650,
    request: (r) =>
      r.method === claimed ? undefined : OVERRIDES.reduce((one, field) => withHeader(one, field, claimed), r),
  })),
  ...(['_method', 'method', 'httpMethod', '_httpMethod'] as const).map((parameter): Probe => ({
    name: `method.query-${parameter}`,
    title: `another verb with the right one in the parameter ${parameter}`,
    cause: OVERRIDE,
    cwe: 650,
    request: (r) => withQuery({ ...r, method: otherVerb(r) }, `${parameter}=${r.method}`),
  })),
]

function verb(name: (typeof VERBS)[number]): Probe {
  return {
    name: `method.${name}`,
    title: name,
    cause: UNDECLARED,
    cwe: 650,
    request: (request) => (request.method === name ? undefined : { ...request, method: name }),
  }
}

function withPreflight(request: RequestData, method: string): RequestData {
  const asking = withHeader(request, 'Origin', 'https://attacker.example')
  return withHeader(asking, 'Access-Control-Request-Method', method)
}

function otherVerb(request: RequestData): string {
  return request.method === 'POST' ? 'GET' : 'POST'
}
