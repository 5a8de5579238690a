import { expect } from 'chai'
import { load, type Loaded } from './load.ts'
import { Modules } from './modules.ts'
import { createSample, type SampleFolder, type Tree } from './testdata/tree.ts'

const CONFIG = "import { defineConfig } from 'svc'\nexport default defineConfig({ auth: null })\n"
const FIRST = 'import { operation } from "svc"; export const GET = operation({ auth: null }, () => "hello")'
const OTHER = 'for a project that exists, name its folder: svc dev my-api.'

describe('a project that has only begun', () => {
  let sample: SampleFolder
  let modules: Modules

  afterEach(async () => {
    await modules.close()
    sample.dispose()
  })

  async function open(tree: Tree): Promise<Loaded> {
    sample = createSample(tree)
    modules = await Modules.open(sample.root)
    return load(modules)
  }
  const messages = ({ problems }: Loaded): readonly string[] =>
    problems.map(({ code, message }) => `${code} ${sample.strip(message).replace(sample.root, '<root>')}`)

  const cases: readonly { readonly name: string; readonly tree: Tree; readonly says: string }[] = [
    {
      name: 'an empty folder',
      tree: {},
      says: `SVC_CONFIG_MISSING <root>  has no svc.config.ts. Begin with svc init here; ${OTHER}`,
    },
    {
      name: 'a folder of something else',
      tree: { routes: { 'x.ts': FIRST } },
      says: `SVC_CONFIG_MISSING <root>  has no svc.config.ts. Begin with svc init in an empty folder; ${OTHER}`,
    },
    {
      name: 'a folder of routes without one',
      tree: { 'svc.config.ts': CONFIG, routes: { 'notes.md': '' } },
      says: `SVC_ROUTES_EMPTY routes  has no routes. Create hello.ts in it: ${FIRST}`,
    },
  ]
  for (const { name, tree, says } of cases) {
    it(`names the next step: ${name}`, async () => {
      expect(messages(await open(tree))).to.deep.equal([says])
    })
  }

  it('can paste the first route as it stands', async () => {
    const loaded = await open({
      'package.json': '{"type":"module"}',
      'svc.config.ts': CONFIG,
      routes: { 'hello.ts': FIRST },
    })
    expect(messages(loaded)).to.deep.equal([])
    const response = await loaded.api.fetch(new Request('http://localhost/api/hello'))
    expect(await response.text()).to.equal('hello')
  })
})
