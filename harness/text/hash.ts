import { hash } from 'node:crypto'

/** Eight hexadecimal digits that depend on the parts only. */
export function shortHash(...parts: readonly string[]): string {
  return hash('sha256', parts.join('\u0000'), 'hex').slice(0, 8)
}
