import type { CookieRule } from '../model/scenario.ts'
import { type RawResponse, setCookieOf } from '../replay/response-reader.ts'
import { CLEAN, type Judgement, merge, problem } from './facts.ts'

/** The effect of an answer on the session cookie: how it is guarded when it is issued, and that it is gone after a logout. */
export function judgeCookie(rule: CookieRule | undefined, answer: RawResponse): Judgement {
  if (rule === undefined) return CLEAN
  const line = setCookieOf(answer, rule.name)
  if (line === undefined) return problem('cookie', `Set-Cookie: ${rule.name}`, 'no such cookie')
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
  const said = new Map(attributes.map((attribute) => splitAttribute(attribute)))
  return rule.change === 'issued' ? judgeIssued(rule, said) : judgeCleared(rule, pair, said)
}

function judgeIssued({ secure }: CookieRule, said: ReadonlyMap<string, string>): Judgement {
  const sameSite = said.get('samesite')?.toLowerCase()
  return merge(
    said.has('httponly') ? CLEAN : problem('cookie', 'HttpOnly', 'a cookie that scripts can read'),
    sameSite === 'lax' || sameSite === 'strict'
      ? CLEAN
      : problem('cookie', 'SameSite=Lax or Strict', `SameSite=${sameSite ?? ''}`),
    !secure || said.has('secure') ? CLEAN : problem('cookie', 'Secure', 'a cookie that travels over http'),
    !secure || said.get('path') === '/' ? CLEAN : problem('cookie', 'Path=/', `Path=${said.get('path') ?? ''}`),
    said.has('domain') ? problem('cookie', 'no Domain', `Domain=${said.get('domain')}`) : CLEAN,
  )
}

function judgeCleared({ name }: CookieRule, pair: string, said: ReadonlyMap<string, string>): Judgement {
  const maxAge = said.get('max-age')
  const expires = Date.parse(said.get('expires') ?? '')
  const isOver = maxAge === undefined ? expires <= Date.now() : Number(maxAge) <= 0
  return isOver && pair === `${name}=`
    ? CLEAN
    : problem('cookie', `${name} emptied, with Max-Age=0`, 'a cookie that the browser keeps')
}

/** Whether a Set-Cookie line takes a cookie away (RFC 6265 section 5.3). */
export function isReset(line: string): boolean {
  return /^[^=]+=\s*(?:;|$)|;\s*max-age=(?:0|-\d+)\s*(?:;|$)|;\s*expires=[^;]*\b(?:1969|1970)\b/i.test(line)
}

function splitAttribute(attribute: string): readonly [name: string, value: string] {
  const at = attribute.indexOf('=')
  return at < 0 ? [attribute.toLowerCase(), ''] : [attribute.slice(0, at).toLowerCase(), attribute.slice(at + 1)]
}
