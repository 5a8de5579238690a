import { expect } from 'chai'
import { readPositions } from './positions.ts'

describe('readPositions', () => {
  it('finds exports, and auth in the options of their calls', () => {
    const text = `// 😀 two units wide
import { operation } from 'svc'
export const auth = null
export const GET = operation(
  {
    summary: 'x',
    auth: null,
  },
  () => 1,
)
const options = { 'auth': null } as const
const list = operation(options satisfies object, () => 1)
export { list as POST }
export const PUT = operation(() => 1),
  PATCH = operation({ auth }, () => 1)
export default class {}
`
    const { exports, auth, star } = readPositions('a.ts', text)
    expect([...exports]).to.deep.equal([
      ['auth', 3],
      ['GET', 4],
      ['POST', 13],
      ['PUT', 14],
      ['PATCH', 15],
      ['default', 16],
    ])
    expect([...auth]).to.deep.equal([
      ['GET', 7],
      ['POST', 11],
      ['PATCH', 15],
    ])
    expect(star).to.equal(undefined)
  })

  it('gives a re-export the position of that export', () => {
    const text = `
export { GET, list as POST } from './shared.ts'
export * from './more.ts'
export { auth as default } from './auth.ts'
export type { T } from './types.ts'
`
    const { exports, star, imports } = readPositions('a.ts', text)
    expect([...exports]).to.deep.equal([
      ['GET', 2],
      ['POST', 2],
      ['default', 4],
    ])
    expect(star).to.equal(3)
    expect(imports).to.deep.equal([
      { specifier: './shared.ts', name: 'GET', line: 2 },
      { specifier: './shared.ts', name: 'list', line: 2 },
      { specifier: './more.ts', name: undefined, line: 3 },
      { specifier: './auth.ts', name: 'auth', line: 4 },
    ])
  })

  it('finds a default export in each of its forms', () => {
    const line = (text: string): number | undefined => readPositions('_auth.ts', text).exports.get('default')
    expect(line('\nexport default fwAuth')).to.equal(2)
    expect(line('\nconst a = 1\nexport { a as default }')).to.equal(3)
    expect(line('export const auth = 1')).to.equal(undefined)
  })

  it('finds what is imported, without the types', () => {
    const text = `import fs, { readFile as read, type Stats } from 'node:fs'
import type { Other } from './other.ts'
import * as all from './all.ts'
import './effect.ts'
`
    expect(readPositions('a.ts', text).imports).to.deep.equal([
      { specifier: 'node:fs', name: 'default', local: 'fs', line: 1 },
      { specifier: 'node:fs', name: 'readFile', local: 'read', line: 1 },
      { specifier: './all.ts', name: undefined, local: 'all', line: 3 },
      { specifier: './effect.ts', name: undefined, line: 4 },
    ])
  })

  it('finds the literals given to route, whatever it is called', () => {
    const text = `import { route as at, route } from 'svc'
const operation = at('/pets/[id]')
export const GET = route(\`/cats\`)(() => 1)
const router = { route(path: string) { return path } }
router.route('/no')
`
    expect(readPositions('a.ts', text).routes).to.deep.equal([
      { path: '/pets/[id]', line: 2 },
      { path: '/cats', line: 3 },
    ])
  })

  it('finds auth where the configuration says it', () => {
    const line = (text: string): number | undefined => readPositions('svc.config.ts', text).apiAuth
    expect(
      line("const api = new SvcAPI({\n  title: 'x',\n  auth: a,\n})\nexport default defineConfig({ api })"),
    ).to.equal(3)
    expect(line('export default defineConfig({\n  auth: a,\n})')).to.equal(2)
    expect(line('export default defineConfig({ api: new SvcAPI({\nauth }) })')).to.equal(2)
    expect(line('const config = defineConfig({ auth })\nexport default config')).to.equal(1)
    expect(line('const other = new SvcAPI({ auth })\nexport default defineConfig({ base: "/api" })')).to.equal(
      undefined,
    )
  })

  it('finds the routes folder where the configuration names it', () => {
    const folder = (text: string): string | undefined => readPositions('svc.config.ts', text).routesFolder
    expect(folder("export default defineConfig({ api, routes: './src/api' })")).to.equal('./src/api')
    expect(folder('export default defineConfig({ api, routes: folder })')).to.equal(undefined)
    expect(folder('export default defineConfig({ api })')).to.equal(undefined)
  })

  it('does not throw on a text that does not parse', () => {
    expect(() => readPositions('a.ts', 'export const GET = {')).not.to.throw()
  })
})
