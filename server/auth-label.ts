import { type AuthDescription, formatAuth, formatLeaf } from './auth/description.ts'
import type { EffectiveAuth } from './operation.ts'

/** `TokenAuth`, `public` for `null`, `undeclared` where nothing at any level says anything. */
export function labelAuth(auth: EffectiveAuth): string {
  return formatAuth(auth.description)
}

/** Like {@link labelAuth}, with the kind and the place of each credential: `TokenAuth (bearer)`. */
export function detailAuth(auth: EffectiveAuth): string {
  return auth.description ? formatAuth(withDetails(auth.description)) : labelAuth(auth)
}

/** Whether no auth is declared: public, or undeclared. */
export function isOpen(auth: EffectiveAuth): boolean {
  return auth.description === undefined || auth.description === null
}

function withDetails(description: AuthDescription): AuthDescription {
  switch (description.kind) {
    case 'list':
    case 'all':
      return { ...description, members: description.members.map(withDetails) }
    case 'optional':
    case 'check':
      return { ...description, member: withDetails(description.member) }
    default:
      return { ...description, name: `${description.name} (${formatLeaf(description)})` }
  }
}
