import { type AuthDescription, formatAuth } from './auth/description.ts'
import type { EffectiveAuth } from './operation.ts'

/** `TokenAuth`, `public` for `null`, `undeclared` where nothing at any level says anything. */
export function labelAuth(auth: EffectiveAuth): string {
  if (auth.description === undefined) return 'undeclared'
  return auth.description === null ? 'public' : formatAuth(auth.description)
}

/** Like {@link labelAuth}, with the kind and the place of each credential: `TokenAuth (bearer)`. */
export function detailAuth(auth: EffectiveAuth): string {
  return auth.description ? formatAuth(withDetails(auth.description)) : labelAuth(auth)
}

/** Whether anybody may call. */
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
    case 'apiKey':
      return { ...description, name: `${description.name} (${description.in} ${description.paramName})` }
    case 'session':
      return { ...description, name: `${description.name} (${description.superuser ? 'superuser ' : ''}session)` }
    case 'bearer':
    case 'basic':
    case 'callable':
      return { ...description, name: `${description.name} (${description.kind})` }
  }
}
