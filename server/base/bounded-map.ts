/** A map that forgets its least recently used entries beyond a size. */
export class BoundedMap<K, V> {
  readonly #entries = new Map<K, V>()
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  get size(): number {
    return this.#entries.size
  }

  get(key: K): V | undefined {
    const value = this.#entries.get(key)
    if (value === undefined) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, value)
    return value
  }

  set(key: K, value: V): void {
    this.#entries.delete(key)
    this.#entries.set(key, value)
    if (this.#entries.size <= this.#limit) return
    for (const oldest of this.#entries.keys()) {
      this.#entries.delete(oldest)
      return
    }
  }

  delete(key: K): void {
    this.#entries.delete(key)
  }
}
