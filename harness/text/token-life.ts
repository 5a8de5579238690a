import { readClaims } from './token.ts'

/** Seconds for which a token may be good without a question. */
const DAY = 86_400

/** A question about a token that is good for more than a day, or without an end; `undefined` for any other text. */
export function askAboutLife(user: string, token: string): string | undefined {
  // A server may want its token after a word: `Token eyJ…`.
  const [, signed] = /^(?:\w+ )?(eyJ[\w-]+\.[\w-]+\.[\w-]+)$/.exec(token) ?? []
  const claims = signed === undefined ? undefined : readClaims(signed)
  if (claims === undefined) return undefined
  const { exp, iat } = claims
  if (typeof exp !== 'number')
    return `the token of ${user} has no end (exp): is it ended in another way, at a logout and a change of the password?`
  const seconds = exp - (typeof iat === 'number' ? iat : Date.now() / 1_000)
  if (seconds <= DAY) return undefined
  const days = Math.round(seconds / DAY)
  const life = days === 1 ? 'more than a day' : `${days} days`
  return `the token of ${user} is good for ${life}: is it ended before, at a logout and a change of the password?`
}
