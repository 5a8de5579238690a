import { type AddressInfo, createServer, type Server } from 'node:net'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { expect } from 'chai'
import { buildSample, type BuiltSample, SECRET, type ServerProcess, startServer, stopServer } from './testdata/built.ts'

type Env = Readonly<Record<string, string>>

const BEARER = 'process.env.OPEN ? null : process.env.BROKEN ? bearer(missing()) : bearer(() => 1)'
const COOKIE_KEY = "cookieKey('sid', () => 1)"
const SESSION = 'fwAuth'
/** One build for each kind of auth: the environment picks the other options, since a config runs when a server starts. */
const configOf = (auth: string): string =>
  `import { defineConfig } from 'svc'
import { bearer, cookieKey, fwAuth } from 'svc/security'
const missing = () => { throw new TypeError('no KEY') }
void [bearer, cookieKey, fwAuth, missing]
const auth = ${auth}
const options = {
  none: {},
  deafStore: { sessions: { store: { setItem: () => Promise.reject(new Error('connect ECONNREFUSED')) } } },
  goodStore: { sessions: { store: { hasItem: async () => false, getItem: async () => null, setItem: async () => undefined } } },
  lockedList: { sessions: { revocations: 'locked/revocations' } },
  proxy: { trustProxy: ['10.0.0.1'] },
  publicUrl: { publicUrl: 'https://api.example' },
  badStart: { start: () => { throw new Error('no database') } },
  awayStore: { store: 'redis://127.0.0.1:1' },
  throttle: { throttle: { failures: 5, window: 60 } },
}[process.env.OPTIONS ?? 'none']
export default defineConfig({ docs: false, csrf: true, auth, ...options })
`
const ROUTE = "import { operation } from 'svc'\nexport const GET = operation(() => 'x')\n"

