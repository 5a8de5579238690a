import { execFileSync } from 'node:child_process'
import { expect } from 'chai'

/** Packages in CommonJS that a program has loaded, of those that only a store needs. */
function loadedBy(program: string, env: Readonly<Record<string, string>> = {}): readonly string[] {
  const report = `
    const { _cache } = (await import('node:module')).default
    const files = Object.keys(_cache).map((file) => file.replaceAll('\\\\', '/'))
    console.log(JSON.stringify(files.filter((file) => /node_modules\\/ioredis\\/built\\/index|RateLimiterRedis\\.js$/.test(file))))
    process.exit()`
  const args = ['--conditions=source', '--import', 'tsx', '--input-type=module', '-e', program + report]
  const text = execFileSync(process.execPath, args, { env: { ...process.env, ...env }, encoding: 'utf8' })
  return (JSON.parse(text.trim()) as string[]).map((file) => file.slice(file.lastIndexOf('node_modules/') + 13))
}

const USE = `
  const { SvcAPI } = await import('./server/index.ts')
  const { bearer } = await import('./server/auth/index.ts')
  const api = new SvcAPI({ docs: false, throttle: { failures: 1, window: 1 } })
  api.get('/a', { auth: bearer(() => true) }, () => 1)
  await api.fetch(new Request('http://svc.test/a', { headers: { authorization: 'Bearer a' } }))
  await api.checkHealth()`

describe('what only a store needs', () => {
  it('is not loaded by an application without one', () => {
    expect(loadedBy(USE)).to.deep.equal([])
  })

  it('is loaded by the first request of one that has it, there or not', () => {
    const loaded = loadedBy(USE, { SVC_STORE: 'redis://127.0.0.1:1', NODE_NO_WARNINGS: '1' })
    expect(loaded).to.deep.equal(['ioredis/built/index.js'])
  })
})
