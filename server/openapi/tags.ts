import { formatAuth } from '../model/description.ts'
import { groupBy } from '../base/group-by.ts'
import type { AuthLevel, Operation } from '../model/operation.ts'

/** Operations at the top that share their first segment with nothing deeper. */
const TOP = 'General'
/** Levels that speak for more than one file. */
const SHARED_LEVELS: ReadonlySet<AuthLevel> = new Set(['folder', 'router', 'mount', 'api'])

/** A group of operations. */
export interface Tag {
  readonly name: string
  readonly description: string
}

/**
 * Tags by operation, and what they say. An operation that declares none is in the group of its folder: the first
 * segment of its path, if anything lies below it.
 */
export class TagTable {
  readonly #folders: ReadonlySet<string>
  readonly #operations: readonly Operation[]

  constructor(operations: readonly Operation[]) {
    this.#operations = operations
    this.#folders = new Set(
      operations.filter(({ path }) => path.indexOf('/', 1) !== -1).map(({ path }) => firstSegment(path)),
    )
  }

  /** Never empty. */
  tagsOf({ options, path }: Operation): readonly string[] {
    if (options.tags && options.tags.length > 0) return options.tags
    const folder = firstSegment(path)
    return [this.#folders.has(folder) && !folder.includes('[') ? folder : TOP]
  }

  /** Operations of the top first, then in the order of first use, each with the authenticator that its folder or the API declares. */
  all(): readonly Tag[] {
    const tagged = this.#operations.flatMap((operation) => this.tagsOf(operation).map((tag) => ({ tag, operation })))
    return [...groupBy(tagged, ({ tag }) => tag)]
      .toSorted(([a], [b]) => Number(b === TOP) - Number(a === TOP))
      .map(([name, group]) => ({ name, description: describeGroup(group.map(({ operation }) => operation)) }))
  }
}

function firstSegment(path: string): string {
  return path.slice(1).split('/', 1)[0] as string
}

/** The auth that most of the group inherits, and how many declare another. */
function describeGroup(group: readonly Operation[]): string {
  const inherited = new Map<string, number>()
  for (const { auth } of group) {
    if (!SHARED_LEVELS.has(auth.level)) continue
    const text = `${describeAuth(auth.description)}, declared by the ${auth.level === 'api' ? 'API' : auth.level}`
    inherited.set(text, (inherited.get(text) ?? 0) + 1)
  }
  const [common] = [...inherited].toSorted(([, a], [, b]) => b - a)
  if (!common) return 'Each operation declares who may call it.'
  const [text, count] = common
  return count === group.length ? `${text}.` : `${text}, where an operation does not say otherwise.`
}

function describeAuth(description: Operation['auth']['description']): string {
  return description ? `Needs \`${formatAuth(description)}\`` : 'Public'
}
