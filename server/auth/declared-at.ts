import { applicationCaller } from '../base/call-site.ts'
import type { SourcePosition } from '../base/errors.ts'

/** Where an authenticator was made. Registered, so that copies of this module agree. */
const DECLARED_AT: unique symbol = Symbol.for('svc.declared-at') as never

/** Notes where the code outside this folder is that makes an authenticator. */
export function noteDeclaration(authenticator: object): void {
  copyDeclaration(findCaller(), authenticator)
}

/** Where the code outside this folder is that runs. */
export function findCaller(): SourcePosition | undefined {
  return applicationCaller()
}

/** Where an authenticator was made; `undefined` for a plain function, and for what `svc/security` exports. */
export function declarationOf(authenticator: object): SourcePosition | undefined {
  return (authenticator as { readonly [DECLARED_AT]?: SourcePosition })[DECLARED_AT]
}

/** Gives what is made from an authenticator its position. */
export function copyDeclaration(source: SourcePosition | undefined, to: object): void {
  // A member that can be seen would be compared, copied and printed with what it is about.
  if (source !== undefined) Object.defineProperty(to, DECLARED_AT, { value: source, configurable: true })
}
