import { combineSchemas } from './definitions.ts'
import { isShape, isStandardSchema } from './recognition.ts'
import type { JsonSchema } from './schema-tree.ts'
import type { JsonSchemaWriter, StandardJsonSchema, StandardSchema } from './standard.ts'

/** Before (`input`) or after (`output`) the schema's transformations and defaults. */
export type Direction = 'input' | 'output'

/**
 * Describes a schema as JSON Schema. Never throws: what cannot be described is `{}` with a `$comment` that says why,
 * in the place where it stands. Definitions are under the root's `$defs`; every `$ref` is `#` or `#/$defs/<name>`.
 */
export function jsonSchemaOf(schema: unknown, direction: Direction): JsonSchema {
  if (isStandardSchema(schema)) return describeOnce(schema, direction)
  return isShape(schema) ? describeShape(schema, direction) : { $comment: 'Not a schema.' }
}

const KNOWN: Readonly<Record<Direction, WeakMap<object, JsonSchema>>> = { input: new WeakMap(), output: new WeakMap() }

function describeOnce(schema: StandardSchema, direction: Direction): JsonSchema {
  const known = KNOWN[direction].get(schema)
  if (known) return known
  const described = Object.freeze(describe(schema, direction))
  KNOWN[direction].set(schema, described)
  return described
}

function describe(schema: StandardSchema, direction: Direction): JsonSchema {
  const standard = schema['~standard'] as StandardSchema['~standard'] & Partial<StandardJsonSchema['~standard']>
  const write: JsonSchemaWriter | undefined = standard.jsonSchema?.[direction]
  if (typeof write !== 'function') return { $comment: `${standard.vendor} gives no JSON Schema for this value.` }
  try {
    const { $schema: _dialect, ...described } = write({ target: 'draft-2020-12', ...OPTIONS[standard.vendor] })
    return described
  } catch {
    return { $comment: `${standard.vendor} cannot write this value as JSON Schema.` }
  }
}

/** A date leaves as the text that `toJSON` gives (ISO 8601, which RFC 3339 profiles). */
const DATE = { type: 'string', format: 'date-time' } as const

/**
 * The options that each validator needs so that one part which JSON Schema cannot express does not cost the description
 * of the whole: that part becomes `{}`.
 */
const OPTIONS: Readonly<Record<string, { readonly libraryOptions: Readonly<Record<string, unknown>> } | undefined>> = {
  zod: {
    libraryOptions: {
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }: ZodNode): void => {
        if (zodSchema.def?.type === 'date') Object.assign(jsonSchema, DATE)
      },
    },
  },
  arktype: { libraryOptions: { fallback: { date: ({ base }: { readonly base: object }) => ({ ...base, ...DATE }) } } },
}

interface ZodNode {
  readonly zodSchema: { readonly def?: { readonly type: string } }
  readonly jsonSchema: object
}

const PLAIN = new Map<unknown, JsonSchema>([
  [String, { type: 'string' }],
  [Number, { type: 'number' }],
  [Boolean, { type: 'boolean' }],
])

function describeShape(shape: Readonly<Record<string, unknown>>, direction: Direction): JsonSchema {
  const properties = Object.entries(shape).map(
    ([name, field]) => [name, PLAIN.get(field) ?? jsonSchemaOf(field, direction)] as const,
  )
  const required = Object.keys(shape).filter((name) => isRequired(shape[name], direction))
  return combineSchemas(properties, (described) => ({
    type: 'object',
    properties: described,
    ...(required.length > 0 ? { required } : {}),
  }))
}

/** Asks the field's own schema whether it takes, or gives, `undefined`. One that cannot say at once is required. */
function isRequired(field: unknown, direction: Direction): boolean {
  if (!isStandardSchema(field)) return true
  try {
    const result = field['~standard'].validate(undefined)
    if ('then' in result) {
      // The answer comes too late to be used; its failure is not an unhandled one.
      result.then(undefined, () => undefined)
      return true
    }
    return result.issues !== undefined || (direction === 'output' && result.value !== undefined)
  } catch {
    return true
  }
}
