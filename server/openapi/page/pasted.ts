import type { SchemeFacts } from './schemes.ts'

/** A token or key without what was pasted around it. */
export interface Pasted {
  readonly token: string
  /** A sentence about the part that was left out. */
  readonly said?: string
}

/**
 * The token in a text that may have the scheme of `Authorization` before it, and the name of the field before that:
 * `Bearer xyz`, `Authorization: Bearer xyz`. The page writes both itself, and no token of a bearer holds a space (RFC 6750
 * section 2.1), so nothing of the token is lost. Any other credential is taken as it stands.
 */
export function readPasted({ kind, prefix }: Pick<SchemeFacts, 'kind' | 'prefix'>, text: string): Pasted {
  const scheme = kind === 'bearer' ? 'Bearer' : prefix?.trim()
  const [, first = '', token] = /^\s*(?:authorization\s*:\s*)?(\S+)\s+(\S.*?)\s*$/i.exec(text) ?? []
  if (scheme === undefined || token === undefined || first.toLowerCase() !== scheme.toLowerCase())
    return { token: text }
  return { token, said: `Taken without "${first}": the page writes it.` }
}
