import { expect } from 'chai'
import { openProject } from 'svc/testing'
import { createSample, type SampleFolder, type Tree } from '../server/files/testdata/tree.ts'

const CONFIG = `import { defineConfig } from 'svc'
const log = (globalThis.svcOpenProject = [])
export default defineConfig({
  docs: false,
  start: async () => {
    log.push('start')
    return () => log.push('stop')
  },
})
`
const ROUTE = "import { operation } from 'svc'\nexport const GET = operation({ auth: null }, () => 'pets')\n"
const log = (): readonly string[] =>
  (globalThis as { readonly svcOpenProject?: readonly string[] }).svcOpenProject ?? []

describe('openProject', () => {
  let sample: SampleFolder

  afterEach(() => sample.dispose())

  function create(tree: Tree): string {
    sample = createSample({ 'package.json': '{"type":"module"}', ...tree })
    return sample.root
  }

  it('loads file routes, calls start before the first request and stop at the end', async () => {
    const project = await openProject(create({ 'svc.config.ts': CONFIG, routes: { 'pets.ts': ROUTE } }))
    expect(log()).to.deep.equal(['start'])
    expect((await project.client().get('/pets')).text).to.equal('pets')
    expect((await project.client().get('/dogs')).status).to.equal(404)
    const server = await project.api.listen({ port: 0 })
    expect(await (await fetch(`${server.url}/api/pets`)).text()).to.equal('pets')
    await server.close()
    await project.close()
    expect(log()).to.deep.equal(['start', 'stop'])
  })

  it('throws what does not load', async () => {
    const root = create({ 'svc.config.ts': CONFIG, routes: { 'pets.ts': ROUTE, 'dogs.ts': 'export const get = 1' } })
    const error = await openProject(root).catch((thrown: unknown) => thrown)
    expect(error).to.include({ code: 'SVC_ROUTE_EXPORT' })
    expect(log()).to.deep.equal([])
  })

  const TOKENS = `import { jwt } from 'svc/identity'
export const user = jwt({ issuer: 'dev', audience: 'pets', typ: 'at+jwt', name: 'user' })
`
  const TAKING = `import { operation } from 'svc'
import { hasScope } from 'svc/identity'
import { check } from 'svc/security'
import { user } from '../tokens.ts'
export const GET = operation({ auth: user }, ({ auth }) => auth.sub)
export const POST = operation({ auth: check(user, hasScope('pets:write')) }, () => 'added')
`

  it('takes tokens of the issuer for development, with the scopes of guards or those that are said', async () => {
    const root = create({ 'svc.config.ts': CONFIG, 'tokens.ts': TOKENS, routes: { 'pets.ts': TAKING } })
    const [project, other] = [await openProject(root), await openProject(root)]
    const ask = async (method: 'get' | 'post', token: string): Promise<number> =>
      (await project.client({ authorization: `Bearer ${token}` })[method]('/pets')).status
    const token = await project.token({ sub: 'ann' })
    expect([await ask('get', token), await ask('post', token)]).to.deep.equal([200, 200])
    const narrow = await project.token({ sub: 'ann', scope: 'pets:read' }, 'user')
    expect([await ask('get', narrow), await ask('post', narrow)]).to.deep.equal([200, 403])
    expect(await ask('get', `${token}x`)).to.equal(401)
    const unknown: unknown = await project.token({ sub: 'ann' }, 'staff').catch((error: unknown) => error)
    expect(unknown).to.have.property('message', 'token(claims, authenticator) takes the tokens of user; got "staff".')
    await other.close()
    expect(await ask('get', token), 'the other project let go of the keys').to.equal(200)
    await project.close()
    const late: unknown = await project.token({ sub: 'ann' }).catch((error: unknown) => error)
    expect(late).to.have.property('message').that.includes('after close()')
  })

  it('has no tokens for a project that takes none', async () => {
    const project = await openProject(create({ 'svc.config.ts': CONFIG, routes: { 'pets.ts': ROUTE } }))
    const error: unknown = await project.token({ sub: 'ann' }).catch((thrown: unknown) => thrown)
    expect(error).to.have.property('message').that.includes("needs a jwt({ issuer: 'dev' }), which no operation has")
    await project.close()
  })

  it('throws what start throws', async () => {
    const config = `import { defineConfig } from 'svc'
      export default defineConfig({ start: () => { throw new Error('no database') } })`
    const root = create({ 'svc.config.ts': config, routes: { 'pets.ts': ROUTE } })
    const error = await openProject(root).catch((thrown: unknown) => thrown)
    expect(error).to.include({ code: 'SVC_START_FAILED' })
  })
})
