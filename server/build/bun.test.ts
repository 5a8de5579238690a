import { execFile } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { buildSample } from '../production/testdata/built.ts'

const BUN = findBun()
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

/** Its binary comes in a package of its own, for the platform. */
function findBun(): string | undefined {
  const root = dirname(createRequire(import.meta.url).resolve('bun/package.json'))
  const names = [`bun-${process.platform}-${process.arch === 'arm64' ? 'aarch64' : process.arch}`]
  return names.map((name) => join(root, '..', '@oven', name, 'bin', 'bun')).find((file) => existsSync(file))
}

describe('a build under Bun', () => {
  it('answers through its fetch as under Node', async function () {
    if (BUN === undefined) {
      process.stderr.write('\n  !! SKIPPED: the binary of Bun is not installed\n\n')
      return this.skip()
    }
    const built = await buildSample({ 'svc.config.ts': CONFIG, routes: { 'x.ts': ROUTE } })
    try {
      writeFileSync(`${built.root}/client.mjs`, CLIENT)
      const programs = [BUN, process.execPath]
      const answers = programs.map((program) =>
        promisify(execFile)(program, ['client.mjs'], { cwd: built.root, env: {} }),
      )
      const [bun, node] = (await Promise.all(answers)).map(({ stdout }) => JSON.parse(stdout) as unknown)
      const refused = [401, '{"detail":"Unauthorized"}', 'Bearer realm="Sample"']
      expect(bun).to.deep.equal([[200, 'started true', null], refused, refused, [404, '{"detail":"Not Found"}', null]])
      expect(bun).to.deep.equal(node)
    } finally {
      built.dispose()
    }
  }).timeout(60_000)
})
