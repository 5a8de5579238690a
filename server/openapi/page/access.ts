import type { Person, TestedCell } from './configuration.ts'
import { isPublic, type OperationFacts, type SchemeFacts } from './schemes.ts'

/**
 * The declaration for a person: anyone passes (`open`), their credential is asked for (`may`), and a check, a resource or a
 * function of the request decides beside (`checked`), or they have nothing that is asked for (`no`).
 */
export type Declared = 'open' | 'may' | 'checked' | 'no'

/** @param schemes by name */
export function declaredFor(
  { ways, custom, operation, ...facts }: OperationFacts,
  person: Person,
  schemes: ReadonlyMap<string, SchemeFacts>,
): Declared {
  const isChecked = operation['x-svc-auth']?.access?.includes(', then ') === true
  const isOpen = isPublic({ ways, custom, operation, ...facts }) || ways.some((names) => names.length === 0)
  if (isOpen) return isChecked ? 'checked' : 'open'
  const has = (name: string): boolean =>
    schemes.get(name)?.kind === 'session'
      ? person.hasSession
      : person.typed[name] !== undefined || person.logins?.includes(name) === true
  if (ways.some((names) => names.every(has))) {
    const isSuperuser = operation['x-badges']?.some(({ name }) => name === 'Superuser') === true
    return isChecked || isSuperuser ? 'checked' : 'may'
  }
  return custom.length > 0 ? 'checked' : 'no'
}

/** `✓ 200`; `✕ 200` for a finding; empty where nothing was sent. */
export function formatTested(cell: TestedCell | undefined): string {
  return cell === undefined ? '' : `${cell.isWrong ? '✕' : '✓'} ${cell.came.join(', ')}`
}

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** `3 minutes ago`, `just now`. */
export function formatAge(at: number, now: number): string {
  for (const [unit, length] of UNITS) {
    const count = Math.floor((now - at) / length)
    if (count > 0) return `${count} ${unit}${count === 1 ? '' : 's'} ago`
  }
  return 'just now'
}
