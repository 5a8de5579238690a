import { memberName, namesRecord } from '../ask/bodies.ts'
import { namesCaller } from '../model/caller.ts'
import { foldName, ID_NAMES, isRowId, singular } from '../ask/values.ts'
import type { BodyMember, Route, SentAs } from '../model/route.ts'
import { isUsersNoun, lastNounOf, paramsOf, withoutSlash } from './path-nouns.ts'
import { operationAt, operationBelow } from './operations.ts'

/** A step of a path that deletes what the body names: `batch-delete`, `deleteMany`, `remove`; `delete-all` may ask for no name. */
const DELETES =
  /^(?:(?:batch|bulk|mass|multi(?:ple)?)[-_]?)?(?:delete|remove|destroy)(?:[-_]?(?:batch|bulk|many|multi(?:ple)?|selected))?$/i

/** The parameter of the id that is sent in the body. */
const ID = 'id'

/**
 * With an operation for each record that is deleted by its id in a body, beside those of the document: `DELETE /orders/[id]` for
 * `POST /batch-delete/orders`, `POST /orders/delete` or `DELETE /orders`, with `[3]`, `{ "ids": [3] }` or `{ "id": 3 }`.
 */
export function withBodyDeletions(routes: readonly Route[]): readonly Route[] {
  const more = routes.flatMap((route) => {
    const collection = collectionOf(route)
    const place = placeOf(route, routes)
    if (collection === undefined || place === undefined || paramsOf({ path: collection }).length > 0) return []
    const isThere =
      operationAt('GET', collection, { routes }) ??
      operationAt('POST', collection, { routes }) ??
      operationAt('GET', `${collection}/list`, { routes })
    const path = `${collection}/[${ID}]`
    if (isThere === undefined || operationAt('DELETE', path, { routes }) !== undefined) return []
    const sentAs: SentAs = { route, param: ID, ...place }
    return [{ ...route, key: `DELETE ${path}`, method: 'DELETE', path, sentAs }]
  })
  return more.length === 0 ? routes : [...routes, ...more]
}

/** Whether a member beside the id may name a record or a user, of which the document has an example. */
function mayName(one: BodyMember): boolean {
  const name = memberName(one)
  const isRecord = ID_NAMES.has(name) || namesRecord(one.path[0] ?? '') || namesCaller(name)
  return one.path.length > 1 || isRecord || /mail|^username$|login|phone/.test(name)
}

/** The collection from which an operation deletes what its body names. */
function collectionOf({ method, path }: Route): string | undefined {
  const plain = withoutSlash(path)
  const steps = plain.split('/')
  if (method !== 'POST' && method !== 'DELETE') return undefined
  if (!steps.some((step) => DELETES.test(step))) return method === 'DELETE' ? plain : undefined
  return steps.filter((step) => !DELETES.test(step)).join('/')
}

/** Where the body has the id: the body is a list, or one member of it is. */
function placeOf(route: Route, routes: readonly Route[]): Omit<SentAs, 'route' | 'param'> | undefined {
  const members = route.inputs?.body ?? []
  const noun = singular(lastNounOf({ path: collectionOf(route) ?? '' }))
  if (members.length === 0)
    return route.sample?.body?.text.trim().startsWith('[') === true ? { isList: true } : undefined
  const ids = members.filter((member) => {
    const name = memberName(member).replace(/s$/, '')
    return (
      member.path.length === 1 &&
      (ID_NAMES.has(name) || name === `${noun}id` || (name.endsWith('id') && isUsersNoun(noun)))
    )
  })
  const rows = ids.filter((one) => isRowId(memberName(one)))
  const [member, more] = rows.length === 1 ? rows : ids
  if (member === undefined || more !== undefined) return undefined
  // The model of a record may stand for its id, as where the record is made.
  const needed = members.filter((one) => one.isRequired && one !== member)
  const made = operationBelow('POST', collectionOf(route) ?? '', [/^\/(?:create|add|new)$/, /^$/], { routes })
  const known = new Set((made?.inputs?.body ?? []).map(({ path: [name] }) => name))
  if (needed.some((one) => !known.has(one.path[0]) || mayName(one))) return undefined
  const beside = Object.fromEntries(
    needed.map(({ path: [name = ''], sample, type, isChoice }) => [
      name,
      type === 'string' && !isChoice ? 'svc' : sample,
    ]),
  )
  return {
    member: member.path[0] ?? '',
    ...(needed.length === 0 ? {} : { beside }),
    isList: member.type === 'array' || foldName(member.path[0] ?? '').endsWith('ids'),
  }
}
