import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from 'chai'
import { reply, SvcAPI } from 'svc'
import { bearer, headerKey } from 'svc/security'
import { capture } from '../../fixtures/captured.ts'
import { BEARER, describeLeaf } from '../../server/internal.ts'
import type { AnyApi } from '../model/application.ts'
import { idOf } from '../subject/scenario.ts'
import { testAuth, type TestOptions } from './test-auth.ts'
import type { TestWorld } from './world.ts'

const KEY = 'K-header-9f27c1-012'
const OPTIONS = {
  routes: [],
  only: ['common'],
  skip: [],
  role: [],
  reporter: [],
  bail: 0,
  jobs: 4,
  merge: [],
  curl: false,
  updateBaseline: false,
  updateMatrix: false,
  unsafe: false,
  timeout: 60_000,
  seed: 'a-seed',
  list: false,
  json: false,
  inProcess: false,
  strict: false,
  contract: false,
  allowExec: false,
  init: false,
} as unknown as TestOptions

interface Ended {
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
}

describe('svc test-auth, its options', () => {
  let folder: string
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'svc-test-auth-'))))
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  async function test(options: Partial<TestOptions>, world: Partial<TestWorld> = {}): Promise<Ended> {
    let [stdout, stderr] = ['', '']
    const exitCode = await testAuth(
      { ...OPTIONS, ...options },
      {
        root: folder,
        subject: { kind: 'local', api: createApi(), base: '' },
        problems: [],
        importModule: (file) => import(pathToFileURL(file).href) as Promise<Readonly<Record<string, unknown>>>,
        env: { KEY },
        stdout: (text) => (stdout += text),
        stderr: (text) => (stderr += text),
        color: false,
        interactive: false,
        title: 'api',
        version: '1',
        specs: [],
        ...world,
      },
    )
    return { exitCode, stdout, stderr }
  }

  function write(name: string, text: string): string {
    const file = join(folder, name)
    writeFileSync(file, text)
    return file
  }

  const withKey = (): string => write('auth.json', '{"credentials":{"Key":{"valid":"${KEY}"}}}')

  it('finds a credential that the application prints', async () => {
    const api = createApi()
    api.get('/printed', { auth: bearer((_, token) => token === KEY && 'ann', { name: 'Printed' }) }, ({ headers }) => {
      process.stderr.write(`asked with ${headers.get('authorization')}\n`)
      return 1
    })
    const fixtures = write('f.json', JSON.stringify({ credentials: { Printed: { valid: '${KEY}' } } }))
    const { result, stderr } = await capture(() =>
      test({ fixtures, routes: ['GET /printed'] }, { subject: { kind: 'local', api, base: '' } }),
    )
    expect(result.stdout)
      .to.include('leak.log')
      .and.to.include('was printed by the application')
      .and.to.not.include(KEY)
    expect(result.exitCode).to.equal(1)
    expect(stderr).to.include('asked with Bearer')
  })

  it('fails with --strict where a protected route has no good credential, and says how many', async () => {
    const lenient = await test({ lenient: true })
    const usual = await test({})
    const strict = await test({ strict: true })
    expect(lenient.stdout).to.include(
      'there are no fixtures, so 3 protected routes have no good credential: what they let in is not tested. svc test-auth --init writes a skeleton',
    )
    expect([lenient.exitCode, usual.exitCode, strict.exitCode]).to.deep.equal([0, 4, 4])
    expect(usual.stdout).to.include('no protected route has a good positive control')
    expect(strict.stdout).to.match(/--strict: no positive control for GET \S+ and 2 more/)
  })

  it('takes for a positive control what the fixtures expect of the handler, and nothing else but a success', async () => {
    const ended = async (route: object): Promise<readonly [number, boolean]> => {
      const api = new SvcAPI()
      const auth = headerKey('X-Key', (_, key) => key === KEY && 'ann', { name: 'Key' })
      api.post('/pets', { auth }, () => reply(409))
      const fixtures = write(
        'pets.json',
        JSON.stringify({ credentials: { Key: { valid: '${KEY}' } }, routes: { 'POST /pets': route } }),
      )
      const { exitCode, stdout } = await test(
        { fixtures, strict: true, only: [] },
        { subject: { kind: 'local', api, base: '' } },
      )
      return [exitCode, stdout.includes('positive control got 409')]
    }
    expect(await ended({ expect: { admitted: { status: 409 } } })).to.deep.equal([0, false])
    expect(await ended({ expect: { admitted: { status: 404 } } })).to.deep.equal([4, true])
    expect(await ended({})).to.deep.equal([4, true])
  })

  it('names the authenticators that fixtures leave out, with the entry to write', async () => {
    const fixtures = write('some.json', JSON.stringify({ credentials: {} }))
    const { stdout } = await test({ fixtures })
    expect(stdout).to.match(
      /some\.json has no good credential for (\w+) \(\w+ \/\S+\).*: what they let in is not tested\. Add credentials: \{ \1: \{ valid: … \} \}/,
    )
    expect((await test({ fixtures: withKey() })).stdout).to.not.include('for Key (')
  })

  it('accepts with --baseline what was there before, and nothing else', async () => {
    const [fixtures, baseline] = [withKey(), join(folder, 'baseline.json')]
    const subject = (accept: (key: string) => boolean) => ({ kind: 'local', api: createApi(accept), base: '' }) as const
    const before = subject((key) => key.startsWith(KEY.slice(0, 12)))
    const written = await test({ fixtures, baseline, updateBaseline: true }, { subject: before })
    const same = await test({ fixtures, baseline }, { subject: before })
    const worse = await test({ fixtures, baseline }, { subject: subject(() => true) })
    expect([written, same, worse].map(({ exitCode }) => exitCode)).to.deep.equal([0, 0, 1])
    expect(readFileSync(baseline, 'utf8')).to.not.include(KEY)
  })

  it("runs the user's own test files in the same run, and fails with them", async () => {
    const fixtures = withKey()
    const good = write('good.spec.mjs', "describe('own', () => { it('passes', () => undefined) })")
    const bad = write('bad.spec.mjs', "describe('own', () => { it('fails', () => { throw new Error('own') }) })")
    const passed = await test({ fixtures }, { specs: [good] })
    const failed = await test({ fixtures }, { specs: [bad] })
    expect([passed.exitCode, failed.exitCode]).to.deep.equal([0, 1])
    expect(passed.stderr).to.include('own tests  1 passed  0 failed')
    expect(failed.stderr).to.match(/FAIL {2}own fails {2}.*bad\.spec\.mjs\n {8}Error: own/)
    expect(failed.stderr).to.include('own tests  0 passed  1 failed')
  })

  it('warns once of secrets that are written out, naming the fixture and not the secret', async () => {
    const text = `credentials: { Key: { valid: ${KEY} } }`
    const committed = await test({ fixtures: write('auth.yaml', text) })
    const kept = await test({ fixtures: write('auth.local.yaml', text) })
    expect(committed.exitCode).to.equal(0)
    expect(committed.stdout.match(/credentials\.Key\.valid: written out/g)).to.have.lengthOf(1)
    expect(committed.stdout).to.not.include(KEY)
    expect(kept.stdout).to.not.include('written out')
  })

  it('goes on where the application leaves a rejection unhandled, reports it once without the key, and fails', async () => {
    const stray = (key: string): boolean => {
      void Promise.reject(new Error(`no audit log for ${KEY}`))
      return key === KEY
    }
    const subject = { kind: 'local', api: createApi(stray), base: '' } as const
    const listeners = process.listeners('unhandledRejection')
    process.removeAllListeners('unhandledRejection')
    try {
      const { exitCode, stderr, stdout } = await test({ fixtures: withKey(), only: ['key'] }, { subject })
      expect(exitCode).to.equal(1)
      expect(stdout).to.include('0 failed')
      expect(stderr.match(/^error: uncaught, which ends.*: Error: no audit log for \[/gm)).to.have.lengthOf(1)
      expect(stderr).to.not.include(KEY)
    } finally {
      for (const listener of listeners) process.on('unhandledRejection', listener)
    }
  })

  it('leaves no listener behind, so that --watch can run again and again', async () => {
    const count = (): readonly number[] =>
      ['uncaughtException', 'unhandledRejection'].map((event) => process.listenerCount(event))
    const before = count()
    await test({ fixtures: withKey() })
    expect(count()).to.deep.equal(before)
  })

  it('exits with 2 for a secret that is not set, naming the variable and the fixture', async () => {
    const error = await test({ fixtures: withKey() }, { env: {} }).catch((caught: unknown) => caught)
    expect(error).to.include({ exitCode: 2 })
    expect(String(error)).to.include('KEY is not set').and.to.include('credentials.Key.valid')
  })

  it('exits with 2 for an authenticator of the fixtures that no route has, naming the nearest', async () => {
    const fixtures = write('auth.json', '{"credentials":{"Kye":{"valid":"x"}}}')
    const error = await test({ fixtures }).catch((caught: unknown) => caught)
    expect(error).to.include({ exitCode: 2, code: 'SVC_FIXTURE_UNKNOWN' })
    expect((error as Error).message).to.match(/there is no authenticator "Kye"\. .*Did you mean "Key"\?$/)
  })

  it('names the file that does not load before the fixtures that miss what it declares', async () => {
    const fixtures = write('auth.json', '{"credentials":{"Lost":{"valid":"x"}}}')
    const problems = [{ message: 'routes/lost.ts:4  does not parse' }]
    const error = await test({ fixtures }, { problems }).catch((caught: unknown) => caught)
    expect(error).to.include({ exitCode: 2 })
    expect((error as Error).message).to.match(/^routes\/lost\.ts:4 {2}does not parse {2}Until it loads: .*"Lost"/)
  })

  const replayed: readonly (readonly [title: string, id: string])[] = [
    ['a scenario', 'missing'],
    [
      'a handler that starts after the answer to it',
      idOf({ key: 'GET /a' }, { name: 'late.missing', exercise: 'wire' }),
    ],
  ]
  for (const [title, replay] of replayed) {
    it(`prints with --curl the requests of ${title}, by the id of --replay, and no others`, async () => {
      const api = new SvcAPI()
      api.get('/a', { auth: headerKey('X-Key', (_, key) => key === KEY && 'ann', { name: 'Key' }) }, () => 1)
      const subject = { kind: 'local', api, base: '' } as const
      const printed = await test({ fixtures: withKey(), replay, curl: true, only: [] }, { subject })
      expect(printed).to.deep.equal({
        exitCode: 0,
        stdout: 'curl -i --path-as-is http://localhost:3000/a\n',
        stderr: 'curl sends to http://localhost:3000: start the application there with npx svc dev --port 3000\n',
      })
    })
  }

  it('says with --curl which credential a variable of the command stands for, where a login gives it', async () => {
    const api = new SvcAPI()
    api.get('/a', { auth: bearer((_, token) => token === KEY && 'ann', { name: 'Token' }) }, () => 1)
    api.post('/login', { auth: null }, () => ({ token: KEY }))
    const login = { login: { as: 'ann', request: { path: '/login' }, take: { json: '/token' } } }
    const fixtures = write('login.json', JSON.stringify({ users: { ann: {} }, credentials: { Token: { ann: login } } }))
    const subject = { kind: 'local', api, base: '' } as const
    const { stdout, stderr } = await test({ fixtures, replay: 'valid', curl: true, only: [] }, { subject })
    expect(stdout).to.include('"Authorization: Bearer ${CREDENTIALS_TOKEN_ANN:?}"')
    expect(stderr).to.include(
      'CREDENTIALS_TOKEN_ANN is the credential that the login of ann gives: set it in the shell first\n',
    )
  })

  it('says why there is no command of curl for what is sent after the plan, and fails', async () => {
    const id = idOf({ key: 'GET /a' }, { name: 'resource.write', exercise: 'wire' })
    for (const replay of [id, 'resource.write']) {
      const options = { fixtures: withKey(), replay, curl: true, only: [] }
      const error = await test(options).catch((caught: unknown) => caught)
      expect(error).to.include({ exitCode: 2, code: 'SVC_SELECTION_UNKNOWN' })
      const named = replay === id ? `${id} (resource.write)` : replay
      expect((error as Error).message).to.equal(
        `no curl command for ${named}: its requests are known only while the run goes on, since they name what it makes after its plan. Run it without --curl: --replay ${replay} shows what it sends`,
      )
    }
  })

  it('shows with --mutate how many faults there are and how many of them are caught', async () => {
    const api = new SvcAPI()
    api.get('/a', { auth: headerKey('X-Key', (_, key) => key === KEY && 'ann', { name: 'Key' }) }, () => 1)
    const subject = { kind: 'local', api, base: '' } as const
    const { stdout } = await test({ fixtures: withKey(), mutate: true, mutateBreak: 0 }, { subject })
    expect(stdout).to.match(/^svc test-auth --mutate {2}\d+ faults in 1 protected route\n/)
    expect(stdout).to.match(/^ {2}your auth tests catch \d+\/\d+ injected faults/m)
  })

  it('exits with 3 where nothing listens', async () => {
    const route = { key: 'GET /x', method: 'GET', path: '/x', base: '', csrf: false, declaresBody: false } as const
    const auth = describeLeaf(BEARER, { name: 'Token' })
    const routes = [{ ...route, auth, level: 'operation', authSource: undefined, source: undefined } as const]
    const subject = { kind: 'remote', origin: 'http://127.0.0.1:1', routes, unsafe: false } as const
    const { exitCode, stdout } = await test({}, { subject })
    expect(exitCode).to.equal(3)
    expect(stdout).to.include('nothing answers at http://127.0.0.1:1')
  })
})

function createApi(accept: (key: string) => boolean = (key) => key === KEY): AnyApi {
  const api = new SvcAPI()
  const auth = headerKey('X-Key', (_, key) => (accept(key) ? { who: 'ann' } : null), { name: 'Key' })
  for (const path of ['/a', '/b', '/c']) api.get(path, { auth }, () => 1)
  return api
}
