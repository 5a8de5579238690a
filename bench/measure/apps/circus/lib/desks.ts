import { basic, constantTimeEqual } from 'svc/security'

export interface Desk {
  readonly desk: string
}

const desks = [
  { desk: 'main', secret: process.env['MAIN_SECRET'] ?? 'Popcorn-And-4711-Sawdust' },
  { desk: 'side', secret: process.env['SIDE_SECRET'] ?? 'Elephant:Ears-9-Grey' },
]

// The old tills send their name in capitals.
export const desk = basic(
  (_request, username, password): Desk | null => {
    const found = desks.find((one) => one.desk === username.toLowerCase())
    if (found === undefined) return null
    return constantTimeEqual(found.secret, password) ? { desk: found.desk } : null
  },
  { name: 'Desk' },
)

export const isMainDesk = ({ desk: name }: Desk): boolean => name === 'main'
