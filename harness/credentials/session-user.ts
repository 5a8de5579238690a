import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { quote } from '../../server/internal.ts'

/** A member that every session user of a project has, and TypeScript for a value of its type. */
export interface UserMember {
  readonly name: string
  /** TypeScript for the value of a user of this name. */
  readonly valueFor: (user: string) => string
}

/** A user of a project that declares none. */
export const ONLY_NAME: readonly UserMember[] = [{ name: 'name', valueFor: quote }]

/** Files that are read at most. */
const MOST_FILES = 2_000

/**
 * The members that a project's `interface SessionUser` demands, read from its sources, so that a session that is written for it
 * compiles. `undefined` where its members stand elsewhere: in an interface that it extends.
 */
export function readSessionUser(root: string): readonly UserMember[] | undefined {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.[cm]?ts$/.test(name) && !/(?:^|[\\/])(?:node_modules|dist|\.[^\\/]+)[\\/]/.test(name))
    .slice(0, MOST_FILES)
  for (const name of names) {
    const text = readFileSync(join(root, name), 'utf8')
    if (!/declare module ['"]svc['"]/.test(text)) continue
    const [, heirs, rest = ''] = /interface SessionUser\s*(extends [^{]+)?(\{[\s\S]*)/.exec(withoutComments(text)) ?? []
    const body = findBody(rest)
    if (body !== undefined) return heirs === undefined ? membersOf(body) : undefined
  }
  return ONLY_NAME
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
}

/** The text between the first brace and the one that closes it; objects in it as `{}`. */
function findBody(text: string): string | undefined {
  let depth = 0
  let body = ''
  for (const character of text) {
    if (character === '}') depth--
    if (depth === 1 || (depth === 2 && character === '{')) body += character
    if (character === '{') depth++
    if (depth === 0) return body.replaceAll('{', '{}')
  }
  return undefined
}

function membersOf(body: string): readonly UserMember[] {
  return [...body.matchAll(/(?:readonly\s+)?(\w+)\s*:\s*([^\n;,]+)/g)].map(([, name = '', type = '']) => ({
    name,
    valueFor: (user) => valueOf(type.trim(), user),
  }))
}

function valueOf(type: string, user: string): string {
  const literal = /^(?:'[^']*'|"[^"]*"|\d+|true|false|null)/.exec(type)?.[0]
  if (literal !== undefined) return literal
  if (/\[\]$|^(?:Readonly)?Array</.test(type)) return '[]'
  if (/^string\b/.test(type)) return quote(user)
  if (/^number\b/.test(type)) return '1'
  if (/^boolean\b/.test(type)) return 'false'
  // The application knows what belongs here; what is written compiles until then.
  return '{} as never'
}
