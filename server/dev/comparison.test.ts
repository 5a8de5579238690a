import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { PATIENCE } from '../../fixtures/test-time.ts'
import { createSample, type SampleFolder, type Tree } from '../files/testdata/tree.ts'
import { type DevServer, startDevServer } from './dev-server.ts'

/** A route that answers with the value of an expression, after some imports. */
const routeOf = (head: string, expression: string): string =>
  `import { operation } from 'svc'\n${head}\nexport const GET = operation({ auth: null }, () => ({ answer: ${expression} }))\n`

const CONFIG = "import { defineConfig } from 'svc'\nexport default defineConfig({ docs: false, base: '' })\n"
const GLOB = "const found = import.meta.glob('../data/**/*.ts', { eager: true, import: 'value' })"

/** Something that a route depends on in another way than by an import of a module that is there. */
interface Case {
  readonly what: string
  readonly route: string
  readonly files: Tree
  readonly before: unknown
  /** Files to write, in order; `undefined` removes one. */
  readonly edits: readonly (readonly [file: string, text: string | undefined, after: unknown])[]
}

const CASES: readonly Case[] = [
  {
    what: 'a JSON file that is imported',
    route: routeOf("import data from '../data/a.json'", 'data.value'),
    files: { data: { 'a.json': '{"value":1}' } },
    before: 1,
    edits: [['data/a.json', '{"value":2}', 2]],
  },
  {
    what: 'a JSON file that is imported with an attribute',
    route: routeOf("import data from '../data/a.json' with { type: 'json' }", 'data.value'),
    files: { data: { 'a.json': '{"value":1}' } },
    before: 1,
    edits: [['data/a.json', '{"value":2}', 2]],
  },
  {
    what: 'files that import.meta.glob finds',
    route: routeOf(GLOB, 'Object.values(found)'),
    files: { data: { 'a.ts': 'export const value = 1\n' } },
    before: [1],
    edits: [
      ['data/a.ts', 'export const value = 2\n', [2]],
      ['data/b.ts', 'export const value = 3\n', [2, 3]],
      ['data/deep/er/c.ts', 'export const value = 4\n', [2, 3, 4]],
      ['data/a.ts', undefined, [3, 4]],
    ],
  },
  {
    what: 'files that import.meta.glob finds in a folder that was not there',
    route: routeOf(GLOB, 'Object.values(found)'),
    files: {},
    before: [],
    edits: [['data/a.ts', 'export const value = 1\n', [1]]],
  },
  {
    what: 'a CommonJS file that another one requires',
    route: routeOf("import a from '../data/a.cjs'", 'a.value'),
    files: {
      data: {
        'a.cjs': "exports.value = require('./b').value\n",
        'b.js': "exports.value = require('./c.json').value\n",
        'c.json': '{"value":1}',
        'package.json': '{"type":"commonjs"}',
      },
    },
    before: 1,
    edits: [
      ['data/c.json', '{"value":2}', 2],
      ['data/b.js', 'exports.value = 3\n', 3],
      ['data/a.cjs', 'exports.value = 4\n', 4],
    ],
  },
]

describe('a project in svc dev', () => {
  let sample: SampleFolder
  let server: DevServer

  afterEach(async () => {
    await server.close()
    sample.dispose()
  })

  async function answer(): Promise<unknown> {
    const response = await fetch(`${server.url}/x`)
    return response.ok ? ((await response.json()) as { answer: unknown }).answer : response.status
  }

  for (const { what, route, files, before, edits } of CASES) {
    it(`follows ${what}`, async () => {
      const fixed = { 'package.json': '{"type":"module"}', 'svc.config.ts': CONFIG }
      sample = createSample({ ...fixed, ...files, routes: { 'x.ts': route } })
      const ignore = (): void => undefined
      const output = { print: ignore, report: ignore, color: { stdout: false, stderr: false } }
      server = await startDevServer({ root: sample.root, port: 0 }, output)
      await server.watching
      expect(await answer()).to.deep.equal(before)
      for (const [file, text, after] of edits) {
        if (text === undefined) sample.remove(file)
        else sample.write(file, text)
        const end = Date.now() + PATIENCE
        while (JSON.stringify(await answer()) !== JSON.stringify(after) && Date.now() < end) await delay(10)
        expect(await answer()).to.deep.equal(after)
      }
    })
  }
})
