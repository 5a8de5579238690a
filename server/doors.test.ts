import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { PATIENCE } from '../fixtures/test-time.ts'

/** The entry points of the package, and what each exports (semantics 1). */
const DOORS: readonly { readonly door: string; readonly names: string }[] = [
  {
    door: 'svc',
    names: `AuthenticationError AuthorizationError Form HttpError Json Router SvcAPI ValidationError defineConfig
      eventStream inherit middleware operation reply route websocket`,
  },
  {
    door: 'svc/security',
    names: `APIKeyCookie APIKeyHeader APIKeyQuery Authenticator HttpBasicAuth HttpBearer SessionAuth UNUSABLE all basic
      bearer check constantTimeEqual cookieKey describeLeaf describeNamed explainRefusal formatRefusal fwAuth
      fwAuthSuperuser headerKey login logout named optional queryKey readScheme resource
      singleValue`,
  },
  { door: 'svc/identity', names: 'hasScope jwt oidcLogin refreshTokens signJwt' },
  {
    door: 'svc/testing',
    names: 'TestClient authScenarios defineFixtures defineScenario loginWith openProject secret session',
  },
]

describe('the doors of the package', () => {
  for (const { door, names } of DOORS) {
    it(`${door} exports the names below and no others`, async () => {
      const exported: object = await import(door)
      expect(Object.keys(exported).toSorted()).to.deep.equal(names.split(/\s+/).toSorted())
    })
  }

  it('are all that the package has', () => {
    const { exports } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
      readonly exports: Readonly<Record<string, unknown>>
    }
    const doors = Object.keys(exports).map((path) => path.replace('.', 'svc'))
    expect(doors).to.have.members([...DOORS.map(({ door }) => door), 'svc/package.json'])
  })

  it('hold the same names when built', async () => {
    const script = `for (const door of ${JSON.stringify(DOORS.map(({ door }) => door))}) {
      console.log(JSON.stringify(Object.keys(await import(door)).toSorted()))
    }`
    const cwd = fileURLToPath(new URL('..', import.meta.url))
    const args = ['--input-type=module', '--eval', script]
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd, env: {}, timeout: PATIENCE })
    const names = stdout
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line))
    expect(names).to.deep.equal(DOORS.map((door) => door.names.split(/\s+/).toSorted()))
  })
})
