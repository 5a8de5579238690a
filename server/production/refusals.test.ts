import { type AddressInfo, createServer, type Server } from 'node:net'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { expect } from 'chai'
import { buildSample, type BuiltSample, SECRET, type ServerProcess, startServer, stopServer } from './testdata/built.ts'

type Env = Readonly<Record<string, string>>

const SESSION = 'auth: fwAuth'
const COOKIE_KEY = "auth: cookieKey('sid', () => 1)"
const BEARER = 'auth: bearer(() => 1)'
const STORE = `sessions: { store: { hasItem: async () => false } }`
const configOf = (...options: readonly string[]): string =>
  `import { defineConfig } from 'svc'
import { bearer, cookieKey, fwAuth } from 'svc/security'
void [bearer, cookieKey, fwAuth]
export default defineConfig({ docs: false, csrf: true, ${options.join(', ')} })
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

  /** One build for each config: only the environment differs. */
  async function build(config: string): Promise<BuiltSample> {
    const known = samples.get(config)
    if (known) return known
    const sample = await buildSample({ 'svc.config.ts': config, routes: { 'x.ts': ROUTE } })
    samples.set(config, sample)
    return sample
  }

  const refused: readonly {
    readonly name: string
    readonly config: string
    readonly env?: Env | (() => Env)
    readonly spoil?: (sample: BuiltSample) => () => void
    readonly says: RegExp
  }[] = [
    {
      name: 'no secret for sessions',
      config: configOf(SESSION),
      says: /^error: svc\.config\.ts:4 {2}Sessions are used, but there is no secret for them\./,
    },
    {
      name: 'a store that is away',
      config: configOf(BEARER),
      env: { SVC_STORE: 'redis://127.0.0.1:1' },
      says: /^error: The store at redis:\/\/127\.0\.0\.1:1 is away: .*ECONNREFUSED/,
    },
    {
      name: 'an address that is not one of a store',
      config: configOf(BEARER),
      env: { SVC_STORE: 'http://user:secret@127.0.0.1' },
      says: /^error: (?!.*secret).*store \(or SVC_STORE\) must be the address of a Redis/,
    },
    {
      name: 'a short secret',
      config: configOf(SESSION),
      env: { SVC_SESSION_SECRET: 'short' },
      says: /^error: Session secret 1 of 1 is shorter than 32 characters\./,
    },
    {
      name: 'a session over plain http to other machines',
      config: configOf(SESSION),
      env: { SVC_SESSION_SECRET: SECRET, HOST: '0.0.0.0' },
      says: /^error: cookies authenticate here, and 0\.0\.0\.0 serves them over plain http to other machines\./,
    },
    {
      name: 'a cookie key over plain http to other machines',
      config: configOf(COOKIE_KEY),
      env: { HOST: '::' },
      says: /^error: cookies authenticate here, and :: serves them over plain http/,
    },
    {
      name: 'a store that does not answer',
      config: configOf(
        SESSION,
        "sessions: { store: { hasItem: () => Promise.reject(new Error('connect ECONNREFUSED')) } }",
      ),
      env: { SVC_SESSION_SECRET: SECRET },
      says: /^error: the store of revoked sessions cannot be reached: connect ECONNREFUSED\./,
    },
    {
      name: 'a list of revoked sessions that cannot be written',
      config: configOf(SESSION, "sessions: { revocations: 'locked/revocations' }"),
      env: { SVC_SESSION_SECRET: SECRET },
      // A file where the folder should be: a mode would not keep the superuser out.
      spoil: ({ out }) => {
        writeFileSync(`${out}/locked`, '')
        return () => rmSync(`${out}/locked`)
      },
      says: /^error: The list of revoked sessions in .*locked\/revocations cannot be (?:read|written)\./,
    },
    {
      name: 'several workers that would each keep their own list of revoked sessions',
      config: configOf(SESSION),
      env: { SVC_SESSION_SECRET: SECRET, WORKERS: '2' },
      says: /^error: the list of revoked sessions is kept in one process, and 2 workers would not share it\./,
    },
    {
      name: 'several workers that would each count failures for themselves',
      config: configOf(BEARER, 'throttle: { failures: 5, window: 60 }'),
      env: { WORKERS: '2' },
      says: /^error: the counts of the throttle are kept in one process, and 2 workers would not share it\./,
    },
    {
      name: 'a list of operations that was changed',
      config: configOf(BEARER),
      spoil: ({ out }) => {
        const text = readFileSync(`${out}/routes.lock`, 'utf8')
        writeFileSync(`${out}/routes.lock`, text.replace('bearer (bearer)', 'public'))
        return () => writeFileSync(`${out}/routes.lock`, text)
      },
      says: /^error: the operations are not those of the build: GET \/api\/x is bearer \(bearer\), and public in .*routes\.lock\./,
    },
    {
      name: 'a folder that was copied in part',
      config: configOf(BEARER),
      spoil: ({ out }) => {
        const text = readFileSync(`${out}/routes.lock`, 'utf8')
        rmSync(`${out}/routes.lock`)
        return () => writeFileSync(`${out}/routes.lock`, text)
      },
      says: /^error: .*routes\.lock {2}cannot be read: this is not the whole build\./,
    },
    {
      name: 'auth that the environment changes',
      config: configOf('auth: process.env.OPEN ? null : bearer(() => 1)'),
      env: { OPEN: '1' },
      says: /^error: the operations are not those of the build: GET \/api\/x is public, and bearer \(bearer\) in the build\./,
    },
    {
      name: 'a start that throws',
      config: configOf(BEARER, "start: () => { throw new Error('no database') }"),
      says: /^error: svc\.config\.ts:\d+ {2}start threw: no database/,
    },
    {
      name: 'a module that throws',
      config: configOf('auth: process.env.BROKEN ? bearer(missing()) : bearer(() => 1)').replace(
        'void',
        "const missing = () => { throw new TypeError('no KEY') }\nvoid",
      ),
      env: { BROKEN: '1' },
      says: /^error: TypeError: no KEY {2}at svc\.config\.ts:3:/,
    },
    {
      name: 'a port that is taken',
      config: configOf(BEARER),
      env: () => ({ PORT: String((taken.address() as AddressInfo).port) }),
      says: /^error: port \d+ of 127\.0\.0\.1 is taken\. Name another\.$/,
    },
    {
      name: 'a health path that hides an operation',
      config: configOf(BEARER),
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
      config: configOf(BEARER),
      env: { [name]: value },
      says: new RegExp(`^error: ${name} must be ${meant}; got "${value.replace('?', '\\?')}"\\.$`),
    })),
  ]
  for (const { name, config, env = {}, spoil, says } of refused) {
    it(`refuses ${name}`, async () => {
      const sample = await build(config)
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

  const served: readonly { readonly name: string; readonly config: string; readonly env: Env }[] = [
    { name: 'sessions on loopback', config: configOf(SESSION), env: { SVC_SESSION_SECRET: SECRET } },
    {
      name: 'sessions behind a proxy',
      config: configOf(SESSION, "trustProxy: ['10.0.0.1']"),
      env: { SVC_SESSION_SECRET: SECRET, HOST: '0.0.0.0' },
    },
    {
      name: 'sessions under a public URL',
      config: configOf(SESSION, "publicUrl: 'https://api.example'"),
      env: { SVC_SESSION_SECRET: SECRET, HOST: '0.0.0.0' },
    },
    {
      name: 'sessions in a store, with two workers',
      config: configOf(SESSION, STORE),
      env: { SVC_SESSION_SECRET: SECRET, WORKERS: '2' },
    },
    { name: 'bearer tokens, with two workers', config: configOf(BEARER), env: { WORKERS: '2', HOST: '0.0.0.0' } },
  ]
  for (const { name, config, env } of served) {
    it(`serves ${name}`, async () => {
      server = startServer((await build(config)).out, env)
      const url = (await server.url).replace('0.0.0.0', '127.0.0.1')
      expect((await fetch(`${url}/api/x`)).status).to.equal(401)
      server.child.kill('SIGTERM')
      expect(await server.ended).to.equal(0)
    })
  }
})
