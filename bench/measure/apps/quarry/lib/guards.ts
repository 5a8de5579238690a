import type { Account } from './accounts.ts'

class NotRegistered extends Error {
  override readonly name = 'NotRegistered'
}

/** The register of inspectors, at the office: it throws for names that it does not have. */
const register: ReadonlyMap<string, readonly string[]> = new Map([
  ['gina', ['blasts', 'dust']],
  ['heiko', ['blasts']],
])

async function fieldsOf(name: string): Promise<readonly string[]> {
  const found = register.get(name)
  if (found === undefined) throw new NotRegistered(`${name} is not in the register`)
  return found
}

/** Inspectors who are registered for blasts. */
export async function isBlastInspector({ name }: Account): Promise<boolean> {
  try {
    const fields = await fieldsOf(name)
    return fields.includes('blasts')
  } catch (error) {
    if (!(error instanceof NotRegistered)) throw error
    return false
  }
}

/** Tokens that may stop the work on a wall. */
export const mayStop = ({ scopes }: Account): boolean => scopes.includes('stops:write')
