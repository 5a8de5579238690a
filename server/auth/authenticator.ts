import type { CredentialSource, RequestContext } from '../http/request.ts'
import { noteDeclaration } from './declared-at.ts'
import type { LeafDescription } from '../model/description.ts'
import type { Fault } from './refusal/fault.ts'

/**
 * Marks authenticators and their combinations. A registered symbol and not a class: the built package, the test loader
 * and Vite each have a copy of this module, and all must recognise each other's objects.
 */
export const AUTHENTICATOR: unique symbol = Symbol.for('svc.authenticator') as never

/** A credential that is there and cannot be used: malformed, or given twice. */
export const UNUSABLE: unique symbol = Symbol.for('svc.unusable') as never

/** `undefined`: nothing of this kind in the request. */
export type ReadCredential<Credential extends readonly unknown[]> = Credential | typeof UNUSABLE | undefined

/** Options that every authenticator has. */
export interface AuthenticatorOptions {
  /** Name in the document, in logs and in fixtures; the class's or function's name if absent. */
  readonly name?: string
  /** The description on the reference page: what the credential is and where to get one. */
  readonly description?: string
}

/** Apart from the class: declarations that are written file by file cannot hold a class member named by a symbol. */
// oxlint-disable-next-line typescript/no-unsafe-declaration-merging, no-unused-vars -- the prototype has it
export interface Authenticator<Credential extends readonly unknown[] = readonly unknown[]> {
  /** The brand by which every copy of this module recognizes an authenticator. */
  readonly [AUTHENTICATOR]: 'authenticator'
}

/** An authenticator of one kind. Subclasses of the built-in kinds supply the `authenticate` hook. */
export abstract class Authenticator<Credential extends readonly unknown[] = readonly unknown[]> {
  static {
    Object.defineProperty(this.prototype, AUTHENTICATOR, { value: 'authenticator' })
  }
  /** Name in the document, in logs and in fixtures; the class's name if absent. */
  readonly name?: string
  /** The description of the credential on the reference page. */
  readonly description?: string

  constructor() {
    noteDeclaration(this)
  }

  /** Describes this authenticator as data. */
  abstract describe(): LeafDescription

  /** Reads the credential of this kind, strictly and without throwing (semantics 6). */
  abstract read(request: CredentialSource): ReadCredential<Credential>

  /**
   * Why the credential of a request that was refused does not do, for developers (`explainRefusal`); calls no hook, and
   * gives no value of the request. Absent: what its carrier says.
   */
  explain?(request: CredentialSource): Fault | undefined | Promise<Fault | undefined>

  /** Hands a credential that was read to the hook; truthy passes, falsy fails, a promise is awaited. */
  abstract verify(request: RequestContext, credential: Credential): unknown
}

/** The parts of a description that every kind shares. */
export function describeNamed(authenticator: Pick<Authenticator, 'name' | 'description'> & object): {
  readonly name: string
  readonly description?: string
} {
  const name = authenticator.name ?? authenticator.constructor.name
  return authenticator.description === undefined ? { name } : { name, description: authenticator.description }
}

/** Gives an authenticator made from a function its name, and what its options say. */
export function nameFunctionForm<A extends object>(authenticator: A, options: AuthenticatorOptions, name: string): A {
  return Object.assign(authenticator, { name, ...options })
}
