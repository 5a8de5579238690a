import { expect } from 'chai'
import { AuthorizationError, SvcAPI } from 'svc'
import { type AuthRequest, cookieKey, named } from 'svc/security'
import type { AnyApi } from '../model/application.ts'
import { runSample } from '../testdata/run-sample.ts'

type IsOwnPage = (headers: Headers, origin: string) => boolean

/** The causes of findings on an operation whose code asks for a proof of origin itself, and how often it is not accused. */
async function run(isOwnPage: IsOwnPage, routes: object = {}): Promise<Outcome> {
  const api = new SvcAPI({
    auth: cookieKey('sid', (_, key) => key === 'Key-of-ann-77', { name: 'Cookie' }),
    csrf: true,
  })
  api.post('/notes', { csrf: false }, ({ headers, url }) => {
    if (!isOwnPage(headers, url.origin)) throw new AuthorizationError()
    return 1
  })
  return runOn(api, { users: { ann: {} }, credentials: { Cookie: { ann: 'Key-of-ann-77' } }, routes })
}

interface Outcome {
  readonly causes: readonly string[]
  readonly passed: number
  readonly questions?: readonly string[]
}

async function runOn(api: AnyApi, fixtures: object, asks = false): Promise<Outcome> {
  const causes: string[] = []
  const questions: string[] = []
  let passed = 0
  await runSample({
    api,
    fixtures,
    isChosen: ({ control }) => control === 'control',
    explores: true,
    remark: ({ kind, message }) => {
      if (kind === 'question') questions.push(message)
    },
    emit: (event) => {
      if (event.type !== 'scenario.ended' || event.verdict.scenario.row !== 'csrf.session') return
      if (event.verdict.outcome === 'passed') passed++
      if (event.verdict.finding !== undefined) causes.push(event.verdict.finding.scenario.cause)
    },
  })
  return { causes, passed, ...(asks ? { questions } : {}) }
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

  const PAGE = 'https://app.example'
  const compares: Readonly<Record<string, (origin: string) => boolean>> = {
    begins: (origin) => origin.startsWith(PAGE),
    ends: (origin) => origin.endsWith('app.example'),
    whole: (origin) => origin === PAGE,
  }
  for (const [how, isOwn] of Object.entries(compares))
    it(`is ${how === 'whole' ? 'not ' : ''}a finding where it compares the Origin of the fixtures: ${how}`, async () => {
      const routes = { 'POST /notes': { headers: { Origin: PAGE } } }
      const { causes } = await run((headers) => isOwn(headers.get('origin') ?? ''), routes)
      if (how === 'whole') expect(causes).to.deep.equal([])
      else expect(causes.join()).to.include(`compares a part of the origin in its own code`).and.include(`${how} like`)
    })

  it('is not a finding where it compares the Origin, also where programs that send no header pass', async () => {
    expect(await run((headers, origin) => headers.get('origin') === origin)).to.deep.equal({ causes: [], passed: 0 })
    const result = await run((headers, origin) =>
      (headers.get('origin') ?? headers.get('referer') ?? origin).startsWith(origin),
    )
    expect(result).to.deep.equal({ causes: [], passed: 1 })
  })
})

describe('operations that a cookie opens', () => {
  const FIXTURES = { users: { ann: {} }, credentials: { Cookie: { ann: 'Key-of-ann-77' } } }
  const withCookie = (csrf: { readonly csrf?: boolean }) =>
    new SvcAPI({ auth: cookieKey('sid', (_, key) => key === 'Key-of-ann-77', { name: 'Cookie' }), ...csrf })

  it('are a finding where they say csrf: false, and no code asks for a proof', async () => {
    const api = withCookie({ csrf: true })
    api.post('/notes', { csrf: false }, () => 1)
    api.put('/titles', {}, () => 1)
    const { causes } = await runOn(api, FIXTURES)
    expect(causes).to.have.length(1)
    expect(causes[0]).to.match(/^POST \/notes says csrf: false, and pages of other sites can send it/)
  })

  it('are one cause where the API says nothing of csrf', async () => {
    const api = withCookie({})
    api.post('/notes', {}, () => 1)
    api.put('/titles', {}, () => 1)
    api.get('/names', {}, () => 1)
    const { causes } = await runOn(api, FIXTURES)
    expect(causes).to.have.length(2)
    expect(new Set(causes).size).to.equal(1)
    expect(causes[0]).to.match(/^operations that a cookie opens ask for no proof of origin/)
  })

  it('are not a finding where they need no credential, or take another one beside the cookie', async () => {
    const api = new SvcAPI({ csrf: true })
    const both = (request: AuthRequest): boolean =>
      request.cookies['sid'] === 'Key-of-ann-77' && request.headers.get('x-device') === 'Device-of-ann-88'
    api.post('/both', { auth: both, csrf: false }, () => 1)
    api.post('/open', { auth: null, csrf: false }, () => 1)
    const parts = { cookies: { sid: 'Key-of-ann-77' }, headers: { 'x-device': 'Device-of-ann-88' } }
    expect(await runOn(api, { users: { ann: {} }, credentials: { both: { ann: parts } } })).to.deep.equal({
      causes: [],
      passed: 1,
    })
  })

  it('are a question where their own request is refused', async () => {
    const api = withCookie({ csrf: true })
    api.post('/notes', { csrf: false }, () => {
      throw new AuthorizationError()
    })
    const { causes, questions } = await runOn(api, FIXTURES, true)
    expect(causes).to.deep.equal([])
    expect(questions?.join()).to.include('csrf: false, and a cookie opens it')
  })

  it('are a finding where a function reads a cookie that is not declared', async () => {
    const reads = (scheme?: object): SvcAPI => {
      const read = ({ cookies }: AuthRequest): boolean => cookies['sid'] === 'Key-of-ann-77'
      const api = new SvcAPI({ auth: named('Panel', read, scheme as never) as never, csrf: true })
      api.post('/notes', {}, () => 1)
      return api
    }
    const fixtures = { users: { ann: {} }, credentials: { Panel: { ann: { cookies: { sid: 'Key-of-ann-77' } } } } }
    expect((await runOn(reads({ type: 'apiKey', in: 'cookie', name: 'sid' }), fixtures)).causes).to.deep.equal([])
    expect((await runOn(reads(), fixtures)).causes.join()).to.match(/^Panel reads a cookie itself/)
  })
})
