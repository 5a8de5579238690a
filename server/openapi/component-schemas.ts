import { escapeStep, refersTo, rewriteReferences } from '../schema/references.ts'
import { type JsonSchema, recordOf } from '../schema/schema-tree.ts'
import type { Reference } from './specification.ts'

/**
 * The schemas under `components`. A validator writes its definitions next to the schema and points at them from its
 * root; in a document those pointers would start at the document. So definitions move here and pointers follow.
 */
export class ComponentSchemas {
  readonly #schemas = new Map<string, JsonSchema>()
  /** Component by what it was made of, so that a definition that many operations use is written once. */
  readonly #known = new Map<string, string>()

  /** The document's own that nothing has used yet. */
  readonly #unused: Set<string>

  /** @param own names that no other schema gets; each is written where it is used */
  constructor(own: Readonly<Record<string, JsonSchema>>) {
    for (const [name, schema] of Object.entries(own)) this.#schemas.set(name, schema)
    this.#unused = new Set(Object.keys(own))
  }

  /** A reference to one of the document's own. */
  use(name: string): Reference & JsonSchema {
    this.#unused.delete(name)
    return referenceTo(name)
  }

  /** The schema as it may stand anywhere in the document. */
  embed(schema: JsonSchema): JsonSchema {
    const { $defs, ...own } = schema
    const isRecursive = refersTo(schema, '#')
    const targets = new Map<string, string>()
    const added = new Map<string, unknown>()
    const claim = (pointer: string, wanted: string, definition: unknown): void => {
      // The meaning of a definition's references depends on the definitions beside it.
      const identity = `${pointer} ${JSON.stringify(isRecursive ? schema : $defs)}`
      const known = this.#known.get(identity)
      const name = known ?? this.#reserve(wanted)
      targets.set(pointer, referenceTo(name).$ref)
      if (known !== undefined) return
      this.#known.set(identity, name)
      added.set(name, definition)
    }
    for (const [name, definition] of Object.entries(recordOf($defs)))
      claim(`#/$defs/${escapeStep(name)}`, name, definition)
    if (isRecursive) claim('#', typeof own.title === 'string' ? own.title : 'Schema', own)
    for (const [name, definition] of added)
      this.#schemas.set(name, rewriteReferences(definition, targets) as JsonSchema)
    return isRecursive ? { $ref: targets.get('#') } : (rewriteReferences(own, targets) as JsonSchema)
  }

  /** By name, in the order of their first use. */
  all(): Readonly<Record<string, JsonSchema>> {
    return Object.fromEntries([...this.#schemas].filter(([name]) => !this.#unused.has(name)))
  }

  #reserve(wanted: string): string {
    const base = wanted.replace(/[^\w.-]+/g, '_') || 'Schema'
    let name = base
    for (let n = 2; this.#schemas.has(name); n++) name = `${base}${n}`
    this.#schemas.set(name, {})
    return name
  }
}

/** `{ $ref: '#/components/schemas/Error' }`. */
function referenceTo(name: string): Reference & JsonSchema {
  return { $ref: `#/components/schemas/${name}` }
}
