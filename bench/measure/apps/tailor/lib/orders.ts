import { resource, type SessionUser } from 'svc/security'
import { isStaff } from './guards.ts'

export interface Order {
  readonly id: string
  readonly owner: string
  readonly garment: string
  readonly notes: string[]
}

const orders: readonly Order[] = [
  { id: '3101', owner: 'hugo', garment: 'waistcoat in grey', notes: ['longer by two'] },
  { id: '3102', owner: 'ilse', garment: 'loden coat', notes: [] },
]

export const allOrders = (): readonly Order[] => orders

/** Of the customer; the workshop sees all. */
export const order = resource('order', {
  load: ({ params }: { params: { id: string } }) => orders.find(({ id }) => id === params.id),
  may: ({ owner }, { auth }: { auth: SessionUser }) => owner === auth.name || isStaff(auth),
})
