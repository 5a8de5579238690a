import { excerpt } from './answer-rules.ts'
import { CLEAN, type Facts, type Judgement, problem } from './facts.ts'
import { parseObject } from '../text/json.ts'

/** Names of members that hold a password. */
const PASSWORD = /^(?:(?:current|old|new|user)_?)?(?:password|passwd|pwd|passphrase)$/i
/** A shorter text may stand in an answer for another reason. */
const LEAST = 6

/**
 * The answer to a good request repeats its password, or the whole line of its credential: a page or a log that shows the answer
 * shows the secret. A token alone is what some APIs answer with.
 */
export function judgeEcho({ request, answer }: Facts): Judgement {
  const lines = request.headers.flatMap(([name, value]) => (name.toLowerCase() === 'authorization' ? value : []))
  const line = lines.find((value) => /^\S+ \S{16,}$/.test(value) && answer.body.includes(value))
  const passwords = new Set([...lines.flatMap(passwordOf), ...passwordsIn(request.body ?? '')])
  const what = line !== undefined ? 'Authorization' : holdsOne(answer.body, passwords) ? 'password' : undefined
  return what === undefined
    ? CLEAN
    : problem('leak', `no ${what} of the request in the body`, `body ${excerpt(answer.body)}`)
}

function passwordOf(line: string): readonly string[] {
  const encoded = /^basic (\S+)$/i.exec(line)?.[1]
  const [, user, password] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded ?? '', 'base64').toString('utf8')) ?? []
  return password === undefined || password === user || password.length < LEAST ? [] : [password]
}

/** Of a body in JSON or of a form; a user whose name is the password has no secret. */
function passwordsIn(body: string): readonly string[] {
  const json = parseObject(Buffer.from(body, 'latin1').toString('utf8'))
  const members = json === undefined ? [...new URLSearchParams(body)] : membersOf(json)
  const others = new Set(members.flatMap(([name, value]) => (PASSWORD.test(name) ? [] : [value])))
  return members.flatMap(([name, value]) =>
    typeof value === 'string' && PASSWORD.test(name) && value.length >= LEAST && !others.has(value) ? [value] : [],
  )
}

function membersOf(value: object): readonly (readonly [string, unknown])[] {
  return Object.entries(value).flatMap(([name, member]) =>
    typeof member === 'object' && member !== null ? membersOf(member) : [[name, member] as const],
  )
}

/** As a whole text of a JSON document: a password may also be a word. */
function holdsOne(body: string, passwords: ReadonlySet<string>): boolean {
  if (passwords.size === 0) return false
  let isThere = false
  try {
    JSON.parse(body, (_, value: unknown) => {
      isThere ||= typeof value === 'string' && passwords.has(value)
      return value
    })
  } catch {
    return false
  }
  return isThere
}
