import { parseObject } from './json.ts'

/** Names of members that hold a password. */
const PASSWORD = /^(?:(?:current|old|new|user)_?)?(?:password|passwd|pwd|passphrase)$/i
/** A shorter text may stand in an answer for another reason. */
export const LEAST_PASSWORD = 6

/** The passwords of a body in JSON or of a form; a user whose name is the password has no secret. */
export function passwordsIn(body: string): readonly string[] {
  const json = parseObject(Buffer.from(body, 'latin1').toString('utf8'))
  const members = json === undefined ? [...new URLSearchParams(body)] : membersOf(json)
  const others = new Set(members.flatMap(([name, value]) => (PASSWORD.test(name) ? [] : [value])))
  const own = members.flatMap(([name, value]) => (PASSWORD.test(name) && typeof value === 'string' ? [value] : []))
  return own.filter((value) => value.length >= LEAST_PASSWORD && !others.has(value))
}

function membersOf(value: object): readonly (readonly [string, unknown])[] {
  return Object.entries(value).flatMap(([name, member]) =>
    typeof member === 'object' && member !== null ? membersOf(member) : [[name, member] as const],
  )
}

/** Passwords without those that are a word, which stands in answers for another reason. */
export function withoutWords(passwords: readonly string[]): readonly string[] {
  return passwords.filter((text) => /[^a-z]/i.test(text))
}
