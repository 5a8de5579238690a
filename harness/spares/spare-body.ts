import { callerPlace, hasCallerPlace, namesCaller } from '../model/caller.ts'
import { FORM, MULTIPART } from '../model/request.ts'
import { type RequestSample, type Route, SAMPLE_PASSWORD } from '../model/route.ts'
import { isObject } from '../text/json.ts'
import { isOwnId as isIdOfOwn, isPasswordName, namesRecord, passwordOf } from '../ask/bodies.ts'
import type { Made } from '../ask/throwaways.ts'
import { NAMES } from './user-writes.ts'
import { foldName, isRowId } from '../ask/values.ts'
import { CHANGES } from '../whose/named-in-body.ts'
import { withoutSlash } from '../whose/path-nouns.ts'
import { repeatedFromPath } from '../whose/named-records.ts'

/** The facts that the members of a body are replaced by. */
interface Replacing {
  readonly mark: string
  /** Of addresses. */
  readonly domain: string
  /** Values that stand in answers of the server. */
  readonly used: ReadonlySet<string>
  /** By folded name, a text that an answer has for one of few words: a role, a state. */
  readonly words: ReadonlyMap<string, string>
  /** The user who is meant where a body names one. */
  readonly user: Made | undefined
  /** Values of the path. */
  readonly spare: Readonly<Record<string, string>>
  /** A value of the same form that names nothing. */
  readonly nameless: (value: string) => string
}

/**
 * The body of the document's example with no value of a real user, and of a real record only in what a creation refers to;
 * texts hold the mark of the run. `undefined` where it is neither JSON nor a form.
 */
export function spareBody(route: Route, replacing: Replacing): RequestSample['body'] {
  const body = route.sample?.body
  if (body === undefined) return undefined
  if (body.contentType === FORM) {
    const fields = [...new URLSearchParams(body.text)].flatMap(([name, value]) => {
      const other = replaced(name, value, [name], route, replacing)
      return typeof other === 'string' || typeof other === 'number' ? [[name, String(other)]] : []
    })
    return { ...body, text: new URLSearchParams(fields).toString() }
  }
  if (body.contentType.startsWith(MULTIPART)) return spareForm(body, route, replacing)
  if (!body.contentType.includes('json')) return undefined
  const walk = (value: unknown, path: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map((item: unknown) => walk(item, path))
    if (!isObject(value)) return replaced(path.at(-1) ?? '', value, path, route, replacing)
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, walk(member, [...path, name])]))
  }
  return { ...body, text: JSON.stringify(walk(JSON.parse(body.text), [])) }
}

const PART = /^(\r\nContent-Disposition: form-data; name="([^"]*)")(?:(; filename=")([\s\S]*)|\r\n\r\n([\s\S]*)\r\n)$/

/** A form with files in the same way, and with the texts that it need not have: its record holds the mark. */
function spareForm(
  { contentType, text }: NonNullable<RequestSample['body']>,
  route: Route,
  replacing: Replacing,
): RequestSample['body'] {
  const { mark } = replacing
  const start = `--${contentType.slice(contentType.indexOf('boundary=') + 'boundary='.length)}`
  const about = (name: string): string => `\r\nContent-Disposition: form-data; name="${name}"`
  const named = new Set<string>()
  const parts = text
    .split(start)
    .slice(1, -1)
    .map((part) => {
      const [, head = '', name = '', file, rest = '', value = ''] = PART.exec(part) ?? []
      named.add(name)
      if (file !== undefined) return `${head}${file}${mark} ${rest}`
      return head === '' ? part : `${head}\r\n\r\n${String(replaced(name, value, [name], route, replacing))}\r\n`
    })
  const more = (route.inputs?.body ?? []).flatMap(({ path: [name = '', inner], type, format, isChoice, isFile }) => {
    const isText = type === 'string' && format === undefined && !isChoice && isFile !== true && inner === undefined
    return isText && !named.has(name) && !namesRecord(name) ? [`${about(name)}\r\n\r\n${mark} text\r\n`] : []
  })
  return { contentType, text: `${[...parts, ...more].map((part) => `${start}${part}`).join('')}${start}--\r\n` }
}

