import { escapeStep, refersTo, rewriteReferences } from './references.ts'
import { type JsonSchema, recordOf } from './schema-tree.ts'

/**
 * Puts schemas that each have definitions of their own into one. Definitions move to the `$defs` of the whole; where
 * two schemas define one name in two ways, the later ones get a number.
 */
export function combineSchemas(
  parts: readonly (readonly [name: string, schema: JsonSchema])[],
  combine: (parts: Readonly<Record<string, JsonSchema>>) => JsonSchema,
): JsonSchema {
  const definitions = new Map<string, JsonSchema>()
  const hoisted = parts.map(([name, schema]) => [name, hoist(name, schema, definitions)] as const)
  const whole = combine(Object.fromEntries(hoisted))
  return definitions.size === 0 ? whole : { ...whole, $defs: Object.fromEntries(definitions) }
}

/** The schema without its definitions, which are added to `definitions` under names that are free there. */
function hoist(name: string, schema: JsonSchema, definitions: Map<string, JsonSchema>): JsonSchema {
  const { $defs, ...own } = schema
  const isRecursive = refersTo(schema, '#')
  const local = Object.entries(recordOf($defs)).map(([key, definition]) => ({
    reference: `#/$defs/${escapeStep(key)}`,
    wanted: key,
    definition: recordOf(definition),
  }))
  if (isRecursive) local.push({ reference: '#', wanted: name, definition: own })
  // All or none: a definition that is the same word for word may still refer to another one that is not.
  const isShared = local.every(({ wanted, definition }) => isFreeOrSame(definitions.get(wanted), definition))
  const targets = new Map<string, string>()
  for (const { reference, wanted, definition } of local) {
    const target = isShared ? wanted : freeName(wanted, definitions)
    definitions.set(target, definition)
    targets.set(reference, target)
  }
  const references = new Map([...targets].map(([from, target]) => [from, `#/$defs/${escapeStep(target)}`]))
  for (const { reference, definition } of local) {
    definitions.set(targets.get(reference) as string, rewriteReferences(definition, references) as JsonSchema)
  }
  return isRecursive ? { $ref: references.get('#') } : (rewriteReferences(own, references) as JsonSchema)
}

function isFreeOrSame(known: JsonSchema | undefined, definition: JsonSchema): boolean {
  return known === undefined || JSON.stringify(known) === JSON.stringify(definition)
}

function freeName(wanted: string, definitions: ReadonlyMap<string, JsonSchema>): string {
  let name = wanted
  for (let number = 2; definitions.has(name); number++) name = `${wanted}${number}`
  return name
}
