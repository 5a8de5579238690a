import type { AuthRequest } from 'svc/security'
import type { Customer } from './keys.ts'

const includes = ({ scopes }: Customer, scope: string): boolean => scopes.includes(scope)

export const mayOpen = (customer: Customer): boolean => includes(customer, 'locks:open')

/** A panel that only shows cannot make new keys; neither can a key that is on its way out. */
export const mayRotate = (customer: Customer): boolean =>
  customer.generation === 'current' && includes(customer, 'keys:rotate')

/** The network of the office. */
const desks: ReadonlySet<string> = new Set(['127.0.0.5', '10.20.0.5', '10.20.0.6'])

export function officeDesk(request: AuthRequest): { readonly desk: string } | null {
  const address = request.clientAddress
  return desks.has(address) ? { desk: address } : null
}
