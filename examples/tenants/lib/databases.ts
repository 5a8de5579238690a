import initSqlJs, { type Database, type SqlJsStatic, type SqlValue } from 'sql.js'

const SCHEMA =
  'create table tickets (id integer primary key, author text not null, title text not null, done integer not null)'

let engine: Promise<SqlJsStatic> | undefined
const databases = new Map<string, Promise<Database>>()

/** A ticket of a tenant. */
export interface Ticket {
  readonly id: number
  readonly author: string
  readonly title: string
  readonly done: boolean
}

/** The tickets of one tenant: nothing in here can name another. */
export class Tickets {
  readonly tenant: string
  readonly #database: Database

  constructor(tenant: string, database: Database) {
    this.tenant = tenant
    this.#database = database
  }

  list(): readonly Ticket[] {
    return this.#select('select * from tickets order by id')
  }

  find(id: number): Ticket | undefined {
    return this.#select('select * from tickets where id = ?', id)[0]
  }

  add(author: string, title: string): Ticket {
    const [ticket] = this.#select(
      'insert into tickets (author, title, done) values (?, ?, 0) returning *',
      author,
      title,
    )
    return ticket as Ticket
  }

  remove(id: number): void {
    this.#database.run('delete from tickets where id = ?', [id])
  }

  #select(sql: string, ...values: SqlValue[]): readonly Ticket[] {
    const statement = this.#database.prepare(sql, values)
    const rows: Ticket[] = []
    while (statement.step()) {
      const { id, author, title, done } = statement.getAsObject()
      rows.push({ id: Number(id), author: String(author), title: String(title), done: done === 1 })
    }
    statement.free()
    return rows
  }
}

/** Opens the database of a tenant, once. */
export async function openTickets(tenant: string): Promise<Tickets> {
  const opened = databases.get(tenant) ?? createDatabase()
  databases.set(tenant, opened)
  return new Tickets(tenant, await opened)
}

/** Closes every database. */
export async function closeDatabases(): Promise<void> {
  for (const database of databases.values()) (await database).close()
  databases.clear()
}

async function createDatabase(): Promise<Database> {
  const { Database } = await (engine ??= initSqlJs())
  const database = new Database()
  database.run(SCHEMA)
  database.run("insert into tickets values (1, 'support', 'Welcome', 0)")
  return database
}
