import { describeAccess } from './access-text.ts'
import { leavesOf } from '../model/description.ts'
import { formatPosition } from '../base/errors.ts'
import type { Operation } from '../model/operation.ts'
import { ComponentSchemas } from './component-schemas.ts'
import { parametersOf } from './parameters.ts'
import { type PathTemplate, templateOf } from './path-template.ts'
import { requestBodyOf } from './request-body.ts'
import { hasScheme } from './alternatives.ts'
import { ERROR_SCHEMAS, ErrorResponses } from './error-responses.ts'
import { responsesOf } from './responses.ts'
import { type NamedScheme, SchemeTable } from './security.ts'
import { sessionOperations } from './session-operations.ts'
import type { DocumentSource } from './document-source.ts'
import type {
  AuthExtension,
  Badge,
  OpenApiDocument,
  OperationObject,
  PathItem,
  SecurityRequirement,
} from './specification.ts'
import { TagTable } from './tags.ts'

/** Facts that a document may hold besides the public ones. */
export interface DocumentOptions {
  /** Whether `x-svc-auth` names the declaration that decided. A document that is served never does (promise 18). */
  readonly positions?: boolean
}

/**
 * The OpenAPI 3.1 document of an API. Every operation says its `security` itself: `[]` where it is public, else the
 * alternatives in evaluation order. An operation that only custom checks guard has no `security`, for there is no
 * scheme to name and `[]` would be a lie; its `x-svc-auth` names them, as that of every operation does.
 */
export function describeApi(source: DocumentSource, options: DocumentOptions = {}): OpenApiDocument {
  const operations = shownOperations(source)
  const schemas = new ComponentSchemas(ERROR_SCHEMAS)
  const tables = {
    schemas,
    errors: new ErrorResponses(schemas),
    schemes: tabulateSchemes(source),
    tags: new TagTable(operations),
  }
  const paths = describePaths(operations, { ...tables, source, options })
  const description = [source.description, describeCredentials(tables.schemes)].filter(Boolean).join('\n\n')
  return {
    openapi: '3.1.1',
    info: { title: source.title, version: source.version, ...(description ? { description } : {}) },
    servers: [{ url: '/' }],
    tags: tables.tags.all(),
    paths,
    components: {
      schemas: schemas.all(),
      responses: tables.errors.all(),
      securitySchemes: Object.fromEntries(tables.schemes.all().map(({ name, scheme }) => [name, scheme])),
    },
  }
}

/** The security schemes of the document, with the authenticators that they stand for. */
export function schemesOf(source: DocumentSource): readonly NamedScheme[] {
  return tabulateSchemes(source).all()
}

function tabulateSchemes(source: DocumentSource): SchemeTable {
  const operations = shownOperations(source)
  const auths = operations.flatMap(({ auth }) => (auth.description ? [auth.description] : []))
  return new SchemeTable(auths, { cookieName: source.sessionCookieName, hint: sessionHint(source) })
}

function shownOperations({ operations }: DocumentSource): readonly Operation[] {
  return operations.filter(({ options }) => options.includeInSchema !== false)
}

interface Context {
  readonly source: DocumentSource
  readonly options: DocumentOptions
  readonly schemas: ComponentSchemas
  readonly errors: ErrorResponses
  readonly schemes: SchemeTable
  readonly tags: TagTable
}

function describePaths(operations: readonly Operation[], context: Context): OpenApiDocument['paths'] {
  const paths = new Map<string, { readonly path: PathTemplate; readonly item: Record<string, OperationObject> }>()
  for (const operation of operations) {
    const own = templateOf(operation.path)
    const entry = paths.get(own.shape) ?? { path: own, item: {} }
    paths.set(own.shape, entry)
    entry.item[operation.method.toLowerCase()] = describeOperation(operation, entry.path, context)
  }
  const { base } = context.source
  return Object.fromEntries([...paths.values()].map(({ path, item }) => [base + path.template, item as PathItem]))
}

function describeOperation(operation: Operation, path: PathTemplate, context: Context): OperationObject {
  const { options, auth } = operation
  const { source, schemas, errors, schemes, tags } = context
  const parameters = parametersOf(options, path.params, schemas)
  const requestBody = requestBodyOf(options.body, schemas)
  const security = auth.description ? schemes.requirementsOf(auth.description) : []
  const badges = badgesOf(operation, security)
  const resources = (operation.resources ?? []).map(({ name, params }) => ({ name, params }))
  return {
    operationId: operation.id,
    ...(options.summary === undefined ? {} : { summary: options.summary }),
    ...(options.description === undefined ? {} : { description: options.description }),
    tags: tags.tagsOf(operation),
    ...(options.deprecated ? { deprecated: true } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(requestBody === undefined ? {} : { requestBody }),
    responses: responsesOf(operation, source.csrf === true, schemas, errors),
    ...(security === undefined ? {} : { security }),
    'x-svc-auth': extensionOf(operation, context),
    ...(resources.length === 0 ? {} : { 'x-svc-resource': resources }),
    ...(badges.length === 0 ? {} : { 'x-badges': badges }),
  }
}

function extensionOf({ auth, resources = [] }: Operation, { options, schemes }: Context): AuthExtension {
  const leaves = leavesOf(auth.description)
  const custom = leaves.filter((leaf) => !hasScheme(leaf))
  const access = describeAccess(auth.description, resources, (leaf) => schemes.nameOf(leaf))
  return {
    level: auth.level,
    authenticators: leaves.map(({ name }) => name),
    ...(custom.length === 0 ? {} : { custom: custom.map(({ name }) => name) }),
    ...(access === undefined ? {} : { access }),
    ...(options.positions && auth.source ? { source: formatPosition(auth.source) } : {}),
  }
}

function badgesOf({ auth }: Operation, security: readonly SecurityRequirement[] | undefined): readonly Badge[] {
  if (security?.length === 0) return [badge('Public')]
  const leaves = leavesOf(auth.description)
  return [
    ...(leaves.some(({ superuser }) => superuser) ? [badge('Superuser')] : []),
    ...(leaves.some((leaf) => !hasScheme(leaf)) ? [badge('Custom check')] : []),
  ]
}

function badge(text: string): Badge {
  return { name: text, label: text }
}

function sessionHint(source: DocumentSource): string {
  const { login } = sessionOperations(source)
  const where = login ? ` with \`${login.method} ${login.path}\`` : ''
  return `Log in${where}; nothing to type here: the browser carries the cookie.`
}

function describeCredentials(schemes: SchemeTable): string | undefined {
  const lines = schemes.all().map(({ name, scheme }) => `- **${name}**: ${scheme.description ?? scheme.type}`)
  return lines.length === 0 ? undefined : ['## Credentials', '', ...lines].join('\n')
}
