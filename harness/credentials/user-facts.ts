import type { FixtureFile, UserFixture } from './define.ts'
import type { SecretTexts } from './secret-texts.ts'
import { userOf } from './user-logins.ts'

/** The users of the fixtures, with the variables in what is said of them replaced. */
export function factsOfUsers({ users = {} }: FixtureFile, texts: SecretTexts): Readonly<Record<string, UserFixture>> {
  return Object.fromEntries(
    Object.entries(users).map(([name, user]) => {
      const { principal, claims, ...rest } = userOf(user)
      const said = Object.entries({ principal, claims }).filter(([, value]) => value !== undefined)
      return [name, { ...rest, ...(texts.replaced(Object.fromEntries(said), `users.${name}`) as object) }]
    }),
  )
}
