import { createHash } from 'node:crypto'

/** A text that a server has issued, and what others know of whom or what it is for: names, numbers, addresses. */
export interface Issued {
  readonly text: string
  readonly facts: readonly string[]
}

/** A longer fact is not guessed, but another random text. */
const LONGEST = 40
const RANDOM = /^(?=.*\d)[\da-z_-]{16,}$/i
/** Milliseconds around now in which a time is one of the run. */
const AROUND = 172_800_000
const [FACT, TIME] = ['\u25C6', '\u25F7']

/**
 * Whether two texts are made of facts and the clock alone: they are the same when these are taken out, as they are or as base64url and hexadecimal digits
 * write them; or both are digests of a fact without a key.
 *
 * @returns what they are made of, after "they are"; `undefined` for any others
 */
export function madeOf(one: Issued, other: Issued, now: number = Date.now()): string | undefined {
  if (one.text === other.text) return undefined
  const [ones, others] = [readings(one.text), readings(other.text)]
  for (const [way, text] of ones) {
    const same = others.get(way)
    const rest = restOf(text, one.facts, now)
    if (same === undefined || rest !== restOf(same, other.facts, now) || !/[\u25C6\u25F7]/.test(rest)) continue
    const parts = [
      ...(rest.includes(FACT) ? ['names or numbers that others know'] : []),
      ...(rest.includes(TIME) ? ['the clock'] : []),
    ]
    return `made of ${parts.join(' and ')}${way === 'plain' ? '' : `, in ${way}`}`
  }
  const digest = DIGESTS.find((name) => [one, other].every((issued) => isDigest(issued, name)))
  return digest === undefined ? undefined : `the ${digest} of what others know, without a key`
}

/** A text as it is, and what it is the encoding of, where that can be read. */
function readings(text: string): ReadonlyMap<string, string> {
  const decoded = [
    ['base64', /^[\w+/=-]{8,}$/.test(text) ? Buffer.from(text, 'base64').toString('latin1') : ''],
    ['hexadecimal digits', /^(?:[\da-f]{2}){4,}$/i.test(text) ? Buffer.from(text, 'hex').toString('latin1') : ''],
  ] as const
  const readable = decoded.filter(([, one]) => /^[\x20-\x7E]{4,}$/.test(one))
  return new Map([['plain', text], ...readable])
}

/** A text without times of the run and without facts. */
function restOf(text: string, facts: readonly string[], now: number): string {
  const timed = text
    .replaceAll(/(?<!\d)\d{10,16}(?!\d)/g, (digits) => (isNow(Number(digits), now) ? TIME : digits))
    .replaceAll(/(?<![\da-z])[\da-z]{8}(?![\da-z])/g, (word) => (isNow(Number.parseInt(word, 36), now) ? TIME : word))
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z?/g, TIME)
  const known = facts.filter((fact) => fact !== '' && fact.length <= LONGEST && !RANDOM.test(fact))
  return known
    .toSorted((a, b) => b.length - a.length)
    .reduce((rest, fact) => rest.replaceAll(new RegExp(`(?<![\\da-z])${escaped(fact)}(?![\\da-z])`, 'gi'), FACT), timed)
}

/** Seconds, milliseconds or microseconds. */
function isNow(value: number, now: number): boolean {
  return [1_000, 1, 0.001].some((unit) => Math.abs(value * unit - now) < AROUND)
}

/** A text as a part of a pattern. */
export function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}

const DIGESTS = ['MD5', 'SHA-1', 'SHA-256'] as const

function isDigest({ text, facts }: Issued, name: (typeof DIGESTS)[number]): boolean {
  return facts.some((fact) => {
    const hash = createHash(name.toLowerCase().replace('-', '')).update(fact).digest()
    return [hash.toString('hex'), hash.toString('base64'), hash.toString('base64url')].includes(text)
  })
}
