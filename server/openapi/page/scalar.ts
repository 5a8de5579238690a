/** The parts of Scalar's interface that the page uses, as `@scalar/api-reference` 1.72 documents them. */

/** One selected requirement of a document or an operation. */
export interface SelectedSecurity {
  readonly selectedIndex: number
  readonly selectedSchemes: readonly Readonly<Record<string, unknown>>[]
}

/** What was typed and selected. */
export interface AuthState {
  getAuthSecrets(documentName: string, schemeName: string): Readonly<Record<string, unknown>> | undefined
  getAuthSelectedSchemas(
    at:
      | { readonly type: 'document'; readonly documentName: string }
      | { readonly type: 'operation'; readonly documentName: string; readonly path: string; readonly method: string },
  ): SelectedSecurity | undefined
}

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

/** A security scheme, or a pointer to one. */
export interface Scheme {
  readonly $ref?: string
  readonly type?: string
  readonly scheme?: string
  readonly in?: 'header' | 'query' | 'cookie'
  readonly name?: string
}

/** The document as Scalar holds it. */
export interface ShownDocument {
  readonly components?: { readonly securitySchemes?: Readonly<Record<string, Scheme>> }
  readonly 'x-scalar-navigation'?: { readonly name?: string }
}

/** An operation of it. */
export interface ShownOperation {
  readonly security?: readonly Readonly<Record<string, unknown>>[]
  readonly 'x-svc-auth'?: { readonly custom?: readonly string[] }
}

interface Call {
  readonly requestBuilder: RequestBuilder
  readonly document: ShownDocument
  readonly operation: ShownOperation
}

/** A plugin of the reference, with one of its client. */
export interface Plugin {
  readonly name: string
  readonly extensions: readonly []
  readonly hooks: { onInit(state: { readonly auth: AuthState }): void }
  readonly apiClientPlugins: readonly {
    readonly hooks: {
      beforeRequest(call: Call): void
      requestBuilt(call: Call & { readonly request: Request }): void
    }
  }[]
}

/** A mounted reference. */
export interface Reference {
  updateConfiguration(configuration: Readonly<Record<string, unknown>>): void
}

/** The module `standalone.esm.js`. */
export interface ScalarModule {
  createApiReference(element: Element, configuration: Readonly<Record<string, unknown>>): Reference
}
