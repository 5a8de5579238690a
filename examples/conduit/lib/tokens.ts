import { optional } from 'svc/security'
import { jwt, signJwt } from 'svc/identity'
import { findUser, type User } from './users.ts'

// One declaration for the tokens that a login issues and those that the routes take.
const own = {
  issuer: 'https://conduit.example',
  audience: 'conduit',
  // In production the environment has it, the same for every process.
  secret: process.env['TOKEN_SECRET'] ?? crypto.randomUUID() + crypto.randomUUID(),
}
const DAY = 86_400
const sign = signJwt({ ...own, lifetime: DAY })

/** `Authorization: Token …`; `request.auth` is the user as of now, so that one who was removed is refused. */
export const user = jwt({
  ...own,
  scheme: 'Token',
  typ: 'at+jwt',
  name: 'Token',
  map: ({ sub }) => findUser(Number(sub)),
})

/** Public, and a user who says who it is sees what that user follows and favours. */
export const anyone = optional(user)

/** The answer of a login, of a registration and of the user's own routes. */
export async function withToken({ id, ...shown }: User): Promise<Omit<User, 'id'> & { readonly token: string }> {
  return { ...shown, token: await sign({ sub: String(id) }) }
}
