import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path/posix'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'

const ROOT = fileURLToPath(new URL('..', import.meta.url)).replaceAll('\\', '/')
const FOLDERS = ['bin', 'server', 'harness', 'routes', 'fixtures', 'faults', 'bench', 'docs', 'examples', '.ci']
const KINDS = new Set(['.ts', '.js', '.mjs', '.md', '.yaml', '.css', '.html'])
/** Packages, results of a build, and other people's applications, whose texts are their own. */
const LEFT_OUT = /(?:^|\/)(?:node_modules|dist|\.work|\.vitepress\/(?:cache|dist)|bench\/foreign\/apps)\//

/** Words that a reader stumbles over, and the words to write in their place. A name between quotes alone is data. */
const RULES: readonly (readonly [instead: string, pattern: RegExp])[] = [
  ['a noun: "the parts", "facts"', /^\s*(?:\/\*\*|\*|\/\/|#) What /],
  ['"anonymous", "no client", "every client", "a user"', /(?<![-\w])(?:no|some|any)body\b(?!['"](?!s\b))(?!'s\()/i],
  ['"a client that", "the user who"', /\bwhoever\b/i],
  ['"reports", "prints", "shows", "distinguishes"', /(?<![-\w])(?:tells|told)\b/i],
  ['"invalid", "absent", "there are no"', /\b(?:is|are) none\b/],
  ['"is not a"', /(?<!there )\b(?:is|are) no (?!longer\b|such\b|more than\b)/i],
  [
    'a clause with a noun: "the existing files", "if nothing was typed"',
    /\bof which none\b|\bwhat is there\b|\b(?:where|what) nothing is\b(?! \w)/i,
  ],
  ['a noun: "errors that no file caused"', /(?<!['"])\bwhat no\b/i],
  ['"finishes"', /\bcomes? to an end\b/i],
]

describe('the words', () => {
  it('are found where they are wrong, and only there', () => {
    const wrong = [
      '// What it does',
      'nobody asks',
      "anybody's key",
      'Whoever',
      'it tells all',
      'is none',
      'is no folder',
      'things of which none ends',
      'empty where nothing is',
      'reads what is there',
      'gets what no file is to blame for',
      'nothing comes to an end',
    ]
    const right = [
      '// It does what',
      "'nobody'",
      'svc-nobody',
      "nobody's(id)",
      'there is no key',
      'is no longer',
      'tell it',
      'is not a',
      'what notes say',
      'one of which is done',
    ]
    expect([wrong, right].map((lines) => lines.filter((line) => findWrong(line).length > 0))).to.deep.equal([wrong, []])
  })

  for (const folder of FOLDERS) {
    it(`are plain English in ${folder}/`, () => {
      expect(listTexts(folder).flatMap(readWrong)).to.deep.equal([])
    })
  }

  it('are plain English in the documents of the top folder', () => {
    const names = readdirSync(ROOT).filter((name) => name.endsWith('.md'))
    expect(names.flatMap(readWrong)).to.deep.equal([])
  })
})

function readWrong(file: string): readonly string[] {
  const lines = readFileSync(join(ROOT, file), 'utf8').split('\n')
  return lines.flatMap((line, index) =>
    findWrong(line).map((instead) => `${file}:${index + 1}  ${line.trim()}  (write ${instead})`),
  )
}

function findWrong(line: string): readonly string[] {
  return RULES.filter(([, pattern]) => pattern.test(line)).map(([instead]) => instead)
}

function listTexts(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((file) => KINDS.has(extname(file)) && !LEFT_OUT.test(file) && !file.endsWith('server/words.test.ts'))
}
