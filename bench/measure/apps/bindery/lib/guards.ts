import type { Caller } from './tokens.ts'

/** Whether a token has a scope. */
export function has(scope: string): (caller: Caller) => boolean {
  const guard = ({ scopes }: Caller): boolean => scopes.includes(scope)
  return Object.defineProperty(guard, 'name', { value: `has(${scope})` })
}

const rota: ReadonlySet<string> = new Set(['cleo'])

/** Binders who are in the workshop; stands for a question to the rota. */
export async function isInWorkshop({ name, role }: Caller): Promise<boolean> {
  return role === 'binder' && (await Promise.resolve(rota.has(name)))
}
