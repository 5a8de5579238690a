import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { expect } from 'chai'
import { type BuiltSample, buildSample, startServer, stopServer } from './testdata/built.ts'
import { COMPILE_CACHE, keepCompiled } from './compile-cache.ts'

const isSupported = 'flushCompileCache' in nodeModule

describe('compiled code beside a build', () => {
  let built: BuiltSample
  before(async () => {
    built = await buildSample({
      'svc.config.ts': "import { defineConfig } from 'svc'\nexport default defineConfig({})\n",
      'routes/x.ts': "import { operation } from 'svc'\nexport const GET = operation({ auth: null }, () => 'x')\n",
    })
  })
  after(() => built.dispose())

  const folder = (): string => `${built.out}/${COMPILE_CACHE}`

  const serveOnce = async (): Promise<string> => {
    const server = startServer(built.out)
    try {
      return await (await fetch(`${await server.url}/api/x`)).text()
    } finally {
      server.child.kill('SIGTERM')
      await server.ended
      await stopServer(server)
    }
  }

  it('is kept by the versions of Node that can, and used by the next start', async () => {
    expect(await serveOnce()).to.equal('x')
    expect(existsSync(folder())).to.equal(isSupported)
    expect(await serveOnce()).to.equal('x')
  })

  it('is of no use to a bundle that was changed', async () => {
    await serveOnce()
    const app = `${built.out}/app.js`
    const code = readFileSync(app, 'utf8')
    writeFileSync(app, code.replace('() => "x"', '() => "changed"'))
    try {
      expect(await serveOnce()).to.equal('changed')
    } finally {
      writeFileSync(app, code)
    }
  })

  it('is not kept where the folder cannot be made, and the server starts', async () => {
    rmSync(folder(), { recursive: true, force: true })
    writeFileSync(folder(), 'a file in its place')
    expect(await serveOnce()).to.equal('x')
    expect(readFileSync(folder(), 'utf8')).to.equal('a file in its place')
    rmSync(folder())
  })

  it('is absent from a bundle that is not a file, and from a Node that keeps no cache', () => {
    const calls: string[] = []
    const caching = { enableCompileCache: (place: string) => calls.push(place), flushCompileCache: () => undefined }
    keepCompiled('https://code.example/server.js', caching)
    keepCompiled('file:///app/server.js', {})
    expect(calls).to.deep.equal([])
    keepCompiled('file:///app/server.js', caching)
    expect(calls).to.deep.equal([`/app/${COMPILE_CACHE}`])
  })
})
