import { createHmac } from 'node:crypto'
import { type AuthRequest, constantTimeEqual } from 'svc/security'

const SECRET = process.env['MASTER_SECRET'] ?? 'ms-8fd1c02a64e97b35'

/** Seconds for which the little device of the master shows a code. */
const PERIOD = 30

/** Codes before the one of now that pass, for who types slowly. */
const BACK = 1

const stepOf = (milliseconds: number): number => Math.floor(milliseconds / 1000 / PERIOD)

const codeOfStep = (step: number): string =>
  createHmac('sha256', SECRET).update(`step ${step}`).digest('hex').slice(0, 12)

export const codeOf = (milliseconds: number): string => codeOfStep(stepOf(milliseconds))

/** The master watchmaker, by the code that the device shows now, or showed just before. */
export function master({ headers }: AuthRequest): { readonly master: true } | null {
  const code = headers.get('x-master-code') ?? ''
  const step = stepOf(Date.now())
  for (let back = 0; back <= BACK; back += 1) {
    if (constantTimeEqual(codeOfStep(step - back), code)) return { master: true }
  }
  return null
}
