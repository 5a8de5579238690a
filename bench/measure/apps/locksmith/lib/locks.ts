import { resource } from 'svc/security'
import type { Customer } from './keys.ts'

export interface Lock {
  readonly id: string
  readonly customer: string
  readonly door: string
  readonly maker: string
  battery: number
}

const locks = new Map<string, Lock>(
  [
    { id: 'lock-61', customer: 'mill', door: 'Flour store', maker: 'tumbler', battery: 88 },
    { id: 'lock-62', customer: 'mill-lane', door: 'Front gate', maker: 'latch', battery: 41 },
    { id: 'lock-63', customer: 'mill', door: 'Office', maker: 'tumbler', battery: 67 },
  ].map((lock) => [lock.id, lock]),
)

export const allLocks = (): readonly Lock[] => [...locks.values()]

export const lock = resource('lock', {
  load: ({ params }: { params: { id: string } }) => locks.get(params.id),
  may: ({ customer }, { auth }: { auth: Customer }) => customer === auth.customer,
})

const seen = new Set<string>()

/** An event that comes twice, or that is about a lock of another maker, changes nothing. */
export function takeEvent(maker: string, event: string, id: string, battery: number): void {
  const found = locks.get(id)
  const key = `${maker} ${event}`
  if (found?.maker !== maker || seen.has(key)) return
  seen.add(key)
  found.battery = battery
}
