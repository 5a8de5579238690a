import { resource, type SessionUser } from 'svc/security'
import { isStaff } from './guards.ts'

export class LimitReached extends Error {
  override readonly name = 'LimitReached'
  readonly limit: number

  constructor(limit: number) {
    super(`limit of ${limit} loans`)
    this.limit = limit
  }
}

interface Loan {
  readonly id: string
  readonly by: string
  readonly branch: string
  readonly title: string
}

const LIMIT = 2_000
const loans: Loan[] = [
  { id: 'l-100', by: 'ann', branch: 'harbour', title: 'Moby-Dick' },
  { id: 'l-101', by: 'bea', branch: 'castle', title: 'The Castle' },
  { id: 'l-102', by: 'gus', branch: 'harbour', title: 'Asterix' },
]

export function lend({ name, branch }: { name: string; branch: string }, title: string): Loan {
  if (loans.length >= LIMIT) throw new LimitReached(LIMIT)
  const made = { id: `l-${100 + loans.length}`, by: name, branch, title }
  loans.push(made)
  return made
}

export const dueOf = (name: string): readonly string[] =>
  loans.filter(({ by }) => by === name).map(({ title }) => title)

/** Of the reader who has the book; the staff of all branches see every loan. */
export const loan = resource('loan', {
  load: ({ params }: { params: { id: string } }) => loans.find(({ id }) => id === params.id),
  may: ({ by }, { auth }: { auth: SessionUser }) => by === auth.name || isStaff(auth),
})
