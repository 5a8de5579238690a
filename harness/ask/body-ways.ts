import type { BodyMember } from '../model/route.ts'
import { valueByName, valueByWords } from './guessed-values.ts'
import type { Journal } from './journal.ts'
import { listedWord } from './listed-words.ts'
import type { NamedMember } from './named-members.ts'

/** The members that are sent of those that need not be there: none, those that are called as a title or a text is, texts, or all but those that name another record. */
export type Optional = 'none' | 'titles' | 'texts' | 'all'

/** How the members of a body are filled in after the server has refused the first guess. */
export interface BodyWay {
  readonly optional: Optional
  /** By the path of a member, what a refusal has asked for; a value that is `undefined` leaves it out. */
  readonly said: ReadonlyMap<string, (text: string) => unknown>
  /** With all records that the body may name. */
  readonly isForAll?: true
  /** Without words that the application may not know. */
  readonly isWordless?: true
  /** A date is written with its time. */
  readonly isMoment?: true
  /** A file is a picture, and not a text. */
  readonly isPicture?: true
}

/** By run and operation, the way that its server has taken; `null` where it took none. */
const ways = new WeakMap<Journal, Map<string, BodyWay | null>>()

/** The way that the server takes for the body of an operation; `null` where it took none, `undefined` where none was looked for. */
export function knownWay(key: string, { journal }: { readonly journal?: Journal }): BodyWay | null | undefined {
  return journal && ways.get(journal)?.get(key)
}

export function noteWay(key: string, way: BodyWay | null, { journal }: { readonly journal: Journal }): void {
  const known = ways.get(journal) ?? new Map<string, BodyWay | null>()
  ways.set(journal, known.set(key, way))
}

/** The value that a refusal asks for, by the path of its member: another one, or none. */
export function saidOf(
  { name, words }: NamedMember,
  members: readonly BodyMember[],
  sent: Readonly<Record<string, unknown>>,
  world: { readonly journal?: Journal },
): readonly [path: string, value: (text: string) => unknown] {
  const member = members.find(({ path }) => path.at(-1) === name) ?? { ...UNKNOWN, path: [name] }
  const path = member.path.join('/')
  const before = sent[name]
  const asked = valueByWords(member, words, before)
  if (asked !== undefined) return [path, asked]
  const isMissing = before === undefined || /required|missing|blank|null|empty/i.test(words)
  const guessed = (text: string): unknown =>
    listedWord(member, world) ??
    valueByName(member, text) ??
    (member.type === 'array' && Array.isArray(member.sample) && member.sample.length === 0 ? [text] : undefined) ??
    (member.type === 'string' && !member.isChoice && member.format === undefined ? text : member.sample)
  if (isMissing) return [path, guessed]
  const isOther = (text: string): boolean =>
    guessed(text) !== before && typeof before === 'string' && before.includes(text)
  return [path, (text) => (valueByName(member, text) !== undefined && isOther(text) ? guessed(text) : undefined)]
}

/** A member that only a refusal knows. */
const UNKNOWN = {
  type: 'string',
  isRequired: true,
  sample: '1',
  isChoice: false,
} as const satisfies Partial<BodyMember>
