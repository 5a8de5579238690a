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

  it('throws what start throws', async () => {
    const config = `import { defineConfig } from 'svc'
      export default defineConfig({ start: () => { throw new Error('no database') } })`
    const root = create({ 'svc.config.ts': config, routes: { 'pets.ts': ROUTE } })
    const error = await openProject(root).catch((thrown: unknown) => thrown)
    expect(error).to.include({ code: 'SVC_START_FAILED' })
  })
})
