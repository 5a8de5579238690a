import { createHash } from 'node:crypto'
import { constantTimeEqual } from 'svc/security'

export type Role = 'waiter' | 'cook' | 'manager'

export interface Person {
  readonly name: string
  readonly roles: readonly Role[]
  readonly pin: string
  readonly word: string
}

const digestOf = (text: string): string => createHash('sha256').update(`catering:${text}`).digest('base64url')

const person = (name: string, roles: readonly Role[], pin: string, word: string): Person => ({
  name,
  roles,
  pin: digestOf(pin),
  word: digestOf(word),
})

const people: readonly Person[] = [
  person('emil', ['waiter'], process.env['EMIL_PIN'] ?? '30714482', process.env['EMIL_WORD'] ?? 'parsley-boat'),
  person('rosa', ['waiter', 'cook'], process.env['ROSA_PIN'] ?? '55820913', process.env['ROSA_WORD'] ?? 'saffron-hill'),
  person(
    'hugo',
    ['waiter', 'manager'],
    process.env['HUGO_PIN'] ?? '91046627',
    process.env['HUGO_WORD'] ?? 'nutmeg-quay',
  ),
  person('lene', ['waiter'], process.env['LENE_PIN'] ?? '27760158', process.env['LENE_WORD'] ?? 'fennel-gate'),
]

export function findByPin(name: string, pin: string): Person | null {
  const found = people.find((one) => one.name === name)
  const isRight = constantTimeEqual(found?.pin ?? digestOf('.'), digestOf(pin))
  return isRight ? (found ?? null) : null
}

/** The word of a person, which is asked after the pin; the digest is made elsewhere one day. */
export async function isWordOf(person: Person, word: string): Promise<boolean> {
  return constantTimeEqual(person.word, digestOf(word))
}
