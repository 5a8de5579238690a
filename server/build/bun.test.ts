import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
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
})
