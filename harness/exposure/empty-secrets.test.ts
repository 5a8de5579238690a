import { createHmac } from 'node:crypto'
import { expect } from 'chai'
import { SvcAPI } from 'svc'
import { type AuthRequest, constantTimeEqual, named } from 'svc/security'
import { runSample } from '../testdata/run-sample.ts'

const STATIONS = new Map([['hill', 'weather-hill-0b57e9c8']])
const OF_UNKNOWN = 'of-this-process-77c1'
const sign = (secret: string, time: string, body: string): string =>
  createHmac('sha256', secret).update(`${time}.`).update(body).digest('base64url')

/** The secret that a server takes for a station. */
const LOOKUPS: Readonly<Record<string, (station: string) => string | undefined>> = {
  'refuses a station that is not known': (station) => STATIONS.get(station),
  'has a secret of its own for a station that is not known': (station) => STATIONS.get(station) ?? OF_UNKNOWN,
  'takes an empty one': (station) => STATIONS.get(station) ?? '',
  'writes it into a text': (station) => `${STATIONS.get(station)}`,
}

async function causesOf(how: string): Promise<readonly string[]> {
  const hook = named('Hook', async (request: AuthRequest) => {
    const station = request.headers.get('x-station') ?? ''
    const secret = LOOKUPS[how]?.(station)
    if (secret === undefined) return null
    const good = sign(secret, request.headers.get('x-time') ?? '', await request.text())
    return constantTimeEqual(request.headers.get('x-signature') ?? '', good) ? { station } : null
  })
  const api = new SvcAPI()
  api.post('/hooks', { auth: hook }, () => ({ taken: true }))
  const time = String(Math.floor(Date.now() / 1_000))
  const headers = {
    'X-Station': 'hill',
    'X-Time': time,
    'X-Signature': sign('weather-hill-0b57e9c8', time, '{"frost":1}'),
  }
  const causes: string[] = []
  await runSample({
    api,
    fixtures: {
      credentials: { Hook: { valid: { headers, signs: ['body', 'X-Time'] } } },
      routes: { 'POST /hooks': { raw: { type: 'application/json', text: '{"frost":1}' } } },
    },
    isChosen: ({ control }) => control === 'control',
    explores: true,
    emit: (event) => {
      if (event.type !== 'scenario.ended' || event.verdict.scenario.row !== 'signed.empty-secret') return
      causes.push(event.verdict.finding?.scenario.cause ?? event.verdict.outcome)
    },
  })
  return causes
}

describe('the secret of a signer who is not known', () => {
  for (const how of Object.keys(LOOKUPS)) {
    const isWrong = /^(?:takes|writes)/.test(how)
    it(`is ${isWrong ? '' : 'not '}a finding where the server ${how}`, async () => {
      const [cause, more] = await causesOf(how)
      expect(more).to.equal(undefined)
      if (isWrong) expect(cause).to.include('takes an empty secret for a signer that is not known')
      else expect(cause).to.equal('passed')
    })
  }
})

describe('a signature that stands encoded in a link', () => {
  it('is replaced there, and a server that is right is not accused', async () => {
    const of = (bed: string): string => createHmac('sha256', 'links-of-beds').update(bed).digest('base64')
    const link = named('Link', ({ url }: AuthRequest) => {
      const bed = url.searchParams.get('bed') ?? ''
      return constantTimeEqual(url.searchParams.get('sig') ?? '', of(bed)) ? { bed } : null
    })
    const api = new SvcAPI()
    api.get('/harvest', { auth: link }, ({ auth }) => auth)
    const outcomes: string[] = []
    await runSample({
      api,
      fixtures: { credentials: { Link: { valid: { query: { bed: 'north', sig: of('north') }, signs: ['query'] } } } },
      isChosen: ({ control }) => control === 'control',
      explores: true,
      emit: (event) => {
        if (event.type === 'scenario.ended' && event.verdict.scenario.row === 'signed.empty-secret')
          outcomes.push(event.verdict.outcome)
      },
    })
    expect(of('north')).to.match(/[+/=]/)
    expect(outcomes).to.deep.equal(['passed'])
  })
})
