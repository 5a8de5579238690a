import type { Scheme, ShownDocument, ShownOperation, ShownResponse, ShownSchema } from './scalar.ts'
import { isIssued, isPublic, readOperations, readSchemes } from './schemes.ts'

/** The heading under which the document lists its credentials; on the page they are the panel. */
const CREDENTIALS = '## Credentials'
/** The extension of the shown document in whose place the panel of credentials stands. */
export const CREDENTIALS_EXTENSION = 'x-svc-credentials'
const MULTIPART = 'multipart/form-data'

/**
 * The document as the page shows it: without the list of credentials, which is the panel, with a badge for who may
 * call an operation and one for each of its schemes, without bodies that are not declared, and with the multipart body first where a file is in it.
 */
export function pageVariant(document: ShownDocument, sessionCookie: string): ShownDocument {
  const { info, components, paths = {} } = document
  const description = info?.description?.split(CREDENTIALS)[0]?.trim()
  const badges = badgesOf(document, sessionCookie)
  return {
    ...document,
    [CREDENTIALS_EXTENSION]: true,
    info: { ...info, description: description ?? '' },
    ...(components ? { components: { ...components, securitySchemes: typedWhole(components.securitySchemes) } } : {}),
    paths: Object.fromEntries(
      Object.entries(paths).map(([path, item]) => [
        path,
        Object.fromEntries(
          Object.entries(item).map(([method, operation]) => [
            method,
            shownOperation(document, operation, badges.get(operation) ?? []),
          ]),
        ),
      ]),
    ),
  }
}

function badgesOf(document: ShownDocument, sessionCookie: string): ReadonlyMap<ShownOperation, readonly string[]> {
  const schemes = new Map(readSchemes(document, sessionCookie).map((scheme) => [scheme.name, scheme]))
  return new Map(
    readOperations(document).map((facts) => {
      const names = [...new Set(facts.ways.flat())]
      const badges = names.map((name) => {
        const scheme = schemes.get(name)
        const scopes = [...new Set(facts.scopes.flatMap((requirement) => requirement[name] ?? []))]
        const place = scheme && (scheme.kind === 'session' ? 'session' : scheme.place)
        return [name, ...(place === undefined ? [] : [place]), ...scopes].join(' · ')
      })
      const { access } = facts.operation['x-svc-auth'] ?? {}
      return [facts.operation, [...(access === undefined ? [] : [access]), ...(isPublic(facts) ? [] : badges)]]
    }),
  )
}

/**
 * Scalar writes every scheme of HTTP but Basic as Bearer: others are shown to it as the header that they are sent in. It knows
 * no value for tokens of a provider: they are shown to it as the bearer tokens that they are sent as.
 */
function typedWhole(schemes: Readonly<Record<string, Scheme>> = {}): Readonly<Record<string, Scheme>> {
  return Object.fromEntries(
    Object.entries(schemes).map(([name, scheme]) => {
      if (isIssued(scheme)) return [name, { ...scheme, type: 'http', scheme: 'bearer' }]
      const isKnown = scheme.type !== 'http' || /^(?:bearer|basic)$/i.test(scheme.scheme ?? '')
      return [name, isKnown ? scheme : { ...scheme, type: 'apiKey', in: 'header', name: 'Authorization' }]
    }),
  )
}

function shownOperation(document: ShownDocument, operation: ShownOperation, badges: readonly string[]): ShownOperation {
  const { requestBody, responses } = operation
  const own = operation['x-badges'] ?? []
  const all = [...badges.map((name) => ({ name, label: name })), ...own]
  return {
    ...operation,
    ...(all.length === 0 ? {} : { 'x-badges': all }),
    ...(requestBody ? { requestBody: withFileFirst(document, requestBody) } : {}),
    ...(responses ? { responses: withoutUndeclared(responses) } : {}),
  }
}

/** Scalar begins with the first type that is named. */
function withFileFirst(
  document: ShownDocument,
  requestBody: NonNullable<ShownOperation['requestBody']>,
): NonNullable<ShownOperation['requestBody']> {
  const multipart = requestBody.content[MULTIPART]
  if (!multipart?.schema || !hasFile(document, multipart.schema)) return requestBody
  const { [MULTIPART]: _first, ...rest } = requestBody.content
  return { ...requestBody, content: { [MULTIPART]: multipart, ...rest } }
}

function hasFile(document: ShownDocument, schema: ShownSchema, depth = 0): boolean {
  if (depth > 5) return false
  const name = schema.$ref?.slice(schema.$ref.lastIndexOf('/') + 1)
  const {
    format,
    contentMediaType,
    contentEncoding,
    properties = {},
    items,
  } = (name === undefined ? schema : document.components?.schemas?.[name]) ?? {}
  if (format === 'binary' || contentMediaType !== undefined || contentEncoding === 'binary') return true
  return [...Object.values(properties), ...(items ? [items] : [])].some((part) => hasFile(document, part, depth + 1))
}

/** A body that may be anything says nothing to a person; in the document it keeps generated clients from `never`. */
function withoutUndeclared(
  responses: Readonly<Record<string, ShownResponse>>,
): Readonly<Record<string, ShownResponse>> {
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => {
      if (!isUndeclared(response)) return [status, response]
      const { content: _content, ...rest } = response
      return [status, rest]
    }),
  )
}

/** Whether an answer may have any body: none is declared. */
export function isUndeclared({ content = {} }: ShownResponse): boolean {
  const schemas = Object.values(content).map(({ schema }) => schema)
  return schemas.length > 0 && schemas.every((schema) => schema && Object.keys(schema).length === 0)
}
