import { createHmac } from 'node:crypto'
import { constantTimeEqual } from 'svc/security'

const STEP = 30_000

/** Six digits for half a minute (RFC 6238). */
export function codeOf(secret: string, at: number = Date.now()): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at / STEP)))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) % 16
  return String((mac.readUInt32BE(offset) % 2 ** 31) % 1_000_000).padStart(6, '0')
}

/** Clocks of telephones may be late by one step. */
export const isCode = (secret: string, given: string): boolean =>
  [Date.now(), Date.now() - STEP].some((at) => constantTimeEqual(codeOf(secret, at), given))
