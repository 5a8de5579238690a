/** Thrown by authenticators; svc.config.ts says how it is answered. */
export class InvalidToken extends Error {
  override readonly name = 'InvalidToken'
}
