import { findFixtures, readFixtures } from '../harness/credentials/read.ts'
import { userOf } from '../harness/credentials/user-logins.ts'
import type { TokenUsers } from '../server/dev/dev-tokens.ts'
import { Modules } from '../server/files/modules.ts'

/** For a project whose fixtures name no user. */
const ANN: TokenUsers = { ann: undefined }

/** The users of a project's fixtures, who get tokens of the issuer for development. Fixtures that cannot be read are reported. */
export async function readTokenUsers(root: string, report: (line: string) => void): Promise<TokenUsers> {
  const path = findFixtures(root)
  if (path === undefined) return ANN
  const modules = await Modules.open(root)
  try {
    const { fixtures } = await readFixtures(path, root, (name) => modules.import(name.replaceAll('\\', '/')))
    const users = Object.entries(fixtures.users ?? {}).map(([name, user]) => {
      return [name, userOf(user).claims] as const
    })
    return users.length === 0 ? ANN : Object.fromEntries(users)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    report(`warning: tokens of the issuer dev are made for ann alone: ${reason}`)
    return ANN
  } finally {
    await modules.close()
  }
}
