import { resource } from 'svc/security'
import type { Account } from './accounts.ts'

const invoices = new Map<string, readonly string[]>([
  ['basalt', ['2026-04: 18200 EUR to Hafenbau', '2026-05: 9100 EUR to Gleisbau']],
  ['basalt-nord', ['2026-04: 7700 EUR to Deichbau']],
])

/** A tenant: its people alone. */
export const company = resource('company', {
  load: ({ params }: { params: { company: string } }) => {
    const found = invoices.get(params.company)
    return found === undefined ? undefined : { id: params.company, invoices: found }
  },
  may: ({ id }, { auth }: { auth: Account }) => id === auth.company,
})
