import type { BodyMember } from '../model/route.ts'
import type { Journal } from './journal.ts'
import { singular } from './values.ts'

/** By run, the words that lists of the server have: `GET /webhooks/events` with `["task.created", …]`, by `event`. */
const lists = new WeakMap<Journal, Map<string, string>>()

/** Notes the first word of a list. @param noun of the list */
export function noteListedWord(noun: string, json: unknown, { journal }: { readonly journal: Journal }): void {
  if (!Array.isArray(json) || json.length === 0 || !json.every((one) => typeof one === 'string')) return
  const known = lists.get(journal) ?? new Map<string, string>()
  lists.set(journal, known.set(singular(noun), json[0] as string))
}

/** The value of a member that is called as a list of words of the server is: one of them, in a list where the member is one. */
export function listedWord(
  { path, type, isChoice }: Pick<BodyMember, 'path' | 'type' | 'isChoice'>,
  { journal }: { readonly journal?: Journal },
): string | readonly string[] | undefined {
  const word = isChoice ? undefined : journal && lists.get(journal)?.get(singular(path.at(-1) ?? ''))
  if (word === undefined || (type !== 'string' && type !== 'array')) return undefined
  return type === 'array' ? [word] : word
}
