import { decodePercent } from '../text/encoding.ts'
import type { Entry } from './read-har.ts'
import { valuesIn } from './recorded-values.ts'

/** A path as an operation has it: `/orders/{order_id}`. */
export interface Placed {
  readonly template: string
  readonly params: Readonly<Record<string, string>>
}

/** Digits, UUIDs, ULIDs, long hexadecimal numbers. */
const ID = /^(?:\d+|[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}|[0-9a-hjkmnp-tv-z]{26}|[\da-f]{16,})$/i
/** Names of members whose values name a record. */
const NAMING = /(?:^|_|-|[a-z])(?:id|uuid|guid|slug|key|code|ref|number|uid|name|title|login|email|handle)$/i
/** Of these names, those that say nothing of what they name. */
const PLAIN = /^_?(?:id|uuid|guid|uid|key|code|ref|number)$/i

/**
 * Finds the operation of each path of recordings: a step that is written as an id is, or that a body has as the name of a record, is a
 * parameter. The same place has the same name in every path.
 */
export function placer(entries: readonly Entry[]): (path: string) => Placed {
  const named = new Map<string, string>()
  for (const { answer, body } of entries)
    for (const { name, value } of [...valuesIn(answer), ...valuesIn(body?.value)])
      if (typeof value !== 'boolean' && NAMING.test(name) && !named.has(String(value))) named.set(String(value), name)
  const names = new Map<string, string>()
  return (path) => {
    const params: Record<string, string> = {}
    let template = ''
    let before = ''
    for (const step of path.split('/').slice(1)) {
      const value = decodePercent(step)
      const isParam = value !== '' && (ID.test(value) || (before !== '' && named.has(value)))
      if (!isParam) before = /^v\d+$/i.test(step) ? before : step
      const place = `${template}/{}`
      const name = isParam ? (names.get(place) ?? unused(nameOf(value, before, named), params)) : ''
      if (isParam) {
        names.set(place, name)
        params[name] = value
      }
      template += isParam ? `/{${name}}` : `/${step}`
    }
    return { template, params }
  }
}

/** `order_id` below `orders`; the name of the member where it says more. */
function nameOf(value: string, before: string, named: ReadonlyMap<string, string>): string {
  const member = named.get(value)
  if (member !== undefined && !PLAIN.test(member)) return member.replace(/\W/g, '_')
  const noun = before.replace(/\W/g, '_').replace(/ies$/, 'y').replace(/s$/, '')
  return `${noun === '' ? '' : `${noun}_`}id`
}

function unused(name: string, params: Readonly<Record<string, string>>): string {
  let free = name
  for (let at = 2; params[free] !== undefined; at++) free = `${name}${at}`
  return free
}
