import { execFile, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { buildSample } from '../production/testdata/built.ts'
import { findBun } from './testdata/bun.ts'

const CONFIG = `import { defineConfig } from 'svc'
import { bearer } from 'svc/security'
export default defineConfig({
  docs: false,
  title: 'Sample',
  auth: bearer((_, token) => token === 'good'),
  start: () => void (globalThis.started = true),
})
`
const ROUTE = "import { operation } from 'svc'\nexport const GET = operation(() => `started ${globalThis.started}`)\n"
const H3_FILE = fileURLToPath(import.meta.resolve('h3'))
/** The application of another framework, with a response of its own making. */
const MOUNT = `import { defineConfig, SvcAPI } from 'svc'
import { bearer } from 'svc/security'
import { H3 } from '${H3_FILE}'
const api = new SvcAPI({ auth: bearer((_, token) => token === 'good') })
api.mount('/legacy', new H3().get('/pets', () => 'of h3'), { auth: null })
export default defineConfig({ api, routes: './routes', start: () => void (globalThis.started = true) })
`
const CLIENT = `const { default: app } = await import('./dist/server.js')
const ask = async (path, authorization) => {
  const headers = authorization === undefined ? {} : { authorization }
  const response = await app.fetch(new Request('http://localhost' + path, { headers }))
  return [response.status, await response.text(), response.headers.get('www-authenticate')]
}
console.log(JSON.stringify([
  await ask('/api/x', 'Bearer good'), await ask('/api/x'), await ask('/api/x', 'Bearer  good'), await ask('/api/y', 'Bearer good'),
]))
process.exit(0)
`

describe('a build under Bun', () => {
  it('answers through its fetch as under Node', async function () {
    const bun = findBun()
    if (bun === undefined) return this.skip()
    const built = await buildSample({ 'svc.config.ts': CONFIG, routes: { 'x.ts': ROUTE } })
    try {
      writeFileSync(`${built.root}/client.mjs`, CLIENT)
      const programs = [bun, process.execPath]
      const answers = programs.map((program) =>
        promisify(execFile)(program, ['client.mjs'], { cwd: built.root, env: {} }),
      )
      const [ofBun, ofNode] = (await Promise.all(answers)).map(({ stdout }) => JSON.parse(stdout) as unknown)
      const refused = [401, '{"detail":"Unauthorized"}', 'Bearer realm="Sample"']
      expect(ofBun).to.deep.equal([
        [200, 'started true', null],
        refused,
        refused,
        [404, '{"detail":"Not Found"}', null],
      ])
      expect(ofBun).to.deep.equal(ofNode)
    } finally {
      built.dispose()
    }
  })

  it('is served by Bun as a program, on loopback', async function () {
    const bun = findBun()
    if (bun === undefined) return this.skip()
    const built = await buildSample({ 'svc.config.ts': MOUNT, routes: { 'x.ts': ROUTE } })
    const child = spawn(bun, ['server.js'], {
      cwd: built.out,
      env: { PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    try {
      let url: string | undefined
      for await (const line of createInterface({ input: child.stdout })) {
        url = /(http:\/\/\S+?)\/?$/.exec(line)?.[1]
        if (url !== undefined) break
      }
      const ask = async (path: string, headers: Record<string, string> = {}): Promise<unknown> => {
        const response = await fetch(`${url}${path}`, { headers })
        return [response.status, await response.text(), response.headers.get('content-type')]
      }
      const good = { authorization: 'Bearer good' }
      // Another address of this machine is not listened on.
      const { port } = new URL(url ?? '')
      const elsewhere = await fetch(`http://127.0.0.2:${port}/api/x`).catch((error: Error) => error.message)
      expect(elsewhere).to.equal('fetch failed')
      expect(await ask('/api/x', good)).to.deep.equal([200, 'started true', 'text/plain; charset=utf-8'])
      expect(await ask('/api/x')).to.deep.equal([401, '{"detail":"Unauthorized"}', 'application/json'])
      expect(((await ask('/api/legacy/pets')) as string[]).slice(0, 2)).to.deep.equal([200, 'of h3'])
      expect(await ask('/api/y', good)).to.deep.equal([404, '{"detail":"Not Found"}', 'application/json'])
    } finally {
      child.kill()
      built.dispose()
    }
  })
})
