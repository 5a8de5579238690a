import { mkdirSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { expect } from 'chai'
import { defineConfig, SvcAPI } from 'svc'
import { TestClient } from 'svc/testing'
import { createSample } from '../files/testdata/tree.ts'

const CODE = 'SVC_ROUTES_NOT_LOADED'

describe('an API whose project has file routes that are not loaded', () => {
  const uses: readonly { readonly name: string; readonly use: (api: SvcAPI) => unknown }[] = [
    { name: 'listen()', use: (api) => api.listen({ port: 0 }) },
    { name: 'fetch()', use: (api) => api.fetch(new Request('http://localhost/')) },
    { name: 'nodeHandler()', use: (api) => api.nodeHandler() },
    { name: 'nodeHandler({ secureCookies: false })', use: (api) => api.nodeHandler({ secureCookies: false }) },
    { name: 'TestClient', use: (api) => new TestClient(api).get('/') },
    { name: 'an API derived from it', use: (api) => api.withOperations(api.operations()).nodeHandler() },
  ]
  for (const { name, use } of uses) {
    it(`is refused by ${name}`, async () => {
      const api = new SvcAPI()
      api.get('/own', { auth: null }, () => 'own')
      defineConfig({ api, routes: './routes' })
      const error = await Promise.resolve()
        .then(() => use(api))
        .then(
          () => undefined,
          (thrown: unknown) => thrown as Error & { readonly code: string },
        )
      expect(error?.code).to.equal(CODE)
      expect(error?.message).to.match(
        /^server\/base\/project-mark\.test\.ts:\d+ {2}the file routes in \.\/routes are not loaded/,
      )
    })
  }

  it('is refused without operations of its own, where the config names no folder', () => {
    const { api } = defineConfig({ title: 'empty' })
    expect(() => api.nodeHandler()).to.throw('the file routes in ./routes are not loaded')
  })

  it('is refused beside a folder named routes, which the config does not name', async () => {
    const sample = createSample({
      'package.json': '{"type":"module"}',
      'config.mjs': `import { defineConfig, SvcAPI } from '${new URL('../index.ts', import.meta.url).href}'
        const api = new SvcAPI()
        api.get('/own', { auth: null }, () => 'own')
        export default defineConfig({ api })`,
    })
    try {
      const { default: config } = (await import(pathToFileURL(`${sample.root}/config.mjs`).href)) as {
        readonly default: ReturnType<typeof defineConfig>
      }
      mkdirSync(`${sample.root}/routes`)
      expect(() => config.api.nodeHandler()).to.throw('the file routes in ./routes are not loaded')
    } finally {
      sample.dispose()
    }
  })
})

describe('an API that declares everything itself', () => {
  it('is served, in a project or in none', async () => {
    const alone = new SvcAPI()
    alone.get('/own', { auth: null }, () => 'own')
    const inProject = new SvcAPI()
    inProject.get('/own', { auth: null }, () => 'own')
    defineConfig({ api: inProject })
    for (const api of [alone, inProject, new SvcAPI()]) api.nodeHandler()
    expect((await new TestClient(inProject).get('/own')).text).to.equal('own')
  })
})