describe('promise 26: a start that is refused', () => {
  const samples = new Map<string, BuiltSample>()
  let server: ServerProcess | undefined
  let taken: Server

  before((done) => {
    taken = createServer().listen(0, '127.0.0.1', done)
  })
  after(() => {
    taken.close()
    for (const sample of samples.values()) sample.dispose()
  })
  afterEach(async () => {
    await stopServer(server)
    server = undefined
  })

  async function build(auth: string): Promise<BuiltSample> {
    const known = samples.get(auth)
    if (known) return known
    const sample = await buildSample({ 'svc.config.ts': configOf(auth), routes: { 'x.ts': ROUTE } })
    samples.set(auth, sample)
    return sample
  }

  const refused: readonly {
    readonly name: string
    readonly auth: string
    readonly env?: Env | (() => Env)
    readonly spoil?: (sample: BuiltSample) => () => void
    readonly says: RegExp
  }[] = [
    {
      name: 'no secret for sessions',
      auth: SESSION,
      says: /^error: svc\.config\.ts:17 {2}Sessions are used, but there is no secret for them\./,
    },
    {
      name: 'a store that is away',
      auth: BEARER,
      env: { SVC_STORE: 'redis://127.0.0.1:1' },
      says: /^error: The store at redis:\/\/127\.0\.0\.1:1 \(SVC_STORE\) is away: no process listens there \(ECONNREFUSED\)\. Start it, or correct it\.$/,
    },
    {
      name: 'a store that is away, whose address the config says',
      auth: BEARER,
      env: { OPTIONS: 'awayStore' },
      says: /^error: The store at redis:\/\/127\.0\.0\.1:1 \(svc\.config\.ts:17\) is away: no process listens there \(ECONNREFUSED\)\. Start it, or correct it\.$/,
    },
    {
      name: 'an address that is not one of a store',
      auth: BEARER,
      env: { SVC_STORE: 'http://user:secret@127.0.0.1' },
      says: /^error: (?!.*secret).*store \(or SVC_STORE\) must be the address of a Redis/,
    },
    {
      name: 'a short secret',
      auth: SESSION,
      env: { SVC_SESSION_SECRET: 'short' },
      says: /^error: Session secret 1 of 1 is shorter than 32 characters\./,
    },
    {
      name: 'a session over plain http to other machines',
      auth: SESSION,
      env: { SVC_SESSION_SECRET: SECRET, HOST: '0.0.0.0' },
      says: /^error: cookies authenticate here, and 0\.0\.0\.0 serves them over plain http to other machines\./,
    },
    {
      name: 'a cookie key over plain http to other machines',
      auth: COOKIE_KEY,
      env: { HOST: '::' },
      says: /^error: cookies authenticate here, and :: serves them over plain http/,
    },
    {
      name: 'a store that does not answer',
      auth: SESSION,
      env: { SVC_SESSION_SECRET: SECRET, OPTIONS: 'deafStore' },
      says: /^error: the store of revoked sessions cannot be read and written: connect ECONNREFUSED\. Start it, /,
    },
    {
      name: 'a list of revoked sessions that cannot be written',
      auth: SESSION,
      env: { SVC_SESSION_SECRET: SECRET, OPTIONS: 'lockedList' },
      // A file where the folder should be: a mode would not keep the superuser out.
      spoil: ({ out }) => {
        writeFileSync(`${out}/locked`, '')
        return () => rmSync(`${out}/locked`)
      },
      says: /^error: The list of revoked sessions in .*locked\/revocations cannot be (?:read|written)\./,
    },
    {
      name: 'several workers that would each keep their own list of revoked sessions',
      auth: SESSION,
      env: { SVC_SESSION_SECRET: SECRET, WORKERS: '2' },
      says: /^error: the list of revoked sessions is kept in one process, and 2 workers would not share it\./,
    },
    {
      name: 'several workers that would each count failures for themselves',
      auth: BEARER,
      env: { WORKERS: '2', OPTIONS: 'throttle' },
      says: /^error: the counts of the throttle are kept in one process, and 2 workers would not share it\./,
    },
    {
      name: 'a list of operations that was changed',
      auth: BEARER,
      spoil: ({ out }) => {
        const text = readFileSync(`${out}/routes.lock`, 'utf8')
        writeFileSync(`${out}/routes.lock`, text.replace('bearer (bearer)', 'public'))
        return () => writeFileSync(`${out}/routes.lock`, text)
      },
      says: /^error: the operations are not those of the build: GET \/api\/x is bearer \(bearer\), and public in .*routes\.lock\./,
    },
    {
      name: 'a folder that was copied in part',
      auth: BEARER,
      spoil: ({ out }) => {
        const text = readFileSync(`${out}/routes.lock`, 'utf8')
        rmSync(`${out}/routes.lock`)
        return () => writeFileSync(`${out}/routes.lock`, text)
      },
      says: /^error: .*routes\.lock {2}cannot be read: this is not the whole build\./,
    },
    {
      name: 'auth that the environment changes',
      auth: BEARER,
      env: { OPEN: '1' },
      says: /^error: the operations are not those of the build: GET \/api\/x is public, and bearer \(bearer\) in the build\./,
    },
    {
      name: 'a start that throws',
      auth: BEARER,
      env: { OPTIONS: 'badStart' },
      says: /^error: svc\.config\.ts:\d+ {2}start threw: no database/,
    },
    {
      name: 'a module that throws',
      auth: BEARER,
      env: { BROKEN: '1' },
      says: /^error: TypeError: no KEY {2}at svc\.config\.ts:3:/,
    },
    {
      name: 'a port that is taken',
      auth: BEARER,
      env: () => ({ PORT: String((taken.address() as AddressInfo).port) }),
      says: /^error: port \d+ of 127\.0\.0\.1 is taken\. Name another\.$/,
    },
    {
      name: 'a health path that hides an operation',
      auth: BEARER,
      env: { HEALTH: '/api/x' },
      says: /^error: routes\/x\.ts:2 {2}the health path \/api\/x is that of an operation\. Name another\.$/,
    },
    ...(
      [
        ['PORT', '70000', 'a whole number from 0 to 65535'],
        ['PORT', '3e3', 'a whole number from 0 to 65535'],
        ['WORKERS', '0', 'auto, or a whole number from 1 to 256'],
        ['WORKERS', 'many', 'auto, or a whole number from 1 to 256'],
        ['HEALTH', 'health', 'a path such as /health'],
        ['HEALTH', '/health?x', 'a path such as /health'],
        ['DRAIN', '-1', 'seconds from 0 to 3600'],
        ['LOG', 'none', 'requests or errors'],
      ] as const
    ).map(([name, value, meant]) => ({
      name: `${name}=${value}`,
      auth: BEARER,
      env: { [name]: value },
      says: new RegExp(`^error: ${name} must be ${meant}; got "${value.replace('?', '\\?')}"\\.$`),
    })),
  ]
  for (const { name, auth, env = {}, spoil, says } of refused) {
    it(`refuses ${name}`, async () => {
      const sample = await build(auth)
      const mend = spoil?.(sample)
      try {
        server = startServer(sample.out, typeof env === 'function' ? env() : env)
        expect({ exit: await server.ended, out: server.out, lines: server.err.length }).to.deep.equal({
          exit: 2,
          out: [],
          lines: 1,
        })
        expect(server.err[0]).to.match(says)
      } finally {
        mend?.()
      }
    })
  }

  const served: readonly { readonly name: string; readonly auth: string; readonly env: Env }[] = [
    { name: 'sessions on loopback', auth: SESSION, env: { SVC_SESSION_SECRET: SECRET } },
    {
      name: 'sessions behind a proxy',
      auth: SESSION,
      env: { SVC_SESSION_SECRET: SECRET, HOST: '0.0.0.0', OPTIONS: 'proxy' },
    },
    {
      name: 'sessions under a public URL',
      auth: SESSION,
      env: { SVC_SESSION_SECRET: SECRET, HOST: '0.0.0.0', OPTIONS: 'publicUrl' },
    },
    {
      name: 'sessions in a store, with two workers',
      auth: SESSION,
      env: { SVC_SESSION_SECRET: SECRET, WORKERS: '2', OPTIONS: 'goodStore' },
    },
    { name: 'bearer tokens, with two workers', auth: BEARER, env: { WORKERS: '2', HOST: '0.0.0.0' } },
  ]
  for (const { name, auth, env } of served) {
    it(`serves ${name}`, async () => {
      server = startServer((await build(auth)).out, env)
      const url = (await server.url).replace('0.0.0.0', '127.0.0.1')
      expect((await fetch(`${url}/api/x`)).status).to.equal(401)
      server.child.kill('SIGTERM')
      expect(await server.ended).to.equal(0)
    })
  }
})
