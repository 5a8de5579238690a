import type { RedisStore } from './redis-store.ts'

/**
 * Values that belong to a family and end with it. Every method of one that other processes share rejects while its store is
 * away.
 */
export interface Families {
  /** The values of these names, `undefined` for each that is not there. */
  read(family: string, names: readonly string[]): Promise<readonly (string | undefined)[]>
  /** @param end milliseconds since 1970 */
  write(family: string, name: string, value: string, end: number): Promise<void>
  /** Writes a value unless there is one: of all that ask at the same time, one gets `true`. */
  writeFirst(family: string, name: string, value: string, end: number): Promise<boolean>
  remove(family: string, name: string): Promise<void>
}

/** The commands of `ioredis` that are used. */
interface Commands {
  mget(keys: readonly string[]): Promise<readonly (string | null)[]>
  set(key: string, value: string, unit: 'PX', milliseconds: number, condition?: 'NX'): Promise<'OK' | null>
  del(key: string): Promise<number>
}

/**
 * Families in a Redis, whose messages call them by `name`. The keys of one share a hash tag: a cluster keeps them on one node, and loses them together.
 */
export function familiesIn(store: RedisStore, prefix: string, name: string): Families {
  const ask = <T>(question: (commands: Commands) => Promise<T>): Promise<T> =>
    store.use(({ client }) => question(client as Commands), name)
  const keyOf = (family: string, name: string): string => `svc:{${family}}:${prefix}:${name}`
  return {
    read: async (family, names) => {
      const values = await ask((commands) => commands.mget(names.map((name) => keyOf(family, name))))
      return values.map((value) => value ?? undefined)
    },
    write: async (family, name, value, end) => {
      await ask((commands) => commands.set(keyOf(family, name), value, 'PX', lifetimeUntil(end)))
    },
    writeFirst: async (family, name, value, end) =>
      (await ask((commands) => commands.set(keyOf(family, name), value, 'PX', lifetimeUntil(end), 'NX'))) === 'OK',
    remove: async (family, name) => {
      await ask((commands) => commands.del(keyOf(family, name)))
    },
  }
}

/** Milliseconds. A name must not be forgotten before what it is about, so the clocks of two machines may differ by as much. */
const SPARE = 60_000

function lifetimeUntil(end: number): number {
  return Math.max(1, Math.ceil(end - Date.now())) + SPARE
}

interface OwnFamily {
  end: number
  readonly values: Map<string, string>
}

/** Families in the memory of this process; a reload keeps them. What has ended is dropped. */
export function ownFamilies(prefix: string): Families {
  const all = ((globalThis as { [FAMILIES]?: Map<string, OwnFamily> })[FAMILIES] ??= new Map())
  const valuesOf = (family: string): Map<string, string> | undefined => {
    const known = all.get(`${prefix}:${family}`)
    return known && known.end > Date.now() ? known.values : undefined
  }
  const write = (family: string, name: string, value: string, end: number): void => {
    const key = `${prefix}:${family}`
    const known = all.get(key)
    if (!known) sweep(all)
    const own = known ?? { end, values: new Map<string, string>() }
    own.end = Math.max(own.end, end)
    own.values.set(name, value)
    all.set(key, own)
  }
  return {
    read: async (family, names) => names.map((name) => valuesOf(family)?.get(name)),
    write: async (...entry) => write(...entry),
    writeFirst: async (family, name, value, end) => {
      if (valuesOf(family)?.has(name)) return false
      write(family, name, value, end)
      return true
    },
    remove: async (family, name) => void valuesOf(family)?.delete(name),
  }
}

const FAMILIES = Symbol.for('svc.families')
const LISTS = Symbol.for('svc.family-lists')
/** Families that were begun since the last sweep, after which the next is due: it costs as much as there are. */
const SWEEP_AFTER = 1_000
let begun = 0

function sweep(all: Map<string, OwnFamily>): void {
  if (++begun < Math.max(SWEEP_AFTER, all.size / 2)) return
  begun = 0
  const now = Date.now()
  for (const [key, { end }] of all) if (end <= now) all.delete(key)
}

/** Notes that this process declared something whose families other processes must see. */
export function declareFamilies(): void {
  ;(globalThis as { [LISTS]?: boolean })[LISTS] = true
}

/** Whether anything of this process keeps families. */
export function hasFamilies(): boolean {
  return (globalThis as { [LISTS]?: boolean })[LISTS] === true
}
