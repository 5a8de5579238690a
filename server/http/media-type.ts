/** The value of a `Content-Type` field (RFC 9110 section 8.3.1). */
export interface MediaType {
  /** Type and subtype in lower case: `application/json`. Empty where the field is not well-formed. */
  readonly essence: string
  /** By name in lower case, quotes dropped. */
  readonly parameters: ReadonlyMap<string, string>
}

/** Reads a `Content-Type` field; `undefined` where it is absent. A parameter given twice makes it unreadable. */
export function parseMediaType(field: string | null): MediaType | undefined {
  if (field === null) return undefined
  if (field === 'application/json') return JSON_TYPE
  const essence = ESSENCE.exec(field)?.[0]
  if (essence === undefined) return UNREADABLE
  const parameters = new Map<string, string>()
  PARAMETER.lastIndex = essence.length
  while (PARAMETER.lastIndex < field.length) {
    const match = PARAMETER.exec(field)
    if (!match) return UNREADABLE
    const [, name, token, quoted] = match
    if (name === undefined) continue
    if (parameters.has(name.toLowerCase())) return UNREADABLE
    parameters.set(name.toLowerCase(), token ?? quoted?.replace(/\\(.)/g, '$1') ?? '')
  }
  return { essence: essence.trim().toLowerCase(), parameters }
}

/** The field that most requests with a body have. */
const JSON_TYPE: MediaType = { essence: 'application/json', parameters: new Map() }
const UNREADABLE: MediaType = { essence: '', parameters: new Map() }
const ESSENCE = /^[!#$%&'*+\-.^_`|~\w]+\/[!#$%&'*+\-.^_`|~\w]+[ \t]*(?=;|$)/
/** Sticky, so that each match starts where the last one ended and nothing in between is passed over. */
const PARAMETER = /;[ \t]*(?:([!#$%&'*+\-.^_`|~\w]+)=(?:([!#$%&'*+\-.^_`|~\w]+)|"((?:[^"\\]|\\.)*)"))?[ \t]*/y
