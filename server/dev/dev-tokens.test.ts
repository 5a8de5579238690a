import { expect } from 'chai'
import { createSample, type SampleFolder } from '../files/testdata/tree.ts'
import { buildFolder } from '../production/testdata/built.ts'
import type { DevServer } from './dev-server.ts'
import { ask, eventually, startSample } from './testdata/served-sample.ts'

const CONFIG = `import { defineConfig } from 'svc'
import { jwt } from 'svc/identity'
export default defineConfig({ title: 'sample', auth: jwt({ issuer: 'dev', audience: 'pets', typ: 'at+jwt', name: 'User' }) })
`
const ROUTE = "import { operation } from 'svc'\nexport const GET = operation(({ auth }) => auth)\n"
const scoped = (scope: string): string =>
  `import { inherit, operation } from 'svc'
import { hasScope } from 'svc/identity'
import { check } from 'svc/security'
export const GET = operation({ auth: check(inherit, hasScope('${scope}')) }, ({ auth }) => (auth as { sub: string }).sub)
`

describe('tokens of the issuer dev', () => {
  let sample: SampleFolder
  let server: DevServer | undefined
  afterEach(async () => {
    await server?.close()
    server = undefined
    sample.dispose()
  })

  it('are printed with all scopes, pass, fill the page on this machine, and follow the scopes', async () => {
    const served = await startSample({
      'svc.config.ts': CONFIG,
      routes: { 'x.ts': ROUTE, 'pets.ts': scoped('pets:read') },
    })
    ;({ sample, server } = served)
    const [title, line = ''] = served.reported
    expect(title).to.equal('tokens of the issuer dev for User, good in this process for a day')
    const [, token = ''] = /^ {2}ann {2}(\S+)$/.exec(line) ?? []
    const bearer = { authorization: `Bearer ${token}` }
    expect(await ask(server, '/pets', bearer)).to.equal('200 ann')
    expect(await ask(server, '/pets', {})).to.equal('401 {"detail":"Unauthorized"}')
    const page = await fetch(`${server.url}/api/docs`)
    expect(await page.text()).to.include(token)
    const foreign = await fetch(`${server.url}/api/docs`, { headers: { origin: 'http://evil.example' } })
    expect(await foreign.text()).to.not.include(token)
    sample.write('routes/pets.ts', scoped('pets:write'))
    await eventually('403', async () => (await ask(served.server, '/pets', bearer)).slice(0, 3))
    const [, next = ''] =
      /^ {2}ann {2}(\S+)$/.exec(served.reported.findLast((text) => text.startsWith('  ann')) ?? '') ?? []
    expect(next).to.not.equal(token)
    expect(await ask(server, '/pets', { authorization: `Bearer ${next}` })).to.equal('200 ann')
  })

  it('are 503 in a server that is built, so it is not built', async () => {
    sample = createSample({ 'package.json': '{"type":"module"}', 'svc.config.ts': CONFIG, routes: { 'x.ts': ROUTE } })
    const error = await buildFolder(sample.root).then(
      () => undefined,
      (thrown: unknown) => thrown as Error & { code: string },
    )
    expect(error?.code).to.equal('SVC_BUILD_ISSUER')
    expect(error?.message).to.match(/svc\.config\.ts:3 {2}jwt\(\{ issuer: 'dev' \}\)/)
  })
})
