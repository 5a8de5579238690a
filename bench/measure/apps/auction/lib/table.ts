/** Stands for a table of SQLite: rows by their key, read and written asynchronously. */
export class Table<Row extends object> {
  readonly #rows = new Map<string, Row>()

  constructor(rows: Readonly<Record<string, Row>> = {}) {
    for (const [key, row] of Object.entries(rows)) this.#rows.set(key, row)
  }

  async get(key: string): Promise<Row | undefined> {
    return this.#rows.get(key)
  }

  async insert(key: string, row: Row): Promise<void> {
    this.#rows.set(key, row)
  }

  async update(key: string, change: Partial<Row>): Promise<void> {
    const row = this.#rows.get(key)
    if (row !== undefined) this.#rows.set(key, { ...row, ...change })
  }

  async delete(key: string): Promise<void> {
    this.#rows.delete(key)
  }

  async where(isWanted: (row: Row) => boolean): Promise<readonly Row[]> {
    return [...this.#rows.values()].filter(isWanted)
  }

  async keys(): Promise<readonly string[]> {
    return [...this.#rows.keys()]
  }
}
