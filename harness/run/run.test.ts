import { expect } from 'chai'
import { SvcAPI } from 'svc'
import { headerKey } from 'svc/security'
import { sumCounts } from '../model/counts.ts'
import type { RunEvent } from '../model/event.ts'
import type { FixtureFile } from '../credentials/define.ts'
import { sampleSetup } from '../testdata/sample-setup.ts'
import { Run } from './run.ts'

async function run(fixtures: FixtureFile): Promise<readonly RunEvent[]> {
  const api = new SvcAPI({ docs: false })
  const key = headerKey('X-Key', (_, given) => given === 'a-good-key-4711', { name: 'Key' })
  api.get('/x', { auth: key }, () => 1)
  api.get('/open', { auth: null }, () => 1)
  const setup = await sampleSetup({ subject: { kind: 'local', api, base: '' }, fixtures })
  const { targets, context } = await setup.open()
  const events: RunEvent[] = []
  try {
    const limits = { jobs: 2, bail: 0, strict: true, safe: false, repeat: false }
    const emit = (event: RunEvent): void => void events.push(event)
    const summary = await new Run({ plan: setup.plan, targets, context, ledger: setup.ledger, emit, ...limits }).start()
    return [...events, { type: 'run.ended', summary }]
  } finally {
    await targets.close()
  }
}

describe('a run', () => {
  it('counts the scenarios of each route, and all of them', async () => {
    const events = await run({ credentials: { Key: { valid: 'a-good-key-4711' } } })
    const ended = events.flatMap((event) => (event.type === 'route.ended' ? [event.result] : []))
    const verdicts = events.filter(({ type }) => type === 'scenario.ended')
    const [summary] = events.flatMap((event) => (event.type === 'run.ended' ? [event.summary] : []))
    expect(ended.map(({ route, control }) => `${route.key} ${control}`)).to.deep.equal([
      'GET /x good',
      'GET /open public',
    ])
    expect(sumCounts(ended.map(({ counts }) => counts))).to.deep.equal(summary?.counts)
    expect(verdicts.length).to.equal(Object.values(summary?.counts ?? {}).reduce((a, b) => a + b, 0))
    expect([summary?.exitCode, summary?.reason]).to.deep.equal([0, undefined])
  })

  it('with --strict names the routes of which no good credential is known', async () => {
    const [summary] = (await run({})).flatMap((event) => (event.type === 'run.ended' ? [event.summary] : []))
    expect([summary?.exitCode, summary?.reason]).to.deep.equal([4, '--strict: no positive control for GET /x'])
  })
})
