import { parseObject } from '../text/json.ts'
import type { RequestData } from '../model/request.ts'
import { type Probe, probesOf } from './probe-row.ts'

/** The body of an operation as another media type: a guard in a parser of bodies sees no other. */
export const CONTENT_PROBES: readonly Probe[] = probesOf('the guard reads the body of one content type only', 436, {
  'probe.content-type-form': [
    'the JSON of the route as a form',
    (r) => withBody(r, 'application/x-www-form-urlencoded', asForm),
  ],
  'probe.content-type-text': ['the JSON of the route as plain text', (r) => withBody(r, 'text/plain', (text) => text)],
})

/** The request with its JSON body as another media type. */
function withBody(
  request: RequestData,
  type: string,
  write: (text: string) => string | undefined,
): RequestData | undefined {
  const at = request.headers.findIndex(([name, value]) => /^content-type$/i.test(name) && /\bjson\b/.test(value))
  const text = at < 0 || request.body === undefined ? undefined : write(request.body)
  if (text === undefined) return undefined
  return { ...request, body: text, headers: request.headers.map((line, i) => (i === at ? [line[0], type] : line)) }
}

/** The members of a JSON object as a form; `undefined` for other JSON. */
function asForm(text: string): string | undefined {
  const value = parseObject(text)
  return value && new URLSearchParams(Object.entries(value).map(([name, one]) => [name, String(one)])).toString()
}
