import { expect } from 'chai'
import { captureProgram } from '../../fixtures/captured.ts'
import { linkSvc } from '../../fixtures/link-svc.ts'
import { createSample, type SampleFolder } from '../../server/files/testdata/tree.ts'
import { formatPackageFile } from './package-json.ts'
import { renderTemplate } from './template.ts'

/** A member of the list in `svc.config.ts`, as people add one beside what was there, and a word of the finding. */
const MISTAKES: readonly (readonly [what: string, member: string, finding: RegExp])[] = [
  [
    'a token that is decoded, and never verified',
    `function old(request) {
      const [, token = ''] = (request.headers.get('authorization') ?? '').split(' ')
      const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()
      try {
        return { name: JSON.parse(payload).sub as string }
      } catch {
        return null
      }
    }`,
    /clock\.token/,
  ],
  [
    'a header that a gateway is thought to set',
    `function gateway(request) {
      const name = request.headers.get('x-user')
      return name ? { name } : null
    }`,
    /x-user/i,
  ],
  [
    'the name of the host as a proof',
    `function internal(request) {
      return /localhost|127\\.0/.test(String(request.url)) ? { name: 'internal' } : null
    }`,
    /FAIL/,
  ],
]

describe('a whole run of svc test-auth', () => {
  let sample: SampleFolder
  let issuer: string | undefined

  // Nothing listens there: the tokens are of the run itself, and the login is answered 503.
  beforeEach(() => {
    issuer = process.env['OIDC_ISSUER']
    process.env['OIDC_ISSUER'] = 'http://127.0.0.1:1'
  })
  afterEach(() => {
    if (issuer === undefined) delete process.env['OIDC_ISSUER']
    else process.env['OIDC_ISSUER'] = issuer
    sample.dispose()
  })

  async function runOver(kind: 'jwt' | 'oidc', member?: string): ReturnType<typeof captureProgram> {
    const files = new Map(renderTemplate({ name: 'zoo', kinds: [kind] }))
    const config = files.get('svc.config.ts') ?? ''
    const planted = member === undefined ? config : config.replace('accessToken],', `accessToken, ${member}],`)
    expect(planted === config).to.equal(member === undefined)
    files.set('svc.config.ts', planted)
    sample = createSample(Object.fromEntries(files))
    sample.write('package.json', formatPackageFile('zoo', 'vendor/svc.tgz'))
    linkSvc(sample.root, ['@types/node'])
    return captureProgram(['test-auth', '--dir', sample.root])
  }

  for (const kind of ['jwt', 'oidc'] as const) {
    it(`passes over the project of svc init --auth ${kind}`, async () => {
      const { exitCode, stdout, all } = await runOver(kind)
      expect(exitCode, all).to.equal(0)
      const [, count = '', passed = ''] =
        /(\d+) scenarios {2}(\d+) passed {2}0 failed {2}0 inconclusive/.exec(stdout) ?? []
      expect([Number(count) > 1_000, passed]).to.deep.equal([true, count])
    })

    for (const [what, member, finding] of MISTAKES) {
      it(`finds in the project of svc init --auth ${kind} ${what}`, async () => {
        const { exitCode, stdout, all } = await runOver(kind, member)
        expect(exitCode, all).to.equal(1)
        expect(stdout).to.match(finding)
      })
    }
  }
})
