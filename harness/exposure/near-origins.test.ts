import { expect } from 'chai'
import { SvcAPI } from 'svc'
import { type AuthRequest, constantTimeEqual, queryKey } from 'svc/security'
import { runSample } from '../testdata/run-sample.ts'

/** How a server compares the origin of the page that uses a key. */
const COMPARES: Readonly<Record<string, (origin: string) => boolean>> = {
  whole: (origin) => origin === 'https://maps.example',
  end: (origin) => origin.endsWith('maps.example'),
  start: (origin) => origin.startsWith('https://maps.example'),
  'not at all': () => true,
  'any host of the domain': (origin) => new URL(origin).hostname.endsWith('.maps.example'),
}

async function causesOf(how: string, own = 'https://maps.example'): Promise<readonly string[]> {
  const find = ({ headers }: AuthRequest, text: string) => {
    const isOwn = COMPARES[how]?.(headers.get('origin') ?? '') === true
    return constantTimeEqual(text, 'mk_maps_93c1f0a8b2') && isOwn ? { site: 'maps' } : null
  }
  const key = queryKey('key', find, { name: 'Key' })
  const api = new SvcAPI()
  api.get('/map', { auth: key }, ({ auth }) => auth)
  const causes: string[] = []

  await runSample({
    api,
    fixtures: {
      credentials: { Key: { valid: 'mk_maps_93c1f0a8b2' } },
      routes: { 'GET /map': { headers: { Origin: own } } },
    },
    isChosen: ({ control }) => control === 'control',
    explores: true,
    emit: (event) => {
      if (event.type !== 'scenario.ended' || event.verdict.scenario.row !== 'origin.near') return
      causes.push(event.verdict.finding?.scenario.cause ?? event.verdict.outcome)
    },
  })
  return causes
}

describe('a key that is good on one page', () => {
  it('is right where the whole origin is compared, and nothing is said where none is', async () => {
    expect(await causesOf('whole')).to.deep.equal(['passed'])
    expect(await causesOf('not at all')).to.deep.equal([])
  })
  it('is right where all hosts of the own domain may use it', async () => {
    expect(await causesOf('any host of the domain', 'https://www.maps.example')).to.deep.equal(['passed'])
  })
  for (const [how, title] of [
    ['end', 'ends'],
    ['start', 'begins'],
  ] as const)
    it(`is found where its ${how} is compared`, async () => {
      const [cause, more] = await causesOf(how)
      expect(more).to.equal(undefined)
      expect(cause).to.include(`pass with an Origin that ${title} like the own one`)
    })
})
