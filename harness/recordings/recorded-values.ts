import { isObject } from '../text/json.ts'

/** A text, a number or a truth value in a JSON value, with the name of its member. */
interface Value {
  readonly name: string
  readonly value: string | number | boolean
}

/** How deep values are read: those of a recording may be of any depth. */
export const MOST_DEEP = 12
/** Values of one body. */
const MOST = 5_000

/** The scalar values of a JSON value, as far as they are read. */
export function valuesIn(value: unknown): readonly Value[] {
  const found: Value[] = []
  const walk = (one: unknown, name: string, depth: number): void => {
    if (depth > MOST_DEEP || found.length >= MOST) return
    if (typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean') found.push({ name, value: one })
    else if (Array.isArray(one)) for (const item of one) walk(item, name, depth + 1)
    else if (isObject(one)) for (const [key, item] of Object.entries(one)) walk(item, key, depth + 1)
  }
  walk(value, '', 0)
  return found
}
