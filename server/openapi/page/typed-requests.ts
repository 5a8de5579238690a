/** The parts of an operation that hold what was typed into its request. */
interface Typable {
  parameters?: Parameter[]
  requestBody?: { content?: Record<string, Examples>; 'x-scalar-selected-content-type'?: unknown }
  'x-scalar-disable-parameters'?: unknown
}

interface Examples {
  examples?: unknown
}

interface Parameter extends Examples {
  readonly name: string
  readonly in: string
}

/** A document of the client, in which Scalar keeps what was typed as examples. */
export interface TypableDocument {
  paths?: Record<string, Record<string, Typable | undefined> | undefined>
}

/** An operation by where it is. */
export interface Place {
  readonly method: string
  readonly path: string
}

/**
 * Puts what was typed into requests over into the next document: whatever differs between the document as it was loaded
 * and as it is now. Of what another operation declares, parts with the same name and place are kept.
 *
 * @param open the operation that is open: if the next document has it no more, it stays, so that nothing is lost before
 * it is back
 */
export function carryTyped(
  loaded: TypableDocument,
  current: TypableDocument,
  next: TypableDocument,
  open?: Place,
): void {
  for (const [path, item] of Object.entries(current.paths ?? {})) {
    for (const [method, operation] of Object.entries(item ?? {})) {
      if (!operation) continue
      const target = next.paths?.[path]?.[method]
      if (target) carryOperation(loaded.paths?.[path]?.[method] ?? {}, operation, target)
      else if (open?.path === path && open.method === method) {
        const paths = (next.paths ??= {})
        paths[path] = { ...paths[path], [method]: copy(operation) }
      }
    }
  }
}

function carryOperation(loaded: Typable, current: Typable, next: Typable): void {
  carryParameters(loaded.parameters ?? [], current.parameters ?? [], next)
  const bodies = current.requestBody?.content ?? {}
  for (const [type, body] of Object.entries(bodies)) {
    const target = next.requestBody?.content?.[type]
    if (target && !isSame(body.examples, loaded.requestBody?.content?.[type]?.examples))
      target.examples = copy(body.examples)
  }
  const selected = 'x-scalar-selected-content-type'
  if (next.requestBody && !isSame(current.requestBody?.[selected], loaded.requestBody?.[selected])) {
    next.requestBody[selected] = copy(current.requestBody?.[selected])
  }
  const disabled = 'x-scalar-disable-parameters'
  if (!isSame(current[disabled], loaded[disabled])) next[disabled] = copy(current[disabled])
}

function carryParameters(loaded: readonly Parameter[], current: readonly Parameter[], next: Typable): void {
  const find = (among: readonly Parameter[], sought: Parameter): Parameter | undefined =>
    among.find((parameter) => parameter.name === sought.name && parameter.in === sought.in)
  for (const parameter of current) {
    const target = find(next.parameters ?? [], parameter)
    const before = find(loaded, parameter)
    if (target) {
      if (!isSame(parameter.examples, before?.examples)) target.examples = copy(parameter.examples)
    } else if (!before) {
      // A row that a person added is not part of any document.
      next.parameters = [...(next.parameters ?? []), copy(parameter)]
    }
  }
}

/** A deep copy, without proxies; files and everything else that is not plain are taken as they are. */
export function copy<T>(value: T): T {
  if (Array.isArray(value)) return value.map(copy) as T
  if (!isPlain(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, copy(part)])) as T
}

function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((part, index) => isSame(part, b[index]))
  if (!isPlain(a) || !isPlain(b)) return false
  const keys = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...keys].every((key) => isSame(a[key], b[key]))
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
