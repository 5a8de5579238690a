import { LoadError, type SourcePosition } from '../base/errors.ts'

type Bracket<Name extends string> = Name extends `...${infer Rest}` ? Rest : Name
type BracketParams<Path extends string> = Path extends `${string}[${infer Name}]${infer Rest}`
  ? Bracket<Name> | BracketParams<Rest>
  : never
type ColonParams<Path extends string> = Path extends `${infer Head}/${infer Tail}`
  ? ColonParams<Head> | ColonParams<Tail>
  : Path extends `**:${infer Name}`
    ? Name
    : Path extends `:${infer Name}`
      ? Name
      : never

/** The parameters of a path literal: `'/events/[id]'` and `'/events/:id'` give `{ readonly id: string }`. */
export type ParamsOf<Path extends string> = string extends Path
  ? Record<string, string>
  : { readonly [Name in BracketParams<Path> | ColonParams<Path>]: string }

type Segment =
  | { readonly kind: 'static'; readonly text: string }
  | { readonly kind: 'param'; readonly name: string }
  | { readonly kind: 'mixed'; readonly texts: readonly string[]; readonly names: readonly string[] }
  | { readonly kind: 'rest'; readonly name: string }

/** A path as declared, read once. */
export interface PathPattern {
  /** In bracket form: `/admin/users/[id]`, `/files/[...rest]`. */
  readonly text: string
  /** The text without the names of its parameters: two patterns of one shape match the same paths. */
  readonly shape: string
  /** Of a path with parameters; a path without is found by its text. */
  readonly segments: readonly Segment[]
  /** Names of the parameters, in order. */
  readonly params: readonly string[]
}

/** How parameters are written: `[id]` in file names and `route()`, `:id` in the programmatic API. */
export type PathSyntax = 'bracket' | 'colon'

const COLON_REST = /^\*\*:([A-Za-z_]\w*)$/
const COLON_PARAM = /:([A-Za-z_]\w*)/g
const BRACKET = /\[([^[\]]*)\]/g
const PARAM_NAME = /^[A-Za-z_][\w-]*$/
/** Most segments are a word. */
const PLAIN = /^[\w-]+$/
/** Most paths are words. */
const PLAIN_PATH = /^(?:\/[\w-]+)+$/
/** RFC 3986 section 3.3: what a path segment may hold unescaped, escapes excepted. */
const STATIC_TEXT = /^[\w.~!$&'()*+,;=:@-]*$/

/**
 * Reads a path pattern.
 *
 * @throws {@link LoadError} `SVC_PATH_SYNTAX` for a path that is not valid, naming the part that is wrong.
 */
export function parsePath(text: string, syntax: PathSyntax, position?: SourcePosition): PathPattern {
  if (PLAIN_PATH.test(text)) return { text, shape: text, segments: NO_SEGMENTS, params: NO_NAMES }
  const refuse = (problem: string): never => {
    throw new LoadError('SVC_PATH_SYNTAX', `the path ${JSON.stringify(text)} ${problem}`, position)
  }
  if (!text.startsWith('/')) refuse(`must begin with "/". Write ${JSON.stringify(`/${text}`)}.`)
  const parts = text === '/' ? [] : text.slice(1).split('/')
  if (parts.includes('')) refuse('has an empty segment. Leave out the doubled or trailing "/".')
  const bracketed = parts.map((part) => (syntax === 'bracket' ? part : colonToBracket(part)))
  const segments = bracketed.map((part, index) => readSegment(part, index === bracketed.length - 1, refuse))
  const params = segments.flatMap(namesOf)
  const repeated = params.find((name, index) => params.indexOf(name) !== index)
  if (repeated !== undefined) refuse(`names the parameter "${repeated}" twice. Give each its own name.`)
  const bracketText = `/${bracketed.join('/')}`
  if (params.length === 0) return { text: bracketText, shape: bracketText, segments: NO_SEGMENTS, params: NO_NAMES }
  return { text: bracketText, shape: shapeOf(bracketText), segments, params }
}

/** A pattern below another one: `joinPaths('/admin', '/')` is `/admin`. */
export function joinPaths(prefix: string, path: string): string {
  if (prefix === '' || prefix === '/') return path
  return path === '/' ? prefix : `${prefix}${path}`
}

/** The match of a path: the value of the pattern, and its captures, undecoded and in order. */
export interface PathMatch<T> {
  readonly value: T
  readonly captures: readonly string[]
}

interface Node<T> {
  readonly statics: Map<string, Node<T>>
  readonly mixed: { readonly texts: readonly string[]; readonly shape: string; readonly node: Node<T> }[]
  param: Node<T> | undefined
  rest: T | undefined
  value: T | undefined
}

/**
 * Patterns by path. A static segment beats a mixed one (`[a]-[b].json`), that a parameter, a parameter a rest; where the
 * better branch leads nowhere, the next is tried. A trailing slash is another path.
 */
export class PathTable<T> {
  readonly #root: Node<T> = createNode()
  /** Paths without parameters, by their text: static all along, they beat every pattern with a parameter. */
  readonly #statics = new Map<string, PathMatch<T>>()

  /** The value at this shape, made by `create` if it is missing. */
  ensure({ text, params, segments }: PathPattern, create: () => T): T {
    if (params.length === 0) return this.#ensureStatic(text, create)
    let node = this.#root
    for (const segment of segments) {
      if (segment.kind === 'rest') return (node.rest ??= create())
      node = childOf(node, segment)
    }
    return (node.value ??= create())
  }

  /** `path` begins with a slash and is not decoded. */
  find(path: string): PathMatch<T> | undefined {
    const match = this.#statics.get(path)
    if (match !== undefined) return match
    const captures: string[] = []
    const found = path === '' ? undefined : search(this.#root, path, 1, captures)
    return found === undefined ? undefined : { value: found, captures }
  }

  #ensureStatic(text: string, create: () => T): T {
    const known = this.#statics.get(text)
    if (known) return known.value
    const value = create()
    this.#statics.set(text, { value, captures: NO_CAPTURES })
    return value
  }
}

const NO_CAPTURES: readonly string[] = Object.freeze([])
const NO_NAMES: readonly string[] = Object.freeze([])
const NO_SEGMENTS: readonly Segment[] = Object.freeze([])

function createStatic(text: string): Segment {
  return { kind: 'static', text }
}

function colonToBracket(part: string): string {
  const rest = COLON_REST.exec(part)
  return rest ? `[...${rest[1]}]` : part.replace(COLON_PARAM, '[$1]')
}

function readSegment(part: string, isLast: boolean, refuse: (problem: string) => never): Segment {
  if (PLAIN.test(part)) return createStatic(part)
  const names = [...part.matchAll(BRACKET)].map((match) => match[1] as string)
  const texts = part.split(/\[[^[\]]*\]/)
  const strange = texts.find((text) => !STATIC_TEXT.test(text))
  if (strange !== undefined) refuse(`has ${JSON.stringify(strange)} in a segment, which no URL path holds as it is.`)
  if (part === '.' || part === '..') refuse('has a dot segment, which no client sends.')
  if (names.length === 0) return createStatic(part)
  const restName = names.find((name) => name.startsWith('...'))
  if (restName !== undefined) {
    if (!isLast || part !== `[${restName}]`)
      refuse(`has [${restName}] before its end. A rest is the whole last segment.`)
    return { kind: 'rest', name: checkName(restName.slice(3), refuse) }
  }
  for (const name of names) checkName(name, refuse)
  if (names.length === 1 && texts.every((text) => text === '')) return { kind: 'param', name: names[0] as string }
  if (texts.slice(1, -1).includes('')) refuse('has two parameters side by side. Put a character between them.')
  return { kind: 'mixed', texts, names }
}

function checkName(name: string, refuse: (problem: string) => never): string {
  return PARAM_NAME.test(name) ? name : refuse(`has the parameter name ${JSON.stringify(name)}. Begin with a letter.`)
}

function namesOf(segment: Segment): readonly string[] {
  if (segment.kind === 'static') return []
  return segment.kind === 'mixed' ? segment.names : [segment.name]
}

function shapeOf(text: string): string {
  return text.replace(/\[(\.\.\.)?[^\]]*\]/g, '[$1]')
}

