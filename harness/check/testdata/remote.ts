import type { RequestData } from '../../model/request.ts'
import type { RawResponse } from '../../replay/response-reader.ts'
import type { Control, Facts } from '../facts.ts'
import { answer, control } from './judging.ts'

/** The field of an answer in JSON. */
export const JSON_TYPE: readonly ['content-type', 'application/json'] = ['content-type', 'application/json']
/** An answer in JSON. */
export function json(status: number, value: unknown): RawResponse {
  return answer(status, JSON.stringify(value), [...JSON_TYPE])
}

/** An answer with a page. */
export function page(status: number, body: string): RawResponse {
  return answer(status, body, ['content-type', 'text/html'])
}

/** The answer of the route to a good credential. */
export const good: Control = control(json(200, { at: 1, name: 'ann', secret: 'the deep vault' }))
/** The same resource for another user, at another time. */
export const anonymous: RawResponse = json(200, { at: 27, name: null, secret: 'the deep vault' })
/** For another user. */
export const other: RawResponse = json(200, { at: 27, name: 'bob', secret: 'the deep vault' })
/** The one page of an application that answers every path. */
export const spa: RawResponse = page(200, '<html><body>One page for every path there is</body></html>')
/** The answer of a path that does not exist. */
export const notFound: RawResponse = answer(404)
/** A request without a field. */
export function at(target: string, method = 'GET'): RequestData {
  return { method, target, headers: [] }
}
/** Another path of the route. */
export const slash: RequestData = at('/pets/')
/** That path leads to the route with a good credential. */
export const reaches: Pick<Facts, 'request' | 'control' | 'counterpart' | 'nonsense'> = {
  request: slash,
  control: good,
  counterpart: other,
  nonsense: notFound,
}
