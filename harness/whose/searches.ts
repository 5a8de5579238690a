import type { Answer, Exploration, User } from '../ask/exploration.ts'
import { foldName, ID_NAMES, isSecretName, isTime, leavesOfJson, objectsOfJson } from '../ask/values.ts'
import type { Json } from '../text/json.ts'
import { foundShown } from './judge-change.ts'
import { paramsOf } from './path-nouns.ts'

/** Parameters by which texts of records are looked for, folded. */
const SEARCH =
  /^(?:q|s|query|search(?:query|term|text|string)?|terms?|text|keywords?|phrase|find|filter|contains|like|match|title|name|subject|label|description)$/
/** Characters of a text that are looked for, up to the end of a word. */
const LONG = 40
/** Texts of one record. */
const MOST = 3
/** Texts that a parameter finds nothing by before it is left alone. */
const MOST_VAIN = 6

/** A record that is refused to another user, and texts in it. */
export interface Sought {
  readonly id: string
  readonly texts: readonly string[]
  readonly owner: User
  readonly other: User
  /** Sets it apart from other records of the owner. */
  readonly variant: string
}

/** Looks for words of a record that is refused to the other one, wherever its owner finds it by them. */
export async function trySearches(sought: Sought, world: Exploration): Promise<void> {
  const { done, vain } = memoryOf(world)
  const key = JSON.stringify([sought.owner.name, sought.other.name, sought.id])
  if (sought.id === '' || done.has(key)) return
  done.add(key)
  for (const route of world.routes) {
    if (world.isOver()) return
    if (world.hasFound(route)) continue
    const isAsked = route.method === 'GET' && paramsOf(route).length === 0 && world.wants('resource.list', route)
    const names = (route.inputs?.query ?? []).filter((name) => SEARCH.test(foldName(name)))
    for (const name of isAsked ? names : []) {
      const place = `${route.key} ${name}`
      for (const text of (vain.get(place) ?? 0) < MOST_VAIN ? sought.texts : []) {
        const query = { [name]: text }
        const own = await world.ask({ route, as: sought.owner, query })
        if (own === undefined || !isIn(own, sought.id, text)) {
          vain.set(place, (vain.get(place) ?? 0) + 1)
          continue
        }
        const answer = await world.ask({ route, as: sought.other, query })
        if (answer === undefined) return
        const { owner, other, variant } = sought
        const tried = {
          row: 'resource.list',
          route,
          variant: `search.${name}.${variant}`,
          title: `a search for words of a record of ${owner.name}, by ${other.name}, who is refused the record`,
          answers: [own, answer],
          record: { owner, user: other, own },
        } as const
        const cause = `${route.key} finds records for any user who looks for their words (${name}): whose they are, is not asked`
        if (isIn(answer, sought.id, text)) foundShown(tried, cause, world)
        else world.passed(tried)
        break
      }
    }
  }
}

/** The records of a run that were looked for, and how often a parameter found none for its owner. */
interface Memory {
  readonly done: Set<string>
  readonly vain: Map<string, number>
}

const memories = new WeakMap<Exploration['journal'], Memory>()

function memoryOf({ journal }: Exploration): Memory {
  const known = memories.get(journal) ?? { done: new Set(), vain: new Map() }
  memories.set(journal, known)
  return known
}

/** Whether a record is found, by its id: around what was found may stand the words that were looked for, and numbers of pages. */
function isIn({ isGood, json }: Answer, id: string, text: string): boolean {
  const named = (entry: Json): boolean =>
    Object.entries(entry).some(([name, value]) => String(value) === id && isIdName(name))
  const words = JSON.stringify(text).slice(1, -1)
  return isGood && objectsOfJson(json).some((entry) => named(entry) && JSON.stringify(entry).includes(words))
}

/** `id`, `slug`, `orderId`, `order_number`. */
function isIdName(name: string): boolean {
  return ID_NAMES.has(foldName(name)) || /(?:id|uuid|slug|key|number|ref|code)$/i.test(name)
}

/** Texts of a record by which it may be found, and that the other one has not seen elsewhere. */
export function wordsOf({ json }: Answer, isKnown: (value: string) => boolean): readonly string[] {
  const texts = leavesOfJson(json).flatMap(({ name, value }) => {
    const isWords = typeof value === 'string' && /\p{L}{3}/u.test(value) && !isTime(value) && !isSecretName(name)
    return isWords && !/(?:^|_)id$|Id$|url|uri|href|link/.test(name) && !isKnown(value) ? [cut(value)] : []
  })
  return [...new Set(texts)].filter((text) => text !== '').slice(0, MOST)
}

function cut(text: string): string {
  // Half of a pair of UTF-16 cannot be sent.
  return text.length <= LONG
    ? text
    : text
        .slice(0, LONG)
        .replace(/[\uD800-\uDBFF]$/, '')
        .replace(/\s\S*$/, '')
}
