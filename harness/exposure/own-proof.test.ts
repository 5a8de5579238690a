import { expect } from 'chai'
import { AuthorizationError, SvcAPI } from 'svc'
import { cookieKey } from 'svc/security'
import { runSample } from '../testdata/run-sample.ts'

type IsOwnPage = (headers: Headers, origin: string) => boolean

/** The causes of findings on an operation whose code asks for a proof of origin itself, and how often it is not accused. */
async function run(isOwnPage: IsOwnPage): Promise<{ readonly causes: readonly string[]; readonly passed: number }> {
  const api = new SvcAPI({
    auth: cookieKey('sid', (_, key) => key === 'Key-of-ann-77', { name: 'Cookie' }),
    csrf: true,
  })
  api.post('/notes', { csrf: false }, ({ headers, url }) => {
    if (!isOwnPage(headers, url.origin)) throw new AuthorizationError()
    return 1
  })
  const causes: string[] = []
  let passed = 0
  await runSample({
    api,
    fixtures: { users: { ann: {} }, credentials: { Cookie: { ann: 'Key-of-ann-77' } } },
    isChosen: ({ control }) => control === 'control',
    explores: true,
    emit: (event) => {
      if (event.type !== 'scenario.ended' || event.verdict.scenario.row !== 'csrf.session') return
      if (event.verdict.outcome === 'passed') passed++
      if (event.verdict.finding !== undefined) causes.push(event.verdict.finding.scenario.cause)
    },
  })
  return { causes, passed }
}

describe('a proof of origin that the code of an operation asks for', () => {
  const BROKEN: readonly (readonly [title: string, isOwnPage: IsOwnPage])[] = [
    [
      'has a missing Referer for one of the own site',
      (headers) => !(headers.get('referer')?.includes('attacker') ?? false),
    ],
    [
      'looks at Sec-Fetch-Site, which not every browser sends',
      (headers) => (headers.get('sec-fetch-site') ?? 'none') === 'none',
    ],
    ['takes the Origin null', (headers, origin) => [origin, 'null'].includes(headers.get('origin') ?? origin)],
  ]
  for (const [title, isOwnPage] of BROKEN)
    it(`is a finding where it ${title}`, async () => {
      const { causes } = await run(isOwnPage)
      expect(causes).to.have.length(1)
      expect(causes[0]).to.match(
        /^POST \/notes asks for a proof of origin in its own code, and pages of other sites pass with/,
      )
    })

  it('is not a finding where it compares the Origin, also where programs that send no header pass', async () => {
    expect(await run((headers, origin) => headers.get('origin') === origin)).to.deep.equal({ causes: [], passed: 0 })
    const result = await run((headers, origin) =>
      (headers.get('origin') ?? headers.get('referer') ?? origin).startsWith(origin),
    )
    expect(result).to.deep.equal({ causes: [], passed: 1 })
  })

  it('is a question alone where every request passes', async () => {
    expect(await run(() => true)).to.deep.equal({ causes: [], passed: 0 })
  })
})
