import { expect } from 'chai'
import type { Loaded } from './load.ts'
import { useProjects } from './testdata/projects.ts'
import type { Tree } from './testdata/tree.ts'

const CONFIG = "import { defineConfig } from 'svc'\nexport default defineConfig({ auth: null })\n"
const FIRST = 'import { operation } from "svc"; export const GET = operation({ auth: null }, () => "hello")'
const OTHER = 'for a project that exists, name its folder: svc dev my-api.'

describe('a project that has only begun', () => {
  const project = useProjects()

  const messages = ({ problems }: Loaded): readonly string[] =>
    problems.map(
      ({ code, message }) => `${code} ${project.sample.strip(message).replace(project.sample.root, '<root>')}`,
    )

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
      expect(messages(await project.load(tree))).to.deep.equal([says])
    })
  }

  it('can paste the first route as it stands', async () => {
    const loaded = await project.load({
      'package.json': '{"type":"module"}',
      'svc.config.ts': CONFIG,
      routes: { 'hello.ts': FIRST },
    })
    expect(messages(loaded)).to.deep.equal([])
    const response = await loaded.api.fetch(new Request('http://localhost/api/hello'))
    expect(await response.text()).to.equal('hello')
  })
})
