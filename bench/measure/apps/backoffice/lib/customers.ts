export interface Customer {
  readonly id: string
  readonly name: string
  readonly addedBy: string
}

const customers = new Map<string, Customer>()
let last = 0

export function addCustomer(name: string, addedBy: string): Customer {
  const customer = { id: String((last += 1)), name, addedBy }
  customers.set(customer.id, customer)
  return customer
}

addCustomer('Brick & Sons', 'carl')
addCustomer('Harbour Ltd', 'maya')

export function findCustomer(id: string): Customer | undefined {
  return customers.get(id)
}

export function removeCustomer(id: string): void {
  customers.delete(id)
}

export function listCustomers(): readonly Customer[] {
  return [...customers.values()].slice(0, 20)
}
