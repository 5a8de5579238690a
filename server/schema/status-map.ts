import { isShape } from './recognition.ts'

/**
 * Whether `response` declares schemas by status: an object literal whose keys are all numbers. Anything else is the
 * schema of the 200 answer.
 */
export function isStatusMap(response: unknown): response is Readonly<Record<string, unknown>> {
  if (!isShape(response)) return false
  const keys = Object.keys(response)
  return keys.length > 0 && keys.every((key) => /^\d+$/.test(key))
}

/** The status of a value that is returned without `reply`: 200, else the only declared success. */
export function bareStatusOf(statuses: readonly number[]): number | undefined {
  if (statuses.includes(200)) return 200
  const successes = statuses.filter((status) => status >= 200 && status < 300)
  return successes.length === 1 ? successes[0] : undefined
}
