import { DevelopmentIssuer } from '../identity/development-issuer.ts'
import type { Loaded } from '../files/load.ts'
import type { DocsCredential } from '../openapi/docs-route.ts'
import { readDevelopmentFacts } from './development-leaves.ts'

/** Claims of the users that get tokens, by their names; `undefined` for a user whose claims follow from the name. */
export type TokenUsers = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>

type Credentials = Readonly<Record<string, DocsCredential>>

/** The tokens of the issuer for development, for each user and each authenticator that takes them. */
export class DevTokens {
  readonly #issuer = new DevelopmentIssuer()
  readonly #readUsers: () => Promise<TokenUsers>
  #users: Promise<TokenUsers> | undefined
  /** The facts that they follow from. */
  #inputs = ''
  #credentials: Readonly<Record<string, Credentials>> = {}

  /** @param readUsers called once, where an application has such an authenticator */
  constructor(readUsers: () => Promise<TokenUsers>) {
    this.#readUsers = readUsers
  }

  /** The token of the first user by name of authenticator, beside credentials that are known otherwise. */
  addedTo({ credentials }: { readonly credentials?: Credentials | undefined }): { readonly credentials?: Credentials } {
    const [first] = Object.values(this.#credentials)
    const all = { ...first, ...credentials }
    return Object.keys(all).length === 0 ? {} : { credentials: all }
  }

  /** The tokens of a user by name of authenticator. */
  of(user: string): Credentials {
    return Object.hasOwn(this.#credentials, user) ? (this.#credentials[user] ?? {}) : {}
  }

  /** Hands the keys to the authenticators of this process. Returns a function that takes them back. */
  hand(): () => void {
    return this.#issuer.hand()
  }

  /** Makes the tokens of an application. Returns the lines to print where they are others than before. */
  async update(loaded: Loaded): Promise<readonly string[]> {
    const { leaves, scope } = readDevelopmentFacts(loaded)
    if (leaves.length === 0) {
      this.#inputs = ''
      this.#credentials = {}
      return []
    }
    const users = Object.entries(await (this.#users ??= this.#readUsers()))
    const inputs = JSON.stringify([leaves, scope, users])
    if (inputs === this.#inputs) return []
    this.#inputs = inputs
    const made = await Promise.all(
      leaves.map(async (leaf) => ({
        name: leaf.name,
        tokens: await Promise.all(
          users.map(async ([user, claims]) => {
            const token = await this.#issuer.mint(leaf.token, { sub: user, ...scope, ...claims })
            return [user, token] as const
          }),
        ),
      })),
    )
    const tokenOf = (user: string): Credentials =>
      Object.fromEntries(
        made.map(({ name, tokens }) => [name, { value: tokens.find(([one]) => one === user)?.[1] ?? '' }]),
      )
    this.#credentials = Object.fromEntries(users.map(([user]) => [user, tokenOf(user)]))
    return made.flatMap(({ name, tokens }) => [
      `tokens of the issuer dev for ${name}, good in this process for a day`,
      ...tokens.map(([user, token]) => `  ${user}  ${token}`),
    ])
  }
}
