import type { RawResponse } from '../replay/response-reader.ts'

/** The JSON of a body. */
interface Parsed {
  readonly value: unknown
}

const parsed = new WeakMap<RawResponse, Parsed | undefined>()

/** The JSON object or list of a body; `undefined` for anything else. */
export function parseBody(answer: RawResponse): Parsed | undefined {
  if (parsed.has(answer)) return parsed.get(answer)
  const value = parse(answer.body)
  parsed.set(answer, value)
  return value
}

function parse(body: string): Parsed | undefined {
  if (!/^\s*[[{]/.test(body)) return undefined
  try {
    return { value: JSON.parse(body) as unknown }
  } catch {
    return undefined
  }
}
