import { fittingBranches, jsonValueOf } from './fit.ts'
import { followReference, isSchema, itemSchema, type JsonSchema, memberOf, recordOf, schemasIn } from './schema-tree.ts'

/** Copies a value without the members that its schema does not declare, at every depth. */
export type Prune = (value: unknown) => unknown

/**
 * Makes the function that leaves of a value what its JSON Schema declares. Validators differ in what they do with
 * other members: arktype keeps them, and a `passwordHash` with them.
 *
 * - A member is declared by `properties` and `patternProperties`, and by an `additionalProperties` that is not `false`.
 * - Where a schema says nothing of members at all, all of them stay.
 * - Of `anyOf` and `oneOf` those branches count that the value fits; if it fits none, all do.
 */
export function compilePrune(root: JsonSchema): Prune {
  return new PruneCompiler(root).compile([root])
}

type Members = Readonly<Record<string, unknown>>

/** Keywords by which a schema is put together from others. */
const PARTS = ['$ref', 'allOf', 'anyOf', 'oneOf', 'then', 'else']
/** Keywords by which a schema declares members. */
const MEMBERS = ['properties', 'patternProperties', 'additionalProperties']
/** Keywords by which a schema describes what is inside a value. */
const STRUCTURE = [...MEMBERS, 'items', 'prefixItems']

const KEEP: Prune = (value) => value

class PruneCompiler {
  readonly #root: JsonSchema
  readonly #ids = new Map<JsonSchema, number>()
  /** By the ids of the schemas that apply together: unions come in few combinations, values in many. */
  readonly #compiled = new Map<string, Prune>()

  constructor(root: JsonSchema) {
    this.#root = root
  }

  /** For values that all of these schemas describe: what any of them declares stays. */
  compile(schemas: readonly JsonSchema[]): Prune {
    const speaking = schemas.filter((schema) => hasAny(schema, PARTS) || hasAny(schema, STRUCTURE))
    if (speaking.length === 0) return KEEP
    const isComposed = speaking.some((schema) => hasAny(schema, PARTS))
    return isComposed ? this.#compileComposed(speaking) : this.#compileOwn(speaking)
  }

  /** Which parts apply depends on the value, and a reference may lead back here, so this waits for a value. */
  #compileComposed(schemas: readonly JsonSchema[]): Prune {
    return (value) => {
      const shown = jsonValueOf(value)
      if (typeof shown !== 'object' || shown === null) return shown
      const parts = new Set<JsonSchema>()
      for (const schema of schemas) this.#addParts(schema, shown, parts)
      return this.#compileOwn([...parts])(shown)
    }
  }

  /** The schema and all that it is put together from, as far as the value fits. */
  #addParts(schema: JsonSchema, value: unknown, parts: Set<JsonSchema>): void {
    if (parts.has(schema)) return
    parts.add(schema)
    const added = [
      followReference(this.#root, schema),
      ...schemasIn(schema.allOf),
      ...fittingBranches(schemasIn(schema.anyOf), value, this.#root),
      ...fittingBranches(schemasIn(schema.oneOf), value, this.#root),
      ...[schema.then, schema.else].filter(isSchema),
    ]
    for (const part of added) this.#addParts(part, value, parts)
  }

  /** By what these schemas say themselves. */
  #compileOwn(schemas: readonly JsonSchema[]): Prune {
    const key = schemas.map((schema) => this.#idOf(schema)).join()
    const known = this.#compiled.get(key)
    if (known) return known
    const pruneItems = this.#compileItems(schemas)
    const pruneMembers = this.#compileMembers(schemas)
    const prune: Prune = (value) => {
      const shown = jsonValueOf(value)
      if (typeof shown !== 'object' || shown === null) return shown
      return Array.isArray(shown) ? pruneItems(shown) : pruneMembers(shown as Members)
    }
    this.#compiled.set(key, prune)
    return prune
  }

  #compileItems(schemas: readonly JsonSchema[]): (items: readonly unknown[]) => unknown {
    const at = (index: number): Prune =>
      this.compile(schemas.map((schema) => itemSchema(schema, index)).filter(isSchema))
    // Beyond its prefix, a list is all alike.
    const prefixLength = Math.max(
      0,
      ...schemas.map(({ prefixItems }) => (Array.isArray(prefixItems) ? prefixItems.length : 0)),
    )
    const prefix = Array.from({ length: prefixLength }, (_, index) => at(index))
    const rest = at(prefixLength)
    if (prefixLength === 0) return rest === KEEP ? KEEP : (items) => items.map(rest)
    return (items) => items.map((item, index) => (prefix[index] ?? rest)(item))
  }

  #compileMembers(schemas: readonly JsonSchema[]): (members: Members) => unknown {
    const declaring = schemas.filter((schema) => hasAny(schema, MEMBERS))
    if (declaring.length === 0) return (members) => members
    const pruneOf = (name: string): Prune | undefined => {
      const declared = declaring.map((schema) => declaredMember(schema, name)).filter((found) => found !== undefined)
      return declared.length > 0 ? this.compile(declared.filter(isSchema)) : undefined
    }
    const named = new Map<string, Prune | undefined>()
    for (const name of declaring.flatMap((schema) => Object.keys(recordOf(schema.properties))))
      named.set(name, pruneOf(name))
    // Only declared names are kept in the map: those of a record are the client's, and without end.
    return (members) => {
      const output: Record<string, unknown> = {}
      for (const name of Object.keys(members)) {
        const prune = named.get(name) ?? pruneOf(name)
        if (prune) define(output, name, prune(members[name]))
      }
      return output
    }
  }

  #idOf(schema: JsonSchema): number {
    const id = this.#ids.get(schema) ?? this.#ids.size
    this.#ids.set(schema, id)
    return id
  }
}

function hasAny(schema: JsonSchema, keywords: readonly string[]): boolean {
  return keywords.some((keyword) => keyword in schema)
}

/** The schema of a member, or `true`; `undefined` for a member that this schema does not declare. */
function declaredMember(schema: JsonSchema, name: string): unknown {
  const own = memberOf(recordOf(schema.properties), name)
  if (own !== undefined) return own
  for (const [pattern, member] of Object.entries(recordOf(schema.patternProperties))) {
    if (new RegExp(pattern, 'u').test(name)) return member
  }
  return schema.additionalProperties === false ? undefined : schema.additionalProperties
}

/** Assigned, this one name would change the prototype and be lost. */
function define(output: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') output[name] = value
  else Object.defineProperty(output, name, { value, enumerable: true, configurable: true, writable: true })
}
