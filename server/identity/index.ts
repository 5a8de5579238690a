/** The door `svc/identity`. */
export { jwt } from './jwt.ts'
export { refreshTokens } from './refresh-tokens.ts'
export { hasScope } from './scope.ts'
export { signJwt } from './sign-jwt.ts'

export type { Algorithm } from './algorithms.ts'
export type { TokenClaims } from './claims.ts'
export type { GivenKey } from './given-keys.ts'
export type { JwtAuthenticator } from './jwt.ts'
export type { GrantClaims, RefreshOptions, RefreshTokens, TokenAnswer } from './refresh-tokens.ts'
export type { SignOptions, SignToken } from './sign-jwt.ts'
export type { JwtOptions, TokenDeclaration } from './jwt-options.ts'
