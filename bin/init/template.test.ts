import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { createSample, type SampleFolder } from '../../server/files/testdata/tree.ts'
import { captureProgram } from '../../fixtures/captured.ts'
import { linkSvc } from '../../fixtures/link-svc.ts'
import { foreignLookups } from '../../fixtures/lookups.ts'
import { KINDS, type Kind } from './kinds.ts'
import { formatPackageFile } from './package-json.ts'
import { PACKAGE, renderTemplate, selectLines } from './template.ts'

const COMPILER = join(PACKAGE, 'node_modules', 'typescript', 'bin', 'tsc')
const SECRETS = { API_TOKEN: 'token', CLIENT_KEY: 'key', ANN_PASSWORD: 'of-ann', ROOT_PASSWORD: 'of-root' }
const HEAD = '# Who may call what. Written by `svc routes --write`, compared by `svc routes --check`.'

/** The routes of each kind, beside those that all projects have. */
const ROUTES: Readonly<Record<Kind, readonly string[]>> = {
  bearer: ['GET /api/export  apiToken (bearer)'],
  key: ['GET /api/usage  clientKey (header X-API-Key)'],
  jwt: ['GET /api/reports  check(accessToken (bearer of dev for zoo), hasScope(reports:read))'],
  oidc: [
    'GET /api/me  fwAuth (session)',
    'GET /api/sso  public',
    'GET /api/sso/callback  public',
    'POST /api/logout  fwAuth (session), csrf',
  ],
  session: [
    'GET /api/admin/users  fwAuthSuperuser (superuser session)',
    'GET /api/me  fwAuth (session)',
    'POST /api/login  public',
    'POST /api/logout  fwAuth (session), csrf',
  ],
}
const LABELS: Readonly<Record<Kind, string>> = {
  bearer: 'apiToken (bearer)',
  key: 'clientKey (header X-API-Key)',
  session: 'fwAuth (session)',
  jwt: 'accessToken (bearer of dev for zoo)',
  oidc: 'fwAuth (session)',
}

describe('selectLines', () => {
  const text = 'a\n  // if bearer\n  b\n  // end\n# if key\nc\n# end\n// if it rains\nd // end\n'
  const cases: readonly { readonly kinds: readonly Kind[]; readonly text: string }[] = [
    { kinds: [], text: 'a\n// if it rains\nd // end\n' },
    { kinds: ['bearer'], text: 'a\n  b\n// if it rains\nd // end\n' },
    { kinds: ['bearer', 'key'], text: 'a\n  b\nc\n// if it rains\nd // end\n' },
  ]
  for (const { kinds, text: expected } of cases) {
    it(`keeps the lines of ${kinds.join(' and ') || 'no kind'}`, () => {
      expect(selectLines(text, kinds)).to.equal(expected)
    })
  }
})

it('collapses a list of names to one line', () => {
  const files = renderTemplate({ name: 'zoo', kinds: ['key', 'bearer'] })
  expect(files.get('svc.config.ts')).to.contain('\n  auth: [apiToken, clientKey],\n')
  expect(files.get('fixtures/auth.fixtures.ts')).to.match(/^import \{ defineFixtures, secret \} from 'svc\/testing'$/m)
})

describe('the project that svc init writes', () => {
  let sample: SampleFolder
  const before: Record<string, string | undefined> = {}

  beforeEach(() => {
    for (const [name, value] of Object.entries(SECRETS)) {
      before[name] = process.env[name]
      process.env[name] = value
    }
  })
  afterEach(() => {
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
    sample.dispose()
  })

  // The marks of one kind do not know of another: pairs follow from these.
  for (const kinds of [...KINDS.map((kind) => [kind]), KINDS]) {
    it(`with ${kinds.join(', ')} loads, compiles and passes svc test-auth`, async () => {
      sample = write(kinds)
      expect(await run('routes', sample.root, '--write')).to.equal(0)
      expect(readFileSync(`${sample.root}/svc.routes.lock`, 'utf8').trimEnd().split('\n')).to.deep.equal([
        HEAD,
        ...routesOf(kinds),
      ])
      const { stdout } = await promisify(execFile)(process.execPath, [COMPILER], { cwd: sample.root }).catch(
        (error: { stdout: string }) => error,
      )
      expect(stdout).to.equal('')
      const scenarios = ['control', 'level'].flatMap((name) => ['--only', name])
      const foreign = await foreignLookups(() => run('test-auth', '--dir', sample.root, '--strict', ...scenarios))
      expect(foreign).to.deep.equal([])
      // No word of another kind is left, nor a mark.
      const text = [...renderTemplate({ name: 'zoo', kinds }).values()].join('\n')
      const words = {
        bearer: /apiToken|API_TOKEN/,
        key: /clientKey|CLIENT_KEY/,
        session: /ANN_PASSWORD/,
        jwt: /reports:read/,
        oidc: /OIDC_CLIENT|oidcLogin/,
      }
      expect(KINDS.filter((kind) => words[kind].test(text))).to.deep.equal(kinds)
      expect(text).not.to.match(/my-api|^\s*(\/\/|#|<!--) (if \w+|end)/m)
    })
  }

  function write(kinds: readonly Kind[]): SampleFolder {
    const folder = createSample(Object.fromEntries(renderTemplate({ name: 'zoo', kinds })))
    folder.write('package.json', formatPackageFile('zoo', 'vendor/svc.tgz'))
    linkSvc(folder.root, ['@types/node'])
    return folder
  }
})

function routesOf(kinds: readonly Kind[]): readonly string[] {
  const labels = ['bearer', 'key', 'session', 'oidc', 'jwt'] as const
  // The tokens of a provider that people log in at are taken, too.
  const isTaken = (kind: Kind): boolean => kinds.includes(kind) || (kind === 'jwt' && kinds.includes('oidc'))
  const auth = `[${[...new Set(labels.filter(isTaken).map((kind) => LABELS[kind]))].join(', ')}]`
  return [
    ...new Set(kinds.flatMap((kind) => ROUTES[kind])),
    'GET /api/hello  public',
    `GET /api/notes  ${auth}`,
    `GET /api/notes/[id]  ${auth} [note(id)]`,
    `POST /api/notes  ${auth}${/fwAuth/.test(auth) ? ', csrf' : ''}`,
  ].toSorted()
}

async function run(...argv: readonly string[]): Promise<number> {
  const { exitCode, all } = await captureProgram(argv)
  if (exitCode !== 0) throw new Error(all)
  return exitCode
}
