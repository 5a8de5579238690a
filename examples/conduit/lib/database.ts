import initSqlJs from 'sql.js'

export type Value = string | number | null
export type Row = Readonly<Record<string, Value>>

interface Database {
  /** The rows that a statement gives; none for one that only writes. */
  query(sql: string, values: readonly Value[]): readonly Row[]
  close(): void
}

/** The part of `node:sqlite` that is used here; Node 20 has no such module. */
interface NodeSqlite {
  readonly DatabaseSync: new (path: string) => {
    exec(sql: string): void
    prepare(sql: string): { all(...values: readonly Value[]): readonly Row[] }
    close(): void
  }
}

const SCHEMA = `
pragma foreign_keys = on;
create table if not exists users (
  id integer primary key autoincrement, username text not null unique, email text not null unique,
  password text not null, bio text not null default '', image text not null default '');
create table if not exists follows (
  follower integer not null references users on delete cascade, followed integer not null references users on delete cascade,
  primary key (follower, followed));
create table if not exists articles (
  id integer primary key autoincrement, slug text not null unique, title text not null, description text not null,
  body text not null, author integer not null references users on delete cascade, created text not null, updated text not null);
create table if not exists tags (
  article integer not null references articles on delete cascade, name text not null, primary key (article, name));
create table if not exists favorites (
  user integer not null references users on delete cascade, article integer not null references articles on delete cascade,
  primary key (user, article));
create table if not exists comments (
  id integer primary key autoincrement, body text not null, article integer not null references articles on delete cascade,
  author integer not null references users on delete cascade, created text not null, updated text not null);
`

let opened: Database | undefined

/**
 * Opens the file that `DATABASE` names, or a database in memory.
 *
 * @returns what closes it
 * @throws Error for a file where Node has no `node:sqlite`
 */
export async function openDatabase(): Promise<() => void> {
  const path = process.env['DATABASE'] ?? ':memory:'
  const database = openByNode(path) ?? (await openInMemory(path))
  opened = database
  return () => {
    database.close()
    opened = undefined
  }
}

/** Runs one statement, with `?` for each value. */
export function query(sql: string, ...values: readonly Value[]): readonly Row[] {
  if (!opened) throw new Error('the database is not open: openDatabase() comes first')
  return opened.query(sql, values)
}

/** Runs statements that hold together: all of them or, where one throws, none. */
export function atOnce<T>(work: () => T): T {
  query('begin')
  try {
    const result = work()
    query('commit')
    return result
  } catch (error) {
    query('rollback')
    throw error
  }
}

function openByNode(path: string): Database | undefined {
  const sqlite = process.getBuiltinModule?.('node:sqlite' as 'node:fs') as unknown as NodeSqlite | undefined
  if (!sqlite) return undefined
  const database = new sqlite.DatabaseSync(path)
  database.exec(SCHEMA)
  return {
    query: (sql, values) => database.prepare(sql).all(...values),
    close: () => database.close(),
  }
}

/** SQLite as WebAssembly, for Node 20: it has no files. */
async function openInMemory(path: string): Promise<Database> {
  if (path !== ':memory:') throw new Error(`DATABASE=${path} needs node:sqlite, which Node has from 22.13 on`)
  const { Database } = await initSqlJs()
  const database = new Database()
  database.run(SCHEMA)
  return {
    query: (sql, values) => {
      const statement = database.prepare(sql, [...values])
      try {
        const rows: Row[] = []
        while (statement.step()) rows.push(statement.getAsObject() as Row)
        return rows
      } finally {
        statement.free()
      }
    },
    close: () => database.close(),
  }
}
