import { resource } from 'svc/security'
import type { Caller } from './tokens.ts'

export interface Payment {
  readonly id: string
  readonly merchant: string
  readonly cents: number
}

const payments: readonly Payment[] = [
  { id: 'pay-a1', merchant: 'bakery', cents: 1_250 },
  { id: 'pay-b2', merchant: 'florist', cents: 3_900 },
]

export const all = (): readonly Payment[] => payments

export const payment = resource('payment', {
  load: ({ params }: { params: { id: string } }) => payments.find(({ id }) => id === params.id),
  may: (one, { auth }: { auth: Caller }) => one.merchant === auth.merchant || auth.isAdmin,
})
