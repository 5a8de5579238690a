import type { AuthDescription, LeafDescription } from '../model/description.ts'
import type { ResourceLink } from '../model/resource.ts'

/**
 * Who may call an operation, for people: `both Token and HeaderKey`, `one of QueryKey, HeaderKey`, `open, better with Token`,
 * `Token, then the check isChief, then the resource order {id}`. `undefined` where the names of the schemes say it: nothing is
 * needed, or one credential and no more.
 *
 * @param nameOf the name of an authenticator in the document
 */
export function describeAccess(
  description: AuthDescription | null | undefined,
  resources: readonly Pick<ResourceLink, 'name' | 'params'>[],
  nameOf: (leaf: LeafDescription) => string,
): string | undefined {
  const asked = resources.flatMap(({ name, params }) =>
    name === null ? [] : [`then the resource ${[name, ...params.map((param) => `{${param}}`)].join(' ')}`],
  )
  const isPlain = description === null || description === undefined || 'carrier' in description
  if (isPlain && asked.length === 0) return undefined
  return [formatMember(description, nameOf), ...asked].join(', ')
}

function formatMember(
  description: AuthDescription | null | undefined,
  nameOf: (leaf: LeafDescription) => string,
  isInside = false,
): string {
  if (description === null || description === undefined) return 'open'
  if ('carrier' in description) return nameOf(description)
  const text = formatCombination(description, nameOf)
  return isInside ? `(${text})` : text
}

function formatCombination(
  description: Exclude<AuthDescription, LeafDescription>,
  nameOf: (leaf: LeafDescription) => string,
): string {
  switch (description.kind) {
    case 'optional':
      return `open, better with ${formatMember(description.member, nameOf, true)}`
    case 'check':
      return `${formatMember(description.member, nameOf, isMixed(description.member))}, then the check ${description.guard}`
    case 'list':
    case 'all': {
      const members = description.members.map((member) => formatMember(member, nameOf, true))
      const [first = '', ...others] = members
      if (others.length === 0) return first
      if (description.kind === 'list') return `one of ${members.join(', ')}`
      const last = others.at(-1) as string
      return others.length === 1 ? `both ${first} and ${last}` : `all of ${members.slice(0, -1).join(', ')} and ${last}`
    }
  }
}

/** A check around a check, or around all that must pass, reads well without brackets; around a choice it does not. */
function isMixed({ kind }: AuthDescription): boolean {
  return kind === 'list' || kind === 'optional'
}
