export interface Person {
  readonly name: string
  readonly email: string
  readonly role: 'customer' | 'binder'
  readonly scopes: readonly string[]
}

const CUSTOMER = ['orders:read', 'orders:write', 'tokens:write']

const people: readonly Person[] = [
  { name: 'agnes', email: 'agnes@letters.example', role: 'customer', scopes: CUSTOMER },
  { name: 'bruno', email: 'bruno@atlas.example', role: 'customer', scopes: CUSTOMER },
  { name: 'cleo', email: 'cleo@bindery.example', role: 'binder', scopes: [...CUSTOMER, 'queue:read'] },
]

export const findPerson = (name: string): Person | undefined => people.find((one) => one.name === name)

export const findByEmail = (email: string): Person | undefined => people.find((one) => one.email === email)
