import type { RequestData } from '../model/request.ts'
import { withHeader, withQuery } from '../subject/place.ts'
import type { Probe } from './probe-row.ts'

const UNDECLARED = 'undeclared methods reach the handler, or the guard knows fewer verbs than the router'
const OVERRIDE = 'the method is taken from where the client can write it'

const OVERRIDES = ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override']

/** Other verbs, and other ways to name one, on the path of a protected operation. */
export const METHOD_PROBES: readonly Probe[] = [
  ...['TRACE', 'PROPFIND', 'SVCX', 'PATCH', 'PUT', 'DELETE', 'POST', 'GET', 'SEARCH', 'PURGE', 'LOCK', 'QUERY'].map(
    verb,
  ),
  {
    name: 'method.OPTIONS',
    title: 'OPTIONS',
    cause: 'OPTIONS runs the handler',
    cwe: 650,
    request: (r) => (r.method === 'OPTIONS' ? undefined : { ...r, method: 'OPTIONS' }),
  },
  {
    name: 'method.preflight',
    title: 'a CORS preflight',
    cause: 'requests that look like a preflight skip the guard',
    cwe: 650,
    request: (r) =>
      withHeader(
        withHeader({ ...r, method: 'OPTIONS' }, 'Origin', 'https://attacker.example'),
        'Access-Control-Request-Method',
        r.method,
      ),
  },
  {
    name: 'method.preflight-same',
    title: "the route's own verb with the headers of a preflight",
    cause: 'requests that look like a preflight skip the guard',
    cwe: 650,
    request: (r) =>
      withHeader(withHeader(r, 'Origin', 'https://attacker.example'), 'Access-Control-Request-Method', r.method),
  },
  {
    name: 'method.lower',
    title: 'the verb in small letters',
    cause: UNDECLARED,
    cwe: 650,
    request: (r) => ({ ...r, method: r.method.toLowerCase() }),
  },
  {
    name: 'method.mixed',
    title: 'the verb with one capital letter',
    cause: UNDECLARED,
    cwe: 650,
    request: (r) => ({ ...r, method: r.method.charAt(0) + r.method.slice(1).toLowerCase() }),
  },
  ...OVERRIDES.map((field): Probe => ({
    name: `method.${field.toLowerCase()}`,
    title: `another verb with the right one in ${field}`,
    cause: `${OVERRIDE} (CVE-2019-19326)`,
    cwe: 650,
    request: (r) => withHeader({ ...r, method: otherVerb(r) }, field, r.method),
  })),
  ...['OPTIONS', 'GET'].map((claimed): Probe => ({
    name: `method.claims-${claimed}`,
    title: `the route's own verb with ${claimed} in the header fields that name another`,
    cause: `the guard reads the verb where the client can write it, and lets ${claimed} pass`,
    cwe: 650,
    request: (r) =>
      r.method === claimed ? undefined : OVERRIDES.reduce((one, field) => withHeader(one, field, claimed), r),
  })),
  ...['_method', 'method', 'httpMethod', '_httpMethod'].map((parameter): Probe => ({
    name: `method.query-${parameter}`,
    title: `another verb with the right one in the parameter ${parameter}`,
    cause: OVERRIDE,
    cwe: 650,
    request: (r) => withQuery({ ...r, method: otherVerb(r) }, `${parameter}=${r.method}`),
  })),
]

function verb(name: string): Probe {
  return {
    name: `method.${name}`,
    title: name,
    cause: UNDECLARED,
    cwe: 650,
    request: (request) => (request.method === name ? undefined : { ...request, method: name }),
  }
}

function otherVerb(request: RequestData): string {
  return request.method === 'POST' ? 'GET' : 'POST'
}
