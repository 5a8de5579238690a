import { type ChildProcess, spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import type { SampleFolder } from '../files/testdata/tree.ts'
import type { DevServer } from './dev-server.ts'
import { ask, authOf, CONFIG, eventually, GLOBAL, routeOf, startSample } from './testdata/served-sample.ts'

describe('startDevServer under load from another process', () => {
  let sample: SampleFolder
  let server: DevServer
  let printed: readonly string[]

  const CLIENTS = fileURLToPath(new URL('testdata/clients.ts', import.meta.url))
  const TARGETS = [
    { name: 'route', path: '/api/x', headers: GLOBAL },
    { name: 'folder', path: '/api/admin/users', headers: { 'x-key': 'good' } },
    { name: 'anonymous', path: '/api/admin/users', headers: {} },
    { name: 'another token', path: '/api/admin/users', headers: GLOBAL },
  ]
  type Counts = Readonly<Record<string, Readonly<Record<string, number>>>>

  beforeEach(async () => {
    ;({ sample, server, printed } = await startSample({
      routes: { 'x.ts': routeOf('x'), admin: { '_auth.ts': authOf('good'), 'users.ts': routeOf('users') } },
    }))
  })

  afterEach(async () => {
    await server.close()
    sample.dispose()
  })

  async function underLoad(edit: () => Promise<void>): Promise<Counts> {
    const clients: ChildProcess = spawn(
      process.execPath,
      ['--import', 'tsx', CLIENTS, server.url, JSON.stringify(TARGETS)],
      { stdio: ['pipe', 'pipe', 'inherit'] },
    )
    const output = text(clients.stdout as NodeJS.ReadableStream)
    const isBusy = (): boolean => printed.filter((line) => line.startsWith('GET ')).length > 200
    await eventually('true', async () => String(isBusy()))
    await edit()
    clients.stdin?.end()
    const last = (await output).trim().split('\n').at(-1) as string
    return (JSON.parse(last) as { readonly counts: Counts }).counts
  }

  const outcomes = (counts: Counts): unknown =>
    Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, Object.keys(count).toSorted()]))

  it('loses no request and serves none without its credential, across 100 edits that load', async () => {
    const counts = await underLoad(async () => {
      for (let edit = 0; edit < 100; edit++) {
        const [file, content] = [
          ['routes/x.ts', routeOf(`x${edit}`)],
          ['routes/admin/_auth.ts', authOf('good', `// ${edit}`)],
          ['routes/admin/users.ts', routeOf(`users ${edit}`)],
          ['svc.config.ts', `${CONFIG}// ${edit}`],
        ][edit % 4] as [string, string]
        sample.write(file, content)
        await delay(15)
      }
      await eventually('200 users 98', () => ask(server, '/admin/users', { 'x-key': 'good' }))
    })
    expect(outcomes(counts)).to.deep.equal({
      route: ['200'],
      folder: ['200'],
      anonymous: ['401'],
      'another token': ['401'],
    })
  })

  it('closes only what an edit breaks', async () => {
    const counts = await underLoad(async () => {
      for (let edit = 0; edit < 10; edit++) {
        sample.write('routes/admin/_auth.ts', ['export default [', 'throw 1', 'export {}'][edit % 3] as string)
        await eventually('503 {"detail":"Service Unavailable"}', () => ask(server, '/admin/users', { 'x-key': 'good' }))
        sample.write('routes/admin/_auth.ts', authOf('good', `// ${edit}`))
        await eventually('200 users', () => ask(server, '/admin/users', { 'x-key': 'good' }))
      }
    })
    expect(outcomes(counts)).to.deep.equal({
      route: ['200'],
      folder: ['200', '503'],
      anonymous: ['401', '503'],
      'another token': ['401', '503'],
    })
  })
})
