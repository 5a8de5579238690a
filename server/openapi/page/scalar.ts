/** The parts of Scalar's interface that the page uses, as `@scalar/api-reference` 1.72 has them. */

/** A call while it is put together. */
export interface RequestBuilder {
  readonly method: string
  readonly path: { readonly raw: string }
  readonly cookies: readonly { readonly name: string; readonly value: string; readonly isDisabled?: boolean }[]
  security: readonly {
    readonly in: 'header' | 'query' | 'cookie'
    readonly name: string
    readonly value: string
    readonly format?: 'basic' | 'bearer'
  }[]
}

/** The cookies among its inputs that are sent. */
export function sentCookies({ cookies }: RequestBuilder): RequestBuilder['cookies'] {
  return cookies.filter(({ isDisabled, value }) => !isDisabled && value !== '')
}

/** A security scheme. */
export interface Scheme {
  readonly type?: string
  readonly scheme?: string
  readonly in?: 'header' | 'query' | 'cookie'
  readonly name?: string
  readonly description?: string
}

/** A schema, as far as a form needs it. */
export interface ShownSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly contentEncoding?: string
  readonly contentMediaType?: string
  readonly properties?: Readonly<Record<string, ShownSchema>>
  readonly items?: ShownSchema
}

/** An operation of the document. */
export interface ShownOperation {
  readonly operationId?: string
  readonly summary?: string
  readonly tags?: readonly string[]
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly unknown[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: ShownSchema }>> }
  readonly responses?: Readonly<Record<string, ShownResponse>>
  readonly 'x-svc-auth'?: { readonly custom?: readonly string[]; readonly access?: string }
  readonly 'x-badges'?: readonly { readonly name: string }[]
}

/** An answer that it documents. */
export interface ShownResponse {
  readonly description?: string
  readonly content?: Readonly<Record<string, { readonly schema?: ShownSchema }>>
}

/** The document that the page shows. */
export interface ShownDocument {
  readonly 'x-svc-credentials'?: boolean
  readonly info?: { readonly title?: string; readonly description?: string }
  readonly servers?: readonly { readonly url: string }[]
  readonly paths?: Readonly<Record<string, Readonly<Record<string, ShownOperation>>>>
  readonly components?: {
    readonly schemas?: Readonly<Record<string, ShownSchema>>
    readonly securitySchemes?: Readonly<Record<string, Scheme>>
  }
}

interface Call {
  readonly requestBuilder: RequestBuilder
  readonly operation: ShownOperation
}

/** An element by the name of a tag that the page defines. */
interface View {
  readonly component: string
}

/** A plugin of the reference, with one of its client. */
export interface Plugin {
  readonly name: string
  /** The views of extensions, shown where the document has them: at its root, below title and description. */
  readonly extensions: readonly (View & { readonly name: `x-${string}` })[]
  readonly apiClientPlugins: readonly {
    readonly components: { readonly request: View; readonly response: View }
    readonly hooks: {
      beforeRequest(call: Call): void
      requestBuilt(call: Call & { readonly request: Request }): void
    }
  }[]
}

/** The events between the reference and its client. */
export interface EventBus {
  emit(event: string, payload?: unknown): void
  on(event: string, listener: (payload: never) => void): () => void
  onAny(listener: (event: { readonly event: string; readonly payload: unknown }) => void): () => void
  flushDebouncedEmits?(): void
}

/** A store of documents; that of the client holds what is typed into requests. */
export interface WorkspaceStore {
  readonly workspace: { readonly documents: Readonly<Record<string, unknown>> }
  loadWorkspace(input: { readonly documents: Record<string, unknown> }): void
}

/** A mounted reference. */
export interface Reference {
  updateConfiguration(configuration: Readonly<Record<string, unknown>>): void
}

/** The module `scalar.js`: what `bundleScalar` makes it export. */
export interface ScalarModule extends RequestTools {
  createApiReference(element: Element, configuration: Readonly<Record<string, unknown>>): Reference
}

/** The functions by which Scalar's client makes a request of what is typed. */
export interface RequestTools {
  getDefaultHeaders(input: {
    readonly method: string
    readonly operation: ShownOperation
    readonly exampleName: string
    readonly options: { readonly appVersion: string; readonly isElectron: boolean }
  }): Readonly<Record<string, string>>
  requestFactory(input: Readonly<Record<string, unknown>>): {
    readonly request: RequestBuilder & { readonly body: TypedBody | null }
  }
  buildRequest(
    builder: unknown,
    options: Readonly<Record<string, unknown>>,
  ):
    | { readonly ok: true; readonly data: { readonly requestPayload: readonly [url: string, init: RequestInit] } }
    | { readonly ok: false }
}

/** A body as it was typed; a form of which a part has a type of its own has its parts here alone. */
export interface TypedBody {
  readonly mode: string
  readonly value: unknown
}

/** An operation whose code is written, with what is typed into its request: the properties of Scalar's own component. */
export interface CodeSubject {
  readonly method: string
  readonly path: string
  readonly operation: ShownOperation
  readonly selectedServer: unknown
  readonly selectedExample?: string
  readonly globalCookies?: readonly unknown[]
  readonly openapiVersion?: string
  readonly requestBodyCompositionSelection?: unknown
  /** Whether it is the request that is open in the client. */
  readonly isOpenRequest?: boolean
}

/** Vue keeps the tree that it mounted on the element. */
interface MountedElement extends Element {
  readonly _vnode?: { readonly component?: MountedComponent }
}

interface MountedComponent {
  readonly subTree?: { readonly component?: MountedComponent }
  readonly exposed?: { readonly eventBus?: EventBus }
  readonly props?: { readonly workspaceStore?: WorkspaceStore }
}

/**
 * The event bus of a mounted reference. It is exposed by the component and reachable by no documented way.
 *
 * @throws Error where this version of Scalar has it somewhere else; the tests of the page fail then
 */
export function findEventBus(root: Element): EventBus {
  const bus = (root as MountedElement)._vnode?.component?.subTree?.component?.exposed?.eventBus
  if (!bus) throw new Error('svc: this version of Scalar exposes no event bus')
  return bus
}

/** The store of the client, which is mounted into an element of its own when it is first opened. */
export function findClientStore(root: Element): WorkspaceStore | undefined {
  for (const element of root.querySelectorAll<MountedElement>('.scalar-api-reference > div')) {
    const store = element._vnode?.component?.props?.workspaceStore
    if (store) return store
  }
  return undefined
}
