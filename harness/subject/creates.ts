import type { Route } from '../model/route.ts'

/**
 * Whether an operation makes a record: `POST`, or `PUT` to a collection below which other operations name a record, where nothing is sent there by `POST`
 * (`PUT /tasks` beside `GET /tasks/[id]`). Some servers have it so, and change records by `POST`.
 */
export function isCreation({ method, path }: Pick<Route, 'method' | 'path'>, routes: readonly Route[]): boolean {
  if (method === 'POST') return true
  const collection = withoutEnd(path)
  if (method !== 'PUT' || collection.endsWith(']') || isAt('POST', collection, routes)) return false
  const noun = collection.slice(collection.lastIndexOf('/'))
  return routes.some(({ path: other }) => other.startsWith(`${collection}/[`) || isAlone(other, noun))
}

/** Whether an operation changes the record that its path ends with: `PUT` and `PATCH`, or `POST` where neither is there. */
export function isChangeOfOne({ method, path }: Pick<Route, 'method' | 'path'>, routes: readonly Route[]): boolean {
  const item = withoutEnd(path)
  if (!item.endsWith(']')) return false
  if (method === 'PUT' || method === 'PATCH') return true
  return method === 'POST' && !isAt('PUT', item, routes) && !isAt('PATCH', item, routes)
}

function isAt(method: string, path: string, routes: readonly Route[]): boolean {
  return routes.some((one) => one.method === method && withoutEnd(one.path) === path)
}

/** Whether a path names a record of a noun, and nothing around it. */
function isAlone(path: string, noun: string): boolean {
  return path.split('[').length === 2 && withoutEnd(path).endsWith(']') && path.includes(`${noun}/[`)
}

function withoutEnd(path: string): string {
  return path.replace(/\/$/, '')
}
