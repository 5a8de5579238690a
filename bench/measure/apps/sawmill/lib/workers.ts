import { createHash } from 'node:crypto'
import { constantTimeEqual } from 'svc/security'

export interface Worker {
  readonly name: string
  readonly rank: string
  readonly wage: number
}

interface Row extends Worker {
  readonly pin: string
  /** Whether this worker has left the mill. */
  readonly hasLeft: boolean
}

const digestOf = (pin: string): string => createHash('sha256').update(`sawmill:${pin}`).digest('base64url')

const rows: readonly Row[] = [
  { name: 'olaf', rank: 'sawyer', wage: 21, pin: digestOf(process.env['OLAF_PIN'] ?? '40217735'), hasLeft: false },
  { name: 'kari', rank: 'apprentice', wage: 12, pin: digestOf(process.env['KARI_PIN'] ?? '88120564'), hasLeft: false },
  { name: 'sven', rank: 'foreman', wage: 30, pin: digestOf(process.env['SVEN_PIN'] ?? '63901172'), hasLeft: false },
  { name: 'nils', rank: 'sawyer', wage: 20, pin: digestOf(process.env['NILS_PIN'] ?? '51730098'), hasLeft: true },
]

/** From the lowest to the highest. */
const RANKS: readonly string[] = ['apprentice', 'sawyer', 'foreman']

/** A worker of the mill as of now. */
export function findWorker(name: string): Worker | null {
  const row = rows.find((one) => one.name === name && !one.hasLeft)
  return row === undefined ? null : { name: row.name, rank: row.rank, wage: row.wage }
}

export const wages = (): readonly Pick<Worker, 'name' | 'wage'>[] => rows.map(({ name, wage }) => ({ name, wage }))

export function checkPin(name: string, pin: string): boolean {
  const row = rows.find((one) => one.name === name)
  const isRight = constantTimeEqual(row?.pin ?? digestOf(''), digestOf(pin))
  return isRight && row !== undefined && !row.hasLeft
}

/** A guard for workers of a rank and for those above it. */
export function atLeast(rank: string): (worker: Worker) => boolean {
  const guard = (worker: Worker): boolean => RANKS.indexOf(worker.rank) >= RANKS.indexOf(rank)
  return Object.defineProperty(guard, 'name', { value: `atLeast(${rank})` })
}
