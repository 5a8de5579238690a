import { findRow, type Person } from './people.ts'

const scopesOf = ({ name }: Person): readonly string[] => (findRow(name)?.scope ?? '').split(' ')

/** Who may write donations, by the scopes as of now. */
export function mayWrite(person: Person): boolean {
  return scopesOf(person).includes('donations:write')
}

export const isDoctor = ({ role }: Person): boolean => role === 'doctor'
