import type { Ask } from '../ask/exploration.ts'
import type { OwnedPlace, RecordParams } from './resource-places.ts'

/** A request for the record of another in which the id has a twin: another spelling, or a second id in another place. */
export interface Twin {
  readonly name: string
  readonly params: RecordParams
  /** In words. */
  readonly how: string
  readonly more?: Pick<Ask, 'query' | 'again'>
}

/**
 * The twins of an id, for a user with an own record or without one: one part of an application may compare the one with who asks,
 * and another find the record by the other. None where two parameters name the record: these are `resource.nested`.
 */
export function twinsOf(place: OwnedPlace, params: RecordParams, own: RecordParams | undefined): readonly Twin[] {
  const [[param, id] = [], ...more] = Object.entries(params)
  if (param === undefined || id === undefined || more.length > 0) return []
  const mine = own?.[param]
  const inQuery = place.in === 'query' ? place.name : param
  const twice = (first: string, second: string): Pick<Twin, 'params' | 'more'> => ({
    params: { [param]: first },
    more: place.in === 'query' ? { again: { [inQuery]: second } } : { query: { [inQuery]: second } },
  })
  const isTwice = mine !== undefined && mine !== id && (place.in === 'path' || place.in === 'query')
  return [
    ...(place.in === 'path'
      ? spellingsOf(params).map(([name, spelt, how]) => ({ name, params: { [param]: spelt }, how }))
      : []),
    ...(isTwice
      ? [
          { name: 'second', ...twice(id, mine), how: `and ${inQuery}=${mine} in the query` },
          { name: 'first', ...twice(mine, id), how: `of the own record, and ${inQuery}=${id} in the query` },
        ]
      : []),
  ]
}

/** Other spellings of an id that some part of an application may take for the same. */
function spellingsOf(params: RecordParams): readonly (readonly [name: string, id: string, how: string])[] {
  const id = Object.values(params)[0] ?? ''
  const swapped = id === id.toUpperCase() ? id.toLowerCase() : id.toUpperCase()
  const isNumber = /^\d+$/.test(id)
  const all: readonly (readonly [string, string, string])[] = [
    ['case', swapped, 'in another case'],
    ['space', `${id} `, 'padded'],
    ['space-before', ` ${id}`, 'padded'],
    ['tab', `${id}\t`, 'padded'],
    ['dot', `${id}.`, 'padded'],
    ['json', `${id}.json`, 'padded'],
    ['nul', `${id}\0`, 'padded'],
    ['zero', isNumber ? `0${id}` : id, 'as another number'],
    ['decimal', isNumber ? `${id}.0` : id, 'as another number'],
    ['star', '*', 'as a pattern'],
    ['percent', '%', 'as a pattern'],
  ]
  return all.filter(([, spelt]) => spelt !== id)
}
