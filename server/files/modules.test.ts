import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect } from 'chai'
import { isLoadError } from '../base/errors.ts'
import { type FileEvent, type ModuleExports, type Modules } from './modules.ts'
import { PACKAGE, useProjects } from './testdata/projects.ts'
import type { Tree } from './testdata/tree.ts'

describe('Modules', () => {
  const project = useProjects()

  const open = (tree: Tree): Promise<Modules> => project.open({ ...PACKAGE, ...tree })

  const load = async (path: string): Promise<ModuleExports> => ({
    ...(await project.modules.import(`${project.sample.root}/${path}`)),
  })

  async function failureOf(path: string): Promise<string> {
    const error = await load(path).catch((thrown: unknown) => thrown)
    if (!isLoadError(error)) throw new Error(`expected a LoadError for ${path}`, { cause: error })
    return `${error.code} ${project.sample.strip(error.message)}`
  }

  async function change(path: string, text: string, event: FileEvent = 'update'): Promise<void> {
    const file = event === 'delete' ? `${project.sample.root}/${path}` : project.sample.write(path, text)
    if (event === 'delete') project.sample.remove(path)
    await project.modules.invalidate(new Map([[file, event]]))
  }

  it('evaluates TypeScript, aliases, JSON, CommonJS and decorators', async () => {
    await open({
      'tsconfig.json': '{ "compilerOptions": { "experimentalDecorators": true, "paths": { "#lib/*": ["./lib/*"] } } }',
      lib: {
        'a.ts': 'export enum Color { Red = "red" }',
        'data.json': '{ "answer": 42 }',
        'old.cjs':
          'const path = require("node:path")\nexports.one = path.basename("/x/1")\nexports.self = this === exports',
        'older.cjs': 'module.exports = { two: 2 }',
      },
      'x.ts': `import { Color } from '#lib/a.ts'
import data, { answer } from './lib/data.json'
import old, { one } from './lib/old.cjs'
import { two } from './lib/older.cjs'
const seen: string[] = []
function note(target: unknown, name: string) { seen.push(name) }
class Pet { @note speak() {} }
export const all = [Color.Red, data.answer, answer, one, old.self, two, seen, typeof Pet, import.meta.filename]`,
    })
    const { all } = await load('x.ts')
    expect(all).to.deep.equal(['red', 42, 42, '1', true, 2, ['speak'], 'function', `${project.sample.root}/x.ts`])
  })

  it('shares svc with the program, whether or not the project has it installed', async () => {
    await open({ 'x.ts': "export { SvcAPI } from 'svc'\nexport { bearer } from 'svc/security'" })
    expect(await load('x.ts')).to.deep.equal({
      SvcAPI: (await import('svc')).SvcAPI,
      bearer: (await import('svc/security')).bearer,
    })
  })

  it('shows lines of the TypeScript in stacks', async () => {
    await open({ 'x.ts': 'interface A { a: 1 }\n\nexport function boom(): never {\n  throw new Error("boom")\n}\n' })
    const { boom } = (await load('x.ts')) as { boom: () => never }
    expect(boom).to.throw().with.property('stack').that.includes(`${project.sample.root}/x.ts:4:`)
  })

  it('leaves NODE_ENV alone', async () => {
    const before = process.env['NODE_ENV']
    await open({})
    expect(process.env['NODE_ENV']).to.equal(before)
  })

  describe('refuses a name that is not exported, with place and remedy:', () => {
    const library = { 'lib.ts': 'export const findUser = 1\nexport default 2' }
    const cases: readonly (readonly [name: string, tree: Tree, message: string])[] = [
      [
        'a project file',
        {
          ...library,
          'x.ts': "import { y } from './y.ts'\nimport {\n  findUsr,\n} from './lib.ts'\nexport const x = [y, findUsr]",
          'y.ts': 'export const y = 1',
        },
        'SVC_IMPORT_NAME x.ts:3  imports "findUsr" from "./lib.ts", which does not export it. Did you mean "findUser"?',
      ],
      [
        'svc/security',
        { 'x.ts': "\nimport { bearrer } from 'svc/security'\nexport const x = bearrer" },
        'SVC_IMPORT_NAME x.ts:2  imports "bearrer" from "svc/security", which does not export it. Did you mean "bearer"?',
      ],
      [
        'a built-in module',
        { 'x.ts': "import { readFil } from 'node:fs'\nexport const x = readFil" },
        'SVC_IMPORT_NAME x.ts:1  imports "readFil" from "node:fs", which does not export it. Did you mean "readFile"?',
      ],
      [
        'a missing default',
        { 'x.ts': "import y from './y.ts'\nexport const x = y", 'y.ts': 'export const aa = 1, bb = 2' },
        'SVC_IMPORT_NAME x.ts:1  imports a default from "./y.ts", which does not export it. It exports aa, bb.',
      ],
      [
        'a re-export',
        { ...library, 'x.ts': "\nexport { finduser } from './lib.ts'" },
        'SVC_IMPORT_NAME x.ts:2  imports "finduser" from "./lib.ts", which does not export it. Did you mean "findUser"?',
      ],
      [
        'a circle',
        {
          'x.ts': "import { y } from './y.ts'\nexport const x = () => y",
          'y.ts': "\nimport { typo } from './x.ts'\nexport const y = typo",
        },
        'SVC_IMPORT_NAME y.ts:2  imports "typo" from "./x.ts", which does not export it. It exports x.',
      ],
      [
        'CommonJS, whose names Node cannot see',
        {
          'x.ts': "import { one } from 'old'\nexport const x = one",
          node_modules: { old: { 'index.js': 'const all = { one: 1 }\nmodule.exports = Object.assign({}, all)' } },
        },
        'SVC_IMPORT_NAME x.ts:1  imports "one" from "old", which does not export it. ' +
          'It is CommonJS: import its default and take the name from there.',
      ],
    ]
    for (const [name, tree, message] of cases) {
      it(name, async () => {
        await open(tree)
        expect(await failureOf('x.ts')).to.equal(message)
        // Not once only: the failure stays until something changes.
        expect(await failureOf('x.ts')).to.equal(message)
      })
    }
  })

  it('lets a circle through that only fills up later', async () => {
    await open({
      'x.ts': "import './y.ts'\nexport * from './z.ts'",
      'y.ts': "import { late } from './x.ts'\nexport const read = () => late",
      'z.ts': 'export const late = 1',
    })
    expect(Object.keys(await load('x.ts'))).to.deep.equal(['late'])
  })

  const faults: readonly (readonly [name: string, tree: Tree, message: string])[] = [
    [
      'a file that does not exist',
      { 'x.ts': "import './lbi.ts'", 'lib.ts': '' },
      'SVC_IMPORT_MISSING x.ts:1  imports "./lbi.ts", which does not exist. Did you mean "./lib.ts"?',
    ],
    [
      'a package that is not installed',
      { 'x.ts': "\nimport zod from 'zodd'\nexport const x = zod" },
      'SVC_IMPORT_MISSING x.ts:2  imports "zodd", which is not installed. Install it, or correct its name.',
    ],
    [
      'an entry point that svc does not have',
      { 'x.ts': "import 'svc/secruity'" },
      'SVC_IMPORT_MISSING x.ts:1  imports "svc/secruity", which is not an entry point of svc. Did you mean "svc/security"?',
    ],
    [
      'a text that does not parse',
      { 'x.ts': "import './y.ts'", 'y.ts': '\nexport const a = {\n' },
      'SVC_MODULE_SYNTAX y.ts:3  does not parse: Expected `}` but found `EOF`.',
    ],
    [
      'a throw in a module below',
      { 'x.ts': "import './y.ts'", 'y.ts': '\n\nthrow new TypeError("no database")' },
      'SVC_MODULE_THREW y.ts:3  threw while it was loaded: TypeError: no database  --debug prints the stack.',
    ],
    [
      'a throw of something that is not an error',
      { 'x.ts': 'throw "up"' },
      'SVC_MODULE_THREW x.ts  threw while it was loaded: up  --debug prints the stack.',
    ],
  ]
  for (const [name, tree, message] of faults) {
    it(`says where ${name} is`, async () => {
      await open(tree)
      expect(await failureOf('x.ts')).to.equal(message)
    })
  }

  it('says of each file that it imports what is missing, where two do so at once', async () => {
    const text = "import { a } from './gone.ts'\nexport const b = a"
    await open({ 'x.ts': text, 'y.ts': text })
    expect(await Promise.all(['x.ts', 'y.ts'].map(failureOf))).to.deep.equal([
      'SVC_IMPORT_MISSING x.ts:1  imports "./gone.ts", which does not exist. Correct the path.',
      'SVC_IMPORT_MISSING y.ts:1  imports "./gone.ts", which does not exist. Correct the path.',
    ])
  })

  it('looks for a relative path beside the file that imports it, and never below the root', async () => {
    await open({ 'lib/db.ts': 'export const db = 1', 'in/x.ts': "import { db } from './lib/db.ts'\nexport { db }" })
    expect(await failureOf('in/x.ts')).to.equal(
      'SVC_IMPORT_MISSING in/x.ts:1  imports "./lib/db.ts", which does not exist. Correct the path.',
    )
    await change('in/lib/db.ts', 'export const db = 2', 'create')
    expect(await load('in/x.ts')).to.deep.equal({ db: 2 })
  })

  it('gives up on a module that never ends loading, and takes it again when it changes', async () => {
    const world = globalThis as { hang?: () => void }
    const hangs = new Promise<void>((resolve) => (world.hang = resolve))
    await open({ 'x.ts': "import './y.ts'\nexport const x = 1", 'y.ts': 'hang()\nawait new Promise(() => {})' })
    const failure = project.modules.import(`${project.sample.root}/x.ts`).then(() => 'loaded', String)
    await hangs
    delete world.hang
    let message: string | undefined
    while (message === undefined) {
      await project.modules.hurry()
      message = await Promise.race([failure, nextTurn(undefined)])
    }
    expect(project.sample.strip(message)).to.equal(
      'LoadError: y.ts  is still being loaded. Look for a top-level await that does not end.',
    )
    await change('other.ts', 'export {}', 'create')
    // It is not waited for again.
    expect(await Promise.race([failureOf('x.ts'), nextTurn('waits')])).to.match(/^SVC_MODULE_TIMEOUT/)
    await change('y.ts', 'export {}')
    expect(await load('x.ts')).to.deep.equal({ x: 1 })
  })

  describe('invalidate', () => {
    const counted = (text: string): string => `globalThis.runs.push(import.meta.filename.split('/').at(-1)); ${text}`
    let runs: string[]

    beforeEach(() => {
      runs = []
      Object.assign(globalThis, { runs })
    })

    it('evaluates the file and its importers again, and nothing else', async () => {
      await open({
        'a.ts': counted("import { b } from './b.ts'; import { d } from './d.ts'; export const a = [b, d]"),
        'b.ts': counted("import { c } from './c.ts'; export const b = c"),
        'c.ts': counted('export const c = 1'),
        'd.ts': counted('export const d = {}'),
      })
      const before = await load('a.ts')
      expect(runs.splice(0).toSorted()).to.deep.equal(['a.ts', 'b.ts', 'c.ts', 'd.ts'])
      expect([...project.modules.importersOf(`${project.sample.root}/c.ts`)].map(project.sample.strip)).to.have.members(
        ['b.ts', 'a.ts'],
      )

      await change('c.ts', counted('export const c = 2'))
      const after = await load('a.ts')
      expect(runs).to.have.members(['a.ts', 'b.ts', 'c.ts'])
      expect(after['a']).to.deep.equal([2, {}])
      expect((after['a'] as unknown[])[1]).to.equal((before['a'] as unknown[])[1])
      expect(before['a']).to.deep.equal([1, {}])
    })

    it('forgets an import that is no longer there', async () => {
      await open({ 'a.ts': counted("import './b.ts'"), 'b.ts': counted('') })
      await load('a.ts')
      await change('a.ts', counted(''))
      await load('a.ts')
      runs.length = 0
      await change('b.ts', counted('export {}'))
      await load('a.ts')
      expect(runs).to.deep.equal([])
    })

    it('recovers from each kind of failure', async () => {
      const cases = [
        ['y.ts', 'export const y = {', 'export const y = 1'],
        ['y.ts', 'throw new Error("x")', 'export const y = 1'],
        ['y.ts', 'export const yy = 1', 'export const y = 1'],
      ] as const
      for (const [path, broken, mended] of cases) {
        await open({ 'x.ts': "export { y } from './y.ts'", [path]: broken })
        expect(await failureOf('x.ts')).to.match(/^SVC_/)
        await change(path, mended)
        expect(await load('x.ts')).to.deep.equal({ y: 1 })
      }
    })

    it('notices that a file is back which was gone while it was to be read', async () => {
      await open({ lib: {} })
      const file = `${project.sample.root}/x.ts`
      // It was listed, deleted, and is written anew before the comparison.
      expect(await failureOf('x.ts')).to.match(/^SVC_MODULE_THREW/)
      expect([...project.modules.inputs.compare().files]).to.deep.equal([])
      project.sample.write('x.ts', 'export const x = 1')
      expect([...project.modules.inputs.compare().files]).to.deep.equal([[file, 'different']])
      await project.modules.invalidate(new Map([[file, 'update']]))
      expect(await load('x.ts')).to.deep.equal({ x: 1 })
    })

    it('notices files that come and go', async () => {
      await open({ 'x.ts': "export { y } from './y.ts'" })
      expect(await failureOf('x.ts')).to.match(/^SVC_IMPORT_MISSING/)
      await change('y.ts', 'export const y = 1', 'create')
      expect(await load('x.ts')).to.deep.equal({ y: 1 })
      await change('y.ts', '', 'delete')
      expect(await failureOf('x.ts')).to.match(/^SVC_IMPORT_MISSING/)
      await change('y.ts', 'export const y = 2', 'create')
      expect(await load('x.ts')).to.deep.equal({ y: 2 })
    })

    it('reads again the positions of a file that changed', async () => {
      await open({ 'x.ts': 'export const GET = 1' })
      await load('x.ts')
      expect(project.modules.positions(`${project.sample.root}/x.ts`)?.exports.get('GET')).to.equal(1)
      await change('x.ts', '\n\nexport const GET = 1')
      await load('x.ts')
      expect(project.modules.positions(`${project.sample.root}/x.ts`)?.exports.get('GET')).to.equal(3)
    })
  })
})