/** The query of the document's example in the same way, where an operation takes its members there. */
export function spareQuery(route: Route, replacing: Replacing): RequestSample['query'] {
  const { query = {} } = route.sample ?? {}
  if (route.inputs?.isInQuery !== true) return query
  const numbers = route.inputs.body.flatMap(({ path: [name = ''], type }) => (type === 'string' ? [] : [name]))
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => {
      const other = numbers.includes(name) ? value : replaced(name, value, [name], route, replacing)
      return typeof other === 'string' || typeof other === 'number' ? [[name, String(other)]] : []
    }),
  )
}

/** Whether clients choose an id of this name: a code, a key. */
export function isChosen(name: string): boolean {
  return /^(?:slug|key|code|ref)$/i.test(name)
}

/** The id of the records that requests of the catalogue make, where clients choose it. */
export function chosenId(mark: string): string {
  return `${mark}c`
}

/** Steps of paths of operations on many records, and of those that delete. */
const ON_MANY = /^(?:batch|bulk|mass|multi(?:ple)?)(?:[-_A-Z]|$)|^(?:delete|remove|destroy)/

/** Whether a value of a body names a record on which the operation acts: in a list of ids, and any id of what deletes, or acts on many. */
function namesWhatIsThere(folded: string, path: readonly string[], { method, path: steps }: Route): boolean {
  if (path.length === 0 || folded === 'ids') return true
  const isOnMany = method === 'DELETE' || steps.split('/').some((step) => ON_MANY.test(step))
  return isOnMany && /(?:id|ids|uuids?|keys?|codes?)$/.test(folded)
}

function replaced(name: string, value: unknown, path: readonly string[], route: Route, replacing: Replacing): unknown {
  const { mark, domain, used, words, user, nameless } = replacing
  if (typeof value !== 'string' && typeof value !== 'number') return value
  const folded = foldName(name)
  if (namesWhatIsThere(folded, path, route)) return typeof value === 'number' ? Number(nameless('1')) : nameless(value)
  if (hasCallerPlace(String(value))) return value
  const isOfBody = /^(?:POST|PUT|PATCH)$/.test(route.method) && !route.path.includes('[')
  const isChange = route.method === 'PATCH' || CHANGES.test(withoutSlash(route.path))
  const isOfCreation = isOfBody && !isChange
  const isId = /(?:^|_|-|[a-z])id$|^(?:uuid|slug|key|code|ref)$/i.test(name)
  // A creation that names its own id may write over the record that has it.
  const isWrapped = path.length === 2 && route.inputs?.body.every((member) => member.path[0] === path[0]) === true
  const isOwnId =
    isOfBody &&
    (path.length === 1 || isWrapped) &&
    (isChange ? isIdOfOwn(folded, route) : isRowId(folded) || /^(?:_?id|uuid|guid|pk)$/i.test(name))
  const known = route.inputs?.body.find((member) => member.path.join('/') === path.join('/'))
  const repeated = known && repeatedFromPath(route, known, replacing.spare)
  if (repeated !== undefined) return typeof value === 'number' ? Number(repeated) : repeated
  if (namesCaller(folded, known?.format) && (path.length === 1 || isWrapped) && known?.isChoice !== true)
    return callerPlace(value)
  if (isOwnId)
    return known?.isRequired !== true ? undefined : typeof value === 'number' ? Number(nameless('1')) : nameless(value)
  if (typeof value === 'number') return isId && !isOfCreation && used.has(String(value)) ? Number(nameless('1')) : value
  if (isPasswordName(folded)) return user?.password ?? (value === SAMPLE_PASSWORD ? passwordOf(mark) : value)
  if (folded.includes('mail')) return `${mark}@${domain}`
  if (folded.endsWith('username') || (NAMES.has(folded) && folded !== 'name')) return user?.name ?? nameless(value)
  const word = words.get(folded)
  if (word !== undefined && known?.isChoice !== true) return word
  const isPlain = known?.type === 'string' && known.format === undefined && !known.isChoice
  if (isPlain && !isId) return `${mark} text`
  if (isPlain && isOfCreation && isChosen(name) && /^1+$/.test(value)) return chosenId(mark)
  return used.has(value) && !isOfCreation ? nameless(value) : value
}
