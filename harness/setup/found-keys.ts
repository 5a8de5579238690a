import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { LeafDescription } from 'svc'
import { declarationOf, leavesOf } from '../../server/internal.ts'
import type { Fixtures } from '../model/fixtures.ts'
import type { Remark } from '../model/remark.ts'
import type { Route } from '../model/route.ts'
import { takesTokens } from '../model/token-facts.ts'
import { knownText } from '../subject/leaf-subject.ts'
import { givenKeyOf } from '../tokens/signing-key.ts'

/** Files of an application that are read, and bytes of each. */
const [MOST_FILES, MOST_BYTES] = [500, 200_000]
/** Characters of a key, at least, and of the code before it. */
const [SHORTEST, NEAR] = [6, 80]

/** A text that may be a key, and where it is from, in words. */
interface Candidate {
  readonly text: string
  readonly from: string
  /** The code before it, where it stands in code. */
  readonly before?: string
}

/** The facts before the plan. */
interface Known {
  readonly routes: readonly Route[]
  readonly fixtures: Fixtures
  readonly remarks: readonly Remark[]
}

/**
 * The fixtures with the keys that an application of this process signs its tokens with, where they do not give them: a variable of the
 * environment or a text of its own code that verifies a token of the run; the other texts may be keys, too. Nothing is sent.
 */
export function withFoundKeys(known: Known, env: Readonly<Record<string, string | undefined>>): Known {
  const { routes, fixtures } = known
  const { valid, tokenKeys = {} } = fixtures
  const foundKeys: Record<string, string> = {}
  const remarks: Remark[] = []
  const leaves = routes.flatMap(({ auth }) => leavesOf(auth))
  const tokenOf = ({ name }: LeafDescription): string => knownText(valid[name]?.[0]) ?? ''
  const inCode = leaves.some((leaf) => TOKEN.test(tokenOf(leaf))) ? fromCode(routes) : []
  for (const leaf of leaves) {
    const token = tokenOf(leaf)
    if ({ ...tokenKeys, ...foundKeys }[leaf.name] !== undefined || takesTokens(leaf) || !TOKEN.test(token)) continue
    const found = [...fromEnvironment(env), ...inCode].find(({ text }) => givenKeyOf(text, token) !== undefined)
    if (found === undefined) continue
    foundKeys[leaf.name] = found.text
    const message = `tokens of ${leaf.name} are signed anew with ${found.from}, which verifies them`
    remarks.push({ kind: 'notice', message })
  }
  return {
    routes,
    // The secrets stay the list that signing functions add to.
    fixtures: { ...fixtures, foundKeys, codeTexts: inCode },
    remarks: [...known.remarks, ...remarks],
  }
}

const TOKEN = /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/

function fromEnvironment(env: Readonly<Record<string, string | undefined>>): readonly Candidate[] {
  return Object.entries(env).flatMap(([name, text = '']) =>
    spelled(text).map((one) => ({ text: one, from: `\${${name}}` })),
  )
}

/** A key in PEM may have its ends of lines written out. */
function spelled(text: string): readonly string[] {
  return text.length < SHORTEST ? [] : [...new Set([text, text.replaceAll(String.raw`\n`, '\n')])]
}

/** The texts in the modules of the routes and in those that they import, packages left out. */
function fromCode(routes: readonly Route[]): readonly Candidate[] {
  const files = routes.flatMap(({ source, authSource, auth }) =>
    [source, authSource, ...leavesOf(auth).map(declarationOf)].map((place) => place?.file),
  )
  const open = [...new Set(files.flatMap((file) => (file === undefined ? [] : [resolve(file)])))]
  const seen = new Set(open)
  const found: Candidate[] = []
  for (let file = open.pop(); file !== undefined && seen.size <= MOST_FILES; file = open.pop()) {
    const code = readCode(file)
    const name = file.split('/').slice(-2).join('/')
    for (const { 2: text = '', index } of code.matchAll(TEXTS))
      for (const one of spelled(text))
        found.push({ text: one, from: `a text of ${name}`, before: code.slice(Math.max(0, index - NEAR), index) })
    for (const [, , path = ''] of code.matchAll(IMPORTS)) {
      const next = moduleAt(resolve(dirname(file), path))
      if (next === undefined || seen.has(next)) continue
      seen.add(next)
      open.push(next)
    }
  }
  return found
}

const TEXTS = /(['"`])((?:(?!\1)[^\\\n]|\\.)*)\1/g
const IMPORTS = /(?:from|import)\s*\(?\s*(['"])(\.{1,2}\/[^'"]+)\1/g

function readCode(file: string): string {
  if (file.includes('node_modules') || !existsSync(file) || statSync(file).size > MOST_BYTES) return ''
  return readFileSync(file, 'utf8')
}

/** Imports may leave the end of a file's name out, or name what it is compiled to. */
function moduleAt(path: string): string | undefined {
  const stem = path.replace(/\.[cm]?[jt]s$/, '')
  const names = [path, ...['.ts', '.js', '.mts', '.mjs'].flatMap((end) => [stem + end, `${path}/index${end}`])]
  return names.find((name) => existsSync(name) && statSync(name).isFile())
}
