import type { RequestData } from '../model/request.ts'
import { isObject, parseObject } from '../text/json.ts'

/** The texts of the JSON or the form of a request, those of the only object inside it too; of the query where it has no body. */
export function membersOf({ target, body }: RequestData): Readonly<Record<string, string>> {
  if (body === undefined) return Object.fromEntries(new URLSearchParams(target.split('?')[1]))
  const json = parseObject(Buffer.from(body, 'latin1').toString('utf8'))
  if (json === undefined) return Object.fromEntries(new URLSearchParams(body))
  const [inner, ...others] = Object.values(json)
  const members = isObject(inner) && others.length === 0 ? inner : json
  return Object.fromEntries(
    Object.entries(members).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

/** The request with more members beside those of its JSON: in the only object inside it, where it has one. */
export function withMembers(request: RequestData, more: Readonly<Record<string, unknown>>): RequestData {
  if (Object.keys(more).length === 0) return request
  if (request.body === undefined) {
    const [path = '', query] = request.target.split('?')
    const fields = new URLSearchParams(query)
    for (const [name, value] of Object.entries(more)) fields.set(name, String(value))
    return { ...request, target: `${path}?${fields.toString()}` }
  }
  const json = JSON.parse(Buffer.from(request.body, 'latin1').toString('utf8')) as Readonly<Record<string, unknown>>
  const [name, inner, ...others] = Object.entries(json).flat()
  const isWrapped = typeof name === 'string' && others.length === 0 && typeof inner === 'object' && inner !== null
  const body = isWrapped ? { [name]: { ...inner, ...more } } : { ...json, ...more }
  return { ...request, body: Buffer.from(JSON.stringify(body), 'utf8').toString('latin1') }
}
