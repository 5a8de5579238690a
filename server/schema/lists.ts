import { createRecord } from '../base/record.ts'
import { jsonSchemaOf } from './json-schema.ts'
import { followReference, memberSchema, recordOf } from './schema-tree.ts'
import type { StandardSchema } from './standard.ts'

/**
 * Text does not distinguish a list of one from a single value: `?tag=a` is both. This wraps the single value where the schema
 * asks for a list, so that `z.array(z.string())` takes one as it takes two.
 */
export function compileListWrapper(schema: StandardSchema): (input: unknown) => unknown {
  let lists: ListNames | undefined
  return (input) => {
    lists ??= findLists(schema)
    if (lists.isList) return input === undefined || Array.isArray(input) ? input : [input]
    if (lists.members.length === 0 || typeof input !== 'object' || input === null) return input
    return wrapMembers(input as Readonly<Record<string, unknown>>, lists.members)
  }
}

/** Which values must be lists: the value itself, or these members of it. */
interface ListNames {
  readonly isList: boolean
  readonly members: readonly string[]
}

function findLists(schema: StandardSchema): ListNames {
  const root = jsonSchemaOf(schema, 'input')
  const described = followReference(root, root)
  const names = Object.keys(recordOf(described.properties))
  return {
    isList: described.type === 'array',
    members: names.filter((name) => memberSchema(root, root, name)?.type === 'array'),
  }
}

function wrapMembers(input: Readonly<Record<string, unknown>>, members: readonly string[]): unknown {
  const single = members.filter((name) => Object.hasOwn(input, name) && !Array.isArray(input[name]))
  if (single.length === 0) return input
  const output = Object.assign(createRecord<unknown>(), input)
  for (const name of single) output[name] = [input[name]]
  return output
}
