import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { createSample, type Tree } from '../files/testdata/tree.ts'
import { COMPILE_CACHE } from '../production/compile-cache.ts'
import {
  buildFolder,
  buildSample,
  type BuiltSample,
  SECRET,
  type ServerProcess,
  startServer,
  stopServer,
} from '../production/testdata/built.ts'

const CONFIG = `import { defineConfig, Router, SvcAPI } from 'svc'
import { bearer, fwAuth } from 'svc/security'
const api = new SvcAPI({ title: 'Sample', auth: bearer((_, token) => token === 'good') })
const inner = new Router()
inner.get('/deep', {}, () => 'deep')
api.addRouter('/mounted', inner, { auth: fwAuth })
export default defineConfig({ api, routes: './routes', base: '/api' })
`
const PLAIN_CONFIG = "import { defineConfig } from 'svc'\nexport default defineConfig({ docs: false })\n"
const TREE = {
  'package.json': '{"type":"module"}',
  'svc.config.ts': CONFIG,
  lib: { 'fail.ts': "export function fail(): never {\n  throw new Error('of the library')\n}\n" },
  routes: {
    'x.ts': "import { operation } from 'svc'\nexport const GET = operation({ auth: null }, () => 'x')\n",
    'y.ts': "import { operation } from 'svc'\nexport const GET = operation(() => 'y')\n",
    'y.test.ts': "throw new Error('not a route')\n",
    'fail.ts':
      "import { operation } from 'svc'\nimport { fail } from '../lib/fail.ts'\n\nexport const GET = operation({ auth: null }, () => fail())\n",
    around: {
      '_middleware.ts':
        "import { middleware } from 'svc'\nexport default middleware(async (_, next) => `around ${await next()}`)\n",
      'x.ts': "import { operation } from 'svc'\nexport const GET = operation(() => 'x')\n",
    },
    admin: {
      '_auth.ts': "import { fwAuthSuperuser } from 'svc/security'\nexport default fwAuthSuperuser\n",
      '[id].ts':
        "import { route } from 'svc'\nconst operation = route('/admin/[id]')\nexport const GET = operation((request) => request.params.id)\n",
    },
  },
}

/** Digests of all files of a folder, by name. */
function digestsOf(folder: string): Readonly<Record<string, string>> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    // Without the code that Node 22.10 and later keep at a start: the build does not write it.
    .filter((name) => !name.startsWith(COMPILE_CACHE))
    .toSorted()
  const files = names.filter((name) => statSync(join(folder, name)).isFile())
  return Object.fromEntries(
    files.map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex'),
    ]),
  )
}

