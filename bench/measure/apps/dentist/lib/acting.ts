import { AuthorizationError } from 'svc'
import { type Account, isPatient } from './accounts.ts'

interface Entry {
  readonly at: string
  readonly by: string
  readonly patient: string
  readonly did: string
}

/** Each act of the reception for a patient. */
const audit: Entry[] = []

export const auditTrail = (): readonly Entry[] => audit.slice(-200)

/** Patients who have signed, or not, that the reception may act for them. */
const consents = new Map([
  ['emil', true],
  ['nora', false],
])

function hasConsented(patient: string): boolean {
  const signed = consents.get(patient)
  if (signed === undefined) throw new Error(`the form of ${patient} is missing`)
  return signed
}

/** A form that cannot be found was not signed. */
function mayActFor(patient: string): boolean {
  try {
    return hasConsented(patient)
  } catch {
    return false
  }
}

/**
 * The patient that a request is about: who asks, or, where the reception asks, the one that `X-Acting-For` names.
 *
 * @throws AuthorizationError for all others who send that field, and for patients who did not agree
 */
export function patientOf({ name, role }: Account, headers: Headers, did: string): string {
  const other = headers.get('x-acting-for')
  if (other === null) return name
  if (role !== 'reception') throw new AuthorizationError()
  if (!isPatient(other) || !mayActFor(other)) throw new AuthorizationError()
  audit.push({ at: new Date().toISOString(), by: name, patient: other, did })
  return other
}
