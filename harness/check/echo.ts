import { excerpt } from './answer-rules.ts'
import { CLEAN, type Facts, type Judgement, problem } from './facts.ts'
import { LEAST_PASSWORD, passwordsIn } from '../text/passwords.ts'

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
  return password === undefined || password === user || password.length < LEAST_PASSWORD ? [] : [password]
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
