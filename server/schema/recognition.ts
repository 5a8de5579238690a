import { isBodyMarker } from './markers.ts'
import type { StandardSchema } from './standard.ts'

/** Whether a value validates by the Standard Schema interface. arktype's schemas are functions. */
export function isStandardSchema(value: unknown): value is StandardSchema {
  if ((typeof value !== 'object' || value === null) && typeof value !== 'function') return false
  const standard = (value as Partial<StandardSchema>)['~standard']
  return typeof standard === 'object' && standard !== null && typeof standard.validate === 'function'
}

/** Whether a value may be a plain shape: an object literal. What its members are is another question. */
export function isShape(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || isBodyMarker(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** Names a wrong schema, for messages. */
export function nameValue(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (isBodyMarker(value)) return 'a body marked with Form(…) or Json(…), which only `body` takes'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'function') return `the function ${value.name || 'without a name'}`
  if (typeof value === 'object' && value !== null) return `an object of ${value.constructor?.name ?? 'no class'}`
  return String(value)
}