describe('promise 26: a build serves what it was made with', () => {
  let built: BuiltSample
  let server: ServerProcess | undefined

  before(async () => {
    built = await buildSample(TREE)
  })
  after(() => built.dispose())
  afterEach(async () => {
    await stopServer(server)
    server = undefined
  })

  it('gives the same bytes for the same input, here and in a copy of the project', async () => {
    const first = digestsOf(built.out)
    await buildFolder(built.root)
    expect(digestsOf(built.out)).to.deep.equal(first)
    const copy = createSample(TREE)
    try {
      await buildFolder(copy.root)
      expect(digestsOf(`${copy.root}/dist`)).to.deep.equal(first)
    } finally {
      copy.dispose()
    }
    expect(Object.keys(first)).to.include.members(['server.js', 'app.js', 'app.js.map', 'routes.lock', 'package.json'])
  })

  it('holds nothing of the development side', () => {
    const foreign =
      /\/harness\/|\/bin\/|\/server\/(?:dev|build)\/|node_modules\/(?:vite|rolldown|chokidar|yargs|listhen|mocha|chai|yaml|tsx)\//
    const { modules } = built.result
    expect(modules.some((module) => module.endsWith('/routes/x.ts'))).to.equal(true)
    expect(modules.some((module) => module.endsWith('/routes/y.test.ts'))).to.equal(false)
    expect(modules.filter((module) => foreign.test(module))).to.deep.equal([])
    const packageFile = JSON.parse(readFileSync(`${built.out}/package.json`, 'utf8')) as object
    expect(packageFile).to.deep.equal({ private: true, type: 'module', main: 'server.js' })
    const sources = readdirSync(built.out)
      .filter((name) => name.endsWith('.map'))
      .flatMap((name) => (JSON.parse(readFileSync(join(built.out, name), 'utf8')) as { sources: string[] }).sources)
    expect(sources).to.include('../routes/x.ts')
    expect(sources.filter((source) => foreign.test(source))).to.deep.equal([])
  })

  it('imports routes statically, and evaluates no text', () => {
    const code = ['server.js', 'app.js'].map((name) => readFileSync(join(built.out, name), 'utf8')).join('\n')
    expect(code.match(/\beval\(|new Function\(|chokidar/g) ?? []).to.deep.equal([])
    expect(code).to.include('import("./app.js")')
    expect(code.match(/(?<!\.)\bimport\((?!"(?:\.\/|node:)[^"]+"\))/g) ?? []).to.deep.equal([])
  })

  it('loads what a start does not need when it is needed', () => {
    const code = readFileSync(join(built.out, 'app.js'), 'utf8')
    expect(code.match(/^import .*"node:(?:tls|https|http2|cluster|zlib)";$/gm) ?? []).to.deep.equal([])
    // Node loads it when its own Request or Response is first named.
    const list = `
      const { serve } = await import('./server.js')
      const settings = { port: 0, host: '127.0.0.1', workers: 1, health: undefined, drain: 0 }
      const { url } = await serve(settings, { log: () => {}, report: () => {} })
      process.getBuiltinModule('node:http').get(url + '/api/x', (response) => {
        console.log(response.statusCode, process.moduleLoadList.filter((name) => /undici/.test(name)))
        process.exit()
      })`
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', list], {
      cwd: built.out,
      env: { ...process.env, SVC_SESSION_SECRET: SECRET },
      encoding: 'utf8',
    })
    expect(stdout).to.match(/^\d+ \[\]\n/)
  })

  for (const minify of [false, true]) {
    it(`removes no check, ${minify ? 'minified' : 'as it is'}`, async () => {
      // Calls of which the bundler thinks that they have no effect but their result. They throw, and that is the check.
      const checks = [
        'decodeURIComponent(text)',
        'new URL(text)',
        'BigInt(text)',
        'new RegExp(text)',
        "''.normalize(text)",
      ]
      const route = (check: string): string => `import { operation } from 'svc'
const isFine = (text: string): boolean => {
  try {
    ${check}
    return true
  } catch {
    return false
  }
}
export const GET = operation({ auth: null }, ({ headers }) => isFine(headers.get('x-text') ?? ''))
`
      const routes = Object.fromEntries(checks.map((check, index) => [`c${index}.ts`, route(check)]))
      const other = await buildSample({ ...TREE, 'svc.config.ts': PLAIN_CONFIG, routes }, { minify })
      try {
        server = startServer(other.out)
        const url = await server.url
        const answers = checks.map(async (_, index) => {
          const response = await fetch(`${url}/api/c${index}`, { headers: { 'x-text': '%c0%af(' } })
          return response.text()
        })
        expect(await Promise.all(answers)).to.deep.equal(checks.map(() => 'false'))
        expect((await fetch(`${url}/api/c0%c0%af`)).status).to.equal(400)
      } finally {
        other.dispose()
      }
    })
  }

  it('answers as the project does, from a folder of its own', async () => {
    const alone = createSample({})
    try {
      cpSync(built.out, `${alone.root}/app`, { recursive: true })
      server = startServer(`${alone.root}/app`, { SVC_SESSION_SECRET: SECRET })
      const url = await server.url
      const get = async (path: string, headers: Record<string, string> = {}): Promise<string> => {
        const response = await fetch(url + path, { headers })
        return `${response.status} ${await response.text()}`
      }
      const refused = '401 {"detail":"Unauthorized"}'
      expect(await get('/api/x')).to.equal('200 x')
      expect(await get('/api/y')).to.equal(refused)
      expect(await get('/api/y', { authorization: 'Bearer good' })).to.equal('200 y')
      expect(await get('/api/around/x')).to.equal(refused)
      expect(await get('/api/around/x', { authorization: 'Bearer good' })).to.equal('200 around x')
      expect(await get('/api/mounted/deep', { authorization: 'Bearer good' })).to.equal(refused)
      expect(await get('/api/admin/7', { authorization: 'Bearer good' })).to.equal(refused)
      expect(await get('/api/docs')).to.equal('404 {"detail":"Not Found"}')
    } finally {
      alone.dispose()
    }
  })

  it('logs stacks with the files and lines of the sources', async () => {
    server = startServer(built.out, { SVC_SESSION_SECRET: SECRET })
    expect((await fetch(`${await server.url}/api/fail`)).status).to.equal(500)
    const record = JSON.parse(await server.line(/"status":500/)) as { readonly error: string }
    expect(record.error.split('\n').slice(0, 3)).to.deep.equal([
      'Error: of the library',
      '    at fail (lib/fail.ts:2:9)',
      '    at routes/fail.ts:4:52',
    ])
  })

  const positions: readonly {
    readonly name: string
    readonly config: string
    readonly routes?: object
    readonly says: string
  }[] = [
    {
      name: 'the config',
      config: CONFIG.replace("bearer((_, token) => token === 'good')", 'fwAuth').replace(/^.*addRouter.*\n/m, ''),
      routes: { 'y.ts': TREE.routes['y.ts'] },
      says: 'svc.config.ts:3',
    },
    {
      name: 'an _auth file',
      config: CONFIG.replace(/^.*addRouter.*\n/m, ''),
      says: 'routes/admin/_auth.ts:2',
    },
  ]
  /** Without a secret, the start is refused with the position of what asks for sessions. */
  async function expectPosition(out: string, position: string): Promise<void> {
    server = startServer(out)
    expect(await server.ended).to.equal(2)
    expect(server.err[0]).to.match(new RegExp(`^error: ${position} {2}Sessions are used, but there is no secret`))
  }

  it('knows the position of auth that decided in a router in the config', () =>
    expectPosition(built.out, 'svc.config.ts:6'))
  for (const { name, config, routes = TREE.routes, says } of positions) {
    it(`knows the position of auth that decided in ${name}`, async () => {
      const other = await buildSample({ ...TREE, routes: routes as Tree, 'svc.config.ts': config })
      try {
        await expectPosition(other.out, says)
      } finally {
        other.dispose()
      }
    })
  }

  it('replaces an earlier build, and no other folder', async () => {
    const other = createSample({ ...TREE, dist: { 'notes.txt': 'mine' } })
    try {
      const error = await buildFolder(other.root).catch((thrown: unknown) => thrown)
      expect(error).to.include({ code: 'SVC_BUILD_OUT' })
      rmSync(`${other.root}/dist`, { recursive: true })
      await buildFolder(other.root)
      writeFileSync(`${other.root}/dist/stale.js`, 'stale')
      mkdirSync(`${other.root}/dist/node_modules`)
      await buildFolder(other.root)
      const names = readdirSync(`${other.root}/dist`)
      expect(names).to.include('node_modules')
      expect(names).to.not.include('stale.js')
    } finally {
      other.dispose()
    }
  })
})

describe('packages of a build', () => {
  const route = (imported: string): string =>
    `import { operation } from 'svc'\nimport { value } from '${imported}'\nexport const GET = operation({ auth: null }, () => value)\n`
  const config = "import { defineConfig } from 'svc'\nexport default defineConfig({ docs: false })\n"
  const pack = (name: string, more: object = {}): Record<string, string> => ({
    'package.json': JSON.stringify({ name, version: '1.2.3', type: 'module', exports: './index.js', ...more }),
    'index.js': `export const value = 'of ${name}'\n`,
  })
  const packages: Readonly<Record<string, Record<string, string>>> = {
    plain: pack('plain'),
    native: pack('native', { gypfile: true }),
    prebuilt: pack('prebuilt', { dependencies: { 'node-gyp-build': '^4.0.0' } }),
    optional: {
      ...pack('optional'),
      'index.js': "export const value = await import('not-there').catch(() => 'of optional')\n",
    },
  }
  const routes = Object.fromEntries(Object.keys(packages).map((name) => [`${name}.ts`, route(name)]))
  for (const { name, external, left } of [
    {
      name: 'bundles packages, passes over one that is not installed, and leaves out native add-ons and their loaders',
      external: [],
      left: { native: '1.2.3', prebuilt: '1.2.3' },
    },
    {
      name: 'leaves out what --external names',
      external: ['plain'],
      left: { native: '1.2.3', plain: '1.2.3', prebuilt: '1.2.3' },
    },
  ]) {
    it(name, async () => {
      const built = await buildSample({ 'svc.config.ts': config, routes, node_modules: packages }, { external })
      let server: ServerProcess | undefined
      try {
        expect(built.result.external).to.deep.equal(left)
        const packageFile = JSON.parse(readFileSync(`${built.out}/package.json`, 'utf8')) as object
        expect(packageFile).to.deep.equal({ private: true, type: 'module', main: 'server.js', dependencies: left })
        // Below the project, where its packages are found.
        server = startServer(built.out)
        const url = await server.url
        const texts = Object.keys(packages).map(async (own) => (await fetch(`${url}/api/${own}`)).text())
        expect(await Promise.all(texts)).to.deep.equal(Object.keys(packages).map((own) => `of ${own}`))
      } finally {
        await stopServer(server)
        built.dispose()
      }
    })
  }

  for (const { what, files, place } of [
    {
      what: 'reads a file beside itself as it loads',
      files: {
        'index.js':
          "import { readFileSync } from 'node:fs'\nexport const value = readFileSync(new URL('./a.txt', import.meta.url), 'utf8')\n",
        'a.txt': 'of files',
      },
      place: 'node_modules/files/index.js:2  looks for files beside itself',
    },
    {
      what: 'comes with WebAssembly and looks for it',
      files: {
        'index.js': "export const value = 'of files'\nexport const open = () => new URL('./a.wasm', import.meta.url)\n",
        'a.wasm': '',
      },
      place: 'node_modules/files/index.js:2  looks for files beside itself',
    },
    {
      what: 'imports a native add-on by its path',
      files: {
        'package.json': JSON.stringify({ name: 'files', version: '1.2.3', exports: './index.cjs' }),
        'index.cjs': "exports.value = 'of files'\nexports.open = () => require('./a.node')\n",
        'a.node': '',
      },
      place: 'node_modules/files/index.cjs  imports ./a.node',
    },
  ]) {
    it(`refuses a package that ${what}, and names the option`, async () => {
      const found = { ...pack('files'), ...files }
      const tree = { 'svc.config.ts': config, routes: { 'x.ts': route('files') }, node_modules: { files: found } }
      const sample = createSample({ 'package.json': '{"type":"module"}', ...tree })
      try {
        const error = await buildFolder(sample.root).catch((thrown: unknown) => thrown)
        expect(error).to.include({ code: 'SVC_BUILD_PACKAGE' })
        const { message } = error as Error
        expect(message.replace(`${sample.root}/`, '')).to.equal(
          `${place}, which a bundle does not hold. Give --external files; npm install --omit=dev in the folder of the build installs it.`,
        )
        expect((await buildFolder(sample.root, { external: ['files'] })).external).to.deep.equal({ files: '1.2.3' })
      } finally {
        sample.dispose()
      }
    })
  }

  it('names the import that leads nowhere, in a function of a route and in a package, on one line', async () => {
    const lost = "export const value = () => import('./lost.js')\n"
    const inRoute = `${route('plain')}export const later = () => import('../lib/lost.ts')\n`
    for (const [tree, message] of [
      [
        { routes: { 'x.ts': inRoute } },
        `routes/x.ts:${inRoute.split('\n').length - 1}  imports "../lib/lost.ts", which does not exist.`,
      ],
      [
        { routes: { 'x.ts': route('gone') }, node_modules: { gone: { ...pack('gone'), 'index.js': lost } } },
        'node_modules/gone/index.js:1  imports "./lost.js", which does not exist. Give --external gone, if it works without.',
      ],
    ] as const) {
      const found = { plain: pack('plain'), ...('node_modules' in tree ? tree.node_modules : {}) }
      const sample = createSample({
        'package.json': '{"type":"module"}',
        'svc.config.ts': config,
        ...tree,
        node_modules: found,
      })
      try {
        const error = await buildFolder(sample.root).catch((thrown: unknown) => thrown)
        expect(error).to.include({ code: 'SVC_BUILD_BUNDLE' })
        expect((error as Error).message.replace(`${sample.root}/`, '')).to.equal(message)
      } finally {
        sample.dispose()
      }
    }
  })

  it('refuses --external for a package that is not installed', async () => {
    const tree = { 'svc.config.ts': config, routes: { 'x.ts': route('plain') }, node_modules: { plain: pack('plain') } }
    const error = await buildSample(tree, { external: ['other'] }).catch((thrown: unknown) => thrown)
    expect(error).to.include({ code: 'SVC_BUILD_EXTERNAL' })
  })
})
