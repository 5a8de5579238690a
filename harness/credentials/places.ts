import { NAMES } from './structure.ts'

/** The right place of a key that stands elsewhere, as a sentence; `undefined` for a key that fixtures do not have. */
export function rightPlaceOf(key: string): string | undefined {
  if (GROUPS.includes(key)) return `It belongs to an authenticator: credentials: { NAME: { ${key}: … } }.`
  if (has(NAMES.credential, key))
    return `It belongs to a credential: credentials: { NAME: { valid: { …, ${key}: … } } }.`
  if (has(NAMES.route, key)) return `It belongs to a route: routes: { 'GET /path': { ${key}: … } }.`
  return undefined
}

const GROUPS: readonly string[] = ['valid', 'invalid', 'principal']

/** Whether it is a part of a credential, and not the name of one. */
export function isCredentialPart(key: string): boolean {
  return has(NAMES.credential, key)
}

/** The routes that a key of fixtures may mean which is only a path. */
export function routesAt(key: string, routes: readonly string[]): readonly string[] {
  return key.startsWith('/') ? routes.filter((route) => route.endsWith(` ${key}`)) : []
}

function has(names: readonly string[], name: string): boolean {
  return names.includes(name)
}
