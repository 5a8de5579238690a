import { createHash } from 'node:crypto'
import { type AuthRequest, constantTimeEqual, headerKey } from 'svc/security'

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

export interface Belt {
  readonly belt: string
}

interface BeltRow {
  /** Of the secret only this is kept. */
  readonly digest: string
  /** The day on which the belt was taken away. */
  readonly retired?: string
}

/** By the middle part of their keys: belt.<id>.<secret>. */
const belts = new Map<string, BeltRow>([
  ['b1', { digest: digestOf(process.env['BELT_1_SECRET'] ?? 'c40e7712d9ab53') }],
  ['b2', { digest: digestOf(process.env['BELT_2_SECRET'] ?? '81f6a0bb3e2d47') }],
  ['b0', { digest: digestOf(process.env['BELT_0_SECRET'] ?? '2a9d5ce8071f64'), retired: '2026-05-31' }],
])

function findBelt(_request: AuthRequest, key: string): Belt | null {
  const [prefix, id = '', secret = '', ...more] = key.split('.')
  if (prefix !== 'belt' || more.length > 0) return null
  const row = belts.get(id)
  if (row === undefined) return null
  if (row.retired !== undefined) return null
  return constantTimeEqual(row.digest, digestOf(secret)) ? { belt: id } : null
}

/** The computer of a belt. */
export const belt = headerKey('X-Belt-Key', findBelt, { name: 'Belt' })

export interface Badge {
  readonly badge: string
  readonly owner: string
}

class UnreadableBadge extends Error {
  override readonly name = 'UnreadableBadge'
}

const badges = new Map<string, { readonly owner: string; readonly pin: string }>([
  ['4001', { owner: 'ida', pin: process.env['BADGE_4001_PIN'] ?? '730518' }],
  ['4002', { owner: 'kim', pin: process.env['BADGE_4002_PIN'] ?? '264907' }],
])

/** A reader sends the number and the pin that was typed, in base64. */
function readBadge(text: string): readonly [number: string, pin: string] {
  const bytes = Buffer.from(text, 'base64')
  const [number, pin, ...more] = bytes.toString().split('/')
  if (number === undefined || pin === undefined || more.length > 0) throw new UnreadableBadge()
  // One spelling only: Node reads over what is not base64.
  if (bytes.toString('base64') !== text) throw new UnreadableBadge()
  return [number, pin]
}

function findBadge(_request: AuthRequest, text: string): Badge | null {
  try {
    const [number, pin] = readBadge(text)
    const found = badges.get(number)
    if (found === undefined) return null
    return constantTimeEqual(found.pin, pin) ? { badge: number, owner: found.owner } : null
  } catch (error) {
    if (error instanceof UnreadableBadge) return null
    throw error
  }
}

/** A badge at a reader. */
export const badge = headerKey('X-Badge', findBadge, { name: 'Badge' })
