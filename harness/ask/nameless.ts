import { randomInt, randomUUID } from 'node:crypto'

/** A value of the same form as another one, that names nothing. @param mark begins texts: nothing else of the server does */
export function namelessLike(value: string, mark: string): string {
  if (/^\d+$/.test(value)) return String(randomInt(400_000_000, 999_999_999))
  if (/^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(value)) return randomUUID()
  const name = `${mark}n${randomInt(10_000)}`
  return value.includes('@') ? `${name}@svc.invalid` : name
}

/** The same for values of parameters. */
export function namelessFor(params: Readonly<Record<string, string>>, mark: string): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, namelessLike(value, mark)]))
}
