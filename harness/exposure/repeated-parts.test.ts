import { createHmac } from 'node:crypto'
import { expect } from 'chai'
import { SvcAPI } from 'svc'
import { type AuthRequest, constantTimeEqual, named } from 'svc/security'
import { runSample } from '../testdata/run-sample.ts'

const sign = (text: string): string => createHmac('sha256', 'links-of-beds').update(text).digest('hex')

/** How a server reads a parameter that stands twice. */
const READS: Readonly<Record<string, (beds: readonly string[]) => readonly [signed: string, used: readonly string[]]>> =
  {
    'takes the first': ([first = '']) => [first, [first]],
    'takes the last': (beds) => [beds.at(-1) ?? '', [beds.at(-1) ?? '']],
    'signs all': (beds) => [beds.join(), beds],
    'signs the first and uses all': (beds) => [beds[0] ?? '', beds],
    'signs the last and uses the first': (beds) => [beds.at(-1) ?? '', [beds[0] ?? '']],
  }

async function causesOf(how: string): Promise<readonly string[]> {
  const link = named('Link', ({ url }: AuthRequest) => {
    const [signed, beds] = READS[how]?.(url.searchParams.getAll('bed')) ?? ['', []]
    return constantTimeEqual(url.searchParams.get('sig') ?? '', sign(signed)) ? { beds } : null
  })
  const api = new SvcAPI()
  api.get('/harvest', { auth: link }, ({ auth }) => auth)
  const causes: string[] = []
  await runSample({
    api,
    fixtures: {
      credentials: { Link: { valid: { query: { bed: 'tomatoes', sig: sign('tomatoes') }, signs: ['query'] } } },
    },
    isChosen: ({ control }) => control === 'control',
    explores: true,
    emit: (event) => {
      if (event.type !== 'scenario.ended' || event.verdict.scenario.row !== 'signed.repeated') return
      causes.push(event.verdict.finding?.scenario.cause ?? event.verdict.outcome)
    },
  })
  return causes
}

describe('a signed parameter that stands twice', () => {
  for (const how of Object.keys(READS)) {
    const isWrong = how.includes('uses')
    it(`is ${isWrong ? '' : 'not '}a finding where the server ${how}`, async () => {
      const [cause, more] = await causesOf(how)
      expect(more).to.equal(undefined)
      expect(cause).to.equal(
        isWrong ? 'Link verifies one bed and uses another: a parameter that stands twice is signed once' : 'passed',
      )
    })
  }
})