function createNode<T>(): Node<T> {
  return { statics: new Map(), mixed: [], param: undefined, rest: undefined, value: undefined }
}

function childOf<T>(node: Node<T>, segment: Exclude<Segment, { kind: 'rest' }>): Node<T> {
  if (segment.kind === 'param') return (node.param ??= createNode())
  if (segment.kind === 'static') {
    const child = node.statics.get(segment.text) ?? createNode<T>()
    node.statics.set(segment.text, child)
    return child
  }
  const shape = segment.texts.join('[]')
  const known = node.mixed.find((entry) => entry.shape === shape)
  if (known) return known.node
  const entry = { texts: segment.texts, shape, node: createNode<T>() }
  node.mixed.push(entry)
  return entry.node
}

/** @param start of the next segment; behind the end of the path there are no more */
function search<T>(node: Node<T>, path: string, start: number, captures: string[]): T | undefined {
  if (start > path.length) return node.value
  const slash = path.indexOf('/', start)
  const end = slash < 0 ? path.length : slash
  const part = path.slice(start, end)
  const branch = node.statics.get(part)
  const value = branch && search(branch, path, end + 1, captures)
  if (value !== undefined) return value
  const depth = captures.length
  for (const { texts, node: next } of node.mixed) {
    const values = matchMixed(texts, part)
    if (!values) continue
    captures.push(...values)
    const found = search(next, path, end + 1, captures)
    if (found !== undefined) return found
    captures.length = depth
  }
  if (part !== '' && node.param) {
    captures.push(part)
    const found = search(node.param, path, end + 1, captures)
    if (found !== undefined) return found
    captures.length = depth
  }
  if (node.rest === undefined || hasEmptySegment(path, start)) return undefined
  captures.push(path.slice(start))
  return node.rest
}

function hasEmptySegment(path: string, start: number): boolean {
  return path.endsWith('/') || path.includes('//', start - 1)
}

/**
 * The captures between the fixed texts of a segment, each as short as it can be and none empty. Linear: taking the
 * leftmost place of every text leaves the most for the last capture, so no other choice can succeed where this fails.
 */
function matchMixed(texts: readonly string[], part: string): readonly string[] | undefined {
  const last = texts.at(-1) as string
  const first = texts[0] as string
  if (!part.startsWith(first) || !part.endsWith(last)) return undefined
  const captures: string[] = []
  let from = first.length
  for (const text of texts.slice(1, -1)) {
    const at = part.indexOf(text, from + 1)
    if (at < 0) return undefined
    captures.push(part.slice(from, at))
    from = at + text.length
  }
  const end = part.length - last.length
  if (end <= from) return undefined
  captures.push(part.slice(from, end))
  return captures
}
