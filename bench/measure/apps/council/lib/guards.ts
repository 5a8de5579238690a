import type { Terminal } from './keys.ts'
import type { Person } from './people.ts'

interface Rights {
  readonly approves: boolean
  readonly audits: boolean
}

const RIGHTS: { readonly [role: string]: Rights } = {
  clerk: { approves: true, audits: false },
  auditor: { approves: false, audits: true },
}

export const isClerk = ({ role }: Person): boolean => RIGHTS[role]?.approves === true

export function isAuditor({ role }: Person): boolean {
  return RIGHTS[role]?.audits === true
}

/** Clerks stamp at the terminals of their own office. */
export const isAtOwnCounter = ([clerk, terminal]: readonly [Person, Terminal]): boolean =>
  clerk.office === terminal.office
