import type { Evidence } from './evidence.ts'

/** Fewer parameters may each be read by something. */
const ANY = 4

/**
 * Where many parameters open a route, no parameter does: its guard compares the whole address. Everything that was let in
 * with one of them is then about the address, whatever it was sent for.
 */
export function readAddresses(evidence: readonly Evidence[]): readonly Evidence[] {
  const parametersOf = new Map(evidence.filter(isOpened).map((one) => [one, namesIn(one)]))
  const all = [...parametersOf.values()]
  const isOwn = (name: string): boolean => all.every((names) => names.includes(name))
  const added = new Set(all.flat().filter((name) => !isOwn(name)))
  if (added.size < ANY) return evidence
  return evidence.map((one) => {
    const isAddressed = parametersOf.get(one)?.some((name) => added.has(name)) === true
    return isAddressed ? { ...one, topic: 'path', culprit: '', anyQuery: true } : one
  })
}

/** Whether a request passed that must not. */
function isOpened({ code, name }: Evidence): boolean {
  return ENTERED.has(code) && !name.startsWith('valid')
}

const ENTERED: ReadonlySet<string> = new Set(['accepted', 'handler-ran', 'data'])

/** Of the parameters of the query. */
function namesIn({ finding }: Evidence): readonly string[] {
  const [line = ''] = finding.sent.split(/ {2}|#/, 1)
  const [, query = ''] = line.split('?', 2)
  return query
    .split('&')
    .map((pair) => pair.split('=', 1)[0] ?? '')
    .filter((name) => name !== '')
}
