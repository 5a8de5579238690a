import { numbered } from '../model/row-name.ts'
import type { Scenario } from '../model/scenario.ts'
import { knownText } from '../subject/leaf-subject.ts'
import { withKey } from '../subject/place.ts'
import type { RouteSubject } from '../subject/route-subject.ts'
import { forgeToken, isSignedWith, readSigned } from '../tokens/find-secret.ts'
import { applyRow } from './kind-scenarios.ts'
import type { Row } from './row.ts'

/** Texts that are tried, the likeliest first. */
const MOST = 30
/** Names of secrets, and of those from before. */
const [NAMED, EARLIER] = [/secret|key|token|sign|jwt|hmac/i, /old|before|previous|last|legacy|former|rotat|trial|next/i]

/**
 * The user's own token, signed with each text of the application's code that may be a secret and is not the one in use: an earlier
 * secret, or that of a trial, may still verify tokens. A secret that the environment alone has is not among them.
 */
export function codeSecretScenarios(route: RouteSubject, index: number): readonly Scenario[] {
  const subject = route.subject(index)
  const token = knownText(subject?.good) ?? ''
  const own = readSigned(token)
  // A token that the run has made is signed with a key of its own, so the secret in use is not known.
  if (subject === undefined || own === undefined || subject.good?.issued !== undefined) return []
  const texts = (route.fixtures.codeTexts ?? []).map((one) => ({ ...one, rank: rankOf(one) }))
  const likely = texts.filter(({ text, rank }) => rank > 0 && !isSignedWith(own, text))
  const secrets = new Set(likely.toSorted((one, other) => other.rank - one.rank).map(({ text }) => text))
  return [...secrets].slice(0, MOST).flatMap((secret, at) => {
    const row: Row = {
      name: 'jwt.code-secret',
      ...numbered(at),
      title: 'a token signed with another text of the code',
      cause: 'a second secret verifies tokens, and stands in the code where everybody who has the code reads it',
      cwe: 798,
      presented: 'wrong',
      request: ({ bare, leaf }) => withKey(bare, leaf, forgeToken(token, secret)),
    }
    return applyRow(route, subject, 'token', row) ?? []
  })
}

/** How likely a text is a secret, by its form and by the names before it; 0 for words, paths, addresses and sentences. */
function rankOf({ text, before = '' }: { readonly text: string; readonly before?: string }): number {
  if (!/^[!-~]{8,}$/.test(text) || /^[./@#]|:\/\/|\$\{/.test(text)) return 0
  const isMixed = text.length >= 16 && /\d/.test(text) && /[a-z]/i.test(text)
  const names = [NAMED.test(before), EARLIER.test(before), NAMED.test(text), isMixed, text.length >= 24]
  return NAMED.test(before) || isMixed ? names.filter(Boolean).length : 0
}
