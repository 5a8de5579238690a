import { ENTERED } from './entry.ts'
import type { Evidence, Topic } from './evidence.ts'

/** Facts from the other findings of a route, which may change the subject of one of them. */
export function readInContext(evidence: readonly Evidence[]): readonly Evidence[] {
  return readLeaks(readAddresses(evidence))
}

/** Fewer parameters may each be read by something. Of those in one request, one may be enough. */
const ANY = 4

/**
 * Where many parameters open a route, no parameter does: its guard compares the whole address. Everything that was let in
 * with one of them is then about the address, whatever it was sent for.
 */
function readAddresses(evidence: readonly Evidence[]): readonly Evidence[] {
  const bare = evidence.filter(({ code, topic }) => ENTERED.has(code) && BARE.has(topic)).map(parametersOf)
  const isOwn = (name: string): boolean => bare.every((names) => names.includes(name))
  const added = bare.map((names) => names.filter((name) => !isOwn(name))).toSorted((a, b) => a.length - b.length)
  const known = new Set<string>()
  const separate = added.filter((names) => {
    const isSeparate = names.length > 0 && names.every((name) => !known.has(name))
    for (const name of names) known.add(name)
    return isSeparate
  })
  if (separate.length < ANY) return evidence
  return evidence.map((one) => {
    const isAddressed =
      ENTERED.has(one.code) && UNGUARDED.has(one.topic) && !parametersOf(one).every((name) => isOwn(name))
    return isAddressed ? { ...one, topic: 'path', culprit: '', anyQuery: true } : one
  })
}

/** Sent without any credential, or beside a wrong one. */
const BARE: ReadonlySet<Topic> = new Set(['path', 'bypass'])
/** Sent without a good credential, and with the method of the route. */
const UNGUARDED: ReadonlySet<Topic> = new Set([...BARE, 'value', 'place'])

/** Names in the query of what was sent. */
function parametersOf({ finding }: Evidence): readonly string[] {
  const [line = ''] = finding.sent.split(/ {2}|#/, 1)
  const [, query = ''] = line.split('?', 2)
  return query
    .split('&')
    .map((pair) => pair.split('=', 1)[0] ?? '')
    .filter((name) => name !== '')
}

/** A good credential that is refused with an answer that leaks meets the code that leaks. */
function readLeaks(evidence: readonly Evidence[]): readonly Evidence[] {
  const leaking = new Set(evidence.filter(({ topic }) => topic === 'leak').map(bodyOf))
  if (leaking.size === 0) return evidence
  return evidence.map((one) =>
    one.code === 'refused' && leaking.has(bodyOf(one)) ? { ...one, topic: 'leak', culprit: '', code: 'leak' } : one,
  )
}

/** As problems show it: after a status, or after the word `body`. */
function bodyOf({ finding }: Evidence): string {
  return finding.problems[0].got.replace(/^(?:\d{3}|body) /, '')
}
