/**
 * An empty object without a prototype. `Object.create(null)` makes one whose members the engine keeps in a hash table:
 * reading, freezing and writing it as JSON cost several times as much.
 */
export function createRecord<V>(): Record<string, V> {
  return Object.setPrototypeOf({}, null) as Record<string, V>
}
