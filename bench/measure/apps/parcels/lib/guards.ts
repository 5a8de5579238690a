import type { Driver } from './drivers.ts'
import type { Partner } from './partners.ts'

export async function isDispatcher(driver: Driver): Promise<boolean> {
  return driver.isDispatcher
}

export const scope =
  (wanted: string) =>
  ({ scopes }: Partner): boolean =>
    scopes.includes(wanted)

export const mayWrite = scope('parcels:write')
export const mayBill = scope('billing:read')
