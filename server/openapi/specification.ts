/** The parts of OpenAPI 3.1 that the document is written in (spec.openapis.org/oas/v3.1.1), and our extensions of them. */

import type { SecurityScheme } from '../model/description.ts'
import type { AuthLevel, Method } from '../model/operation.ts'
import type { JsonSchema } from '../schema/schema-tree.ts'

/** A pointer into `components`. */
export interface Reference {
  readonly $ref: string
}

/** Names of schemes that must all be satisfied; empty: nothing is needed. The lists are scopes, which we have none of. */
export type SecurityRequirement = Readonly<Record<string, readonly string[]>>

/** Content by media type. */
export type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>

/** One input outside the body. */
export interface ParameterObject {
  readonly name: string
  readonly in: 'path' | 'query' | 'header' | 'cookie'
  readonly required: boolean
  readonly description?: string
  readonly deprecated?: true
  readonly style?: 'form'
  readonly explode?: true
  readonly schema: JsonSchema
}

/** One answer. */
export interface ResponseObject {
  readonly description: string
  readonly headers?: Readonly<Record<string, { readonly description: string; readonly schema: JsonSchema }>>
  readonly content?: Content
}

/** A label beside an operation. Scalar reads `name`, older versions of it `label`. */
export interface Badge {
  readonly name: string
  readonly label: string
  readonly color?: string
}

/** The auth of an operation as the framework knows it, for readers without the code. */
export interface AuthExtension {
  /** The level that decided. */
  readonly level: AuthLevel
  /** Names of the authenticators in evaluation order; empty where the operation is public. */
  readonly authenticators: readonly string[]
  /** Those of them that are callables without a scheme, which may look at anything in a request. */
  readonly custom?: readonly string[]
  /** Who may call, in words, where the names of the schemes do not say it: `both Token and HeaderKey`. */
  readonly access?: string
  /** The declaration that decided, `routes/pets.ts:4`; only where the document was asked for with positions. */
  readonly source?: string
}

/** One operation. */
export interface OperationObject {
  readonly operationId: string
  readonly summary?: string
  readonly description?: string
  readonly tags: readonly string[]
  readonly deprecated?: true
  readonly parameters?: readonly ParameterObject[]
  readonly requestBody?: { readonly required: true; readonly content: Content }
  readonly responses: Readonly<Record<string, ResponseObject | Reference>>
  /** Alternatives in evaluation order; `[]` where public; absent where only custom checks guard it. */
  readonly security?: readonly SecurityRequirement[]
  readonly 'x-svc-auth': AuthExtension
  /** The resources that it asks for, outermost first; `null`: parameters that are declared nobody's(…). */
  readonly 'x-svc-resource'?: readonly { readonly name: string | null; readonly params: readonly string[] }[]
  readonly 'x-badges'?: readonly Badge[]
}

/** Operations by method, in lower case. */
export type PathItem = { readonly [M in Lowercase<Method>]?: OperationObject }

/** The whole document. */
export interface OpenApiDocument {
  readonly openapi: '3.1.1'
  readonly info: { readonly title: string; readonly version: string; readonly description?: string }
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, PathItem>>
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>
    readonly responses: Readonly<Record<string, ResponseObject>>
    readonly securitySchemes: Readonly<Record<string, SecurityScheme>>
  }
}
