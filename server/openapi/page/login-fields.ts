import type { ShownDocument, ShownSchema } from './scalar.ts'

/** A field of the login operation's body. */
export interface LoginField {
  readonly name: string
  readonly isSecret: boolean
}

/** The body of the login operation, as a form needs it. */
export interface LoginBody {
  readonly type: string
  readonly fields: readonly LoginField[]
}

const SECRET = /pass|secret|pin|token|code/i
export const FORM = 'application/x-www-form-urlencoded'

/** The fields of the login operation; `undefined` if the document has none, or its body is not a plain object. */
export function loginBody(
  document: ShownDocument,
  login: { readonly method: string; readonly path: string } | undefined,
): LoginBody | undefined {
  const operation = login && document.paths?.[login.path]?.[login.method.toLowerCase()]
  const content = operation?.requestBody?.content ?? {}
  const type = [FORM, 'application/json'].find((candidate) => content[candidate])
  const schema = type === undefined ? undefined : content[type]?.schema
  if (type === undefined || schema === undefined) return undefined
  const { properties = {} } = resolveSchema(document, schema)
  const fields = Object.entries(properties).map(([name, { format }]) => ({
    name,
    isSecret: format === 'password' || SECRET.test(name),
  }))
  return { type, fields }
}

function resolveSchema({ components }: ShownDocument, schema: ShownSchema): ShownSchema {
  const name = schema.$ref?.slice(schema.$ref.lastIndexOf('/') + 1)
  return (name === undefined ? schema : components?.schemas?.[name]) ?? {}
}
