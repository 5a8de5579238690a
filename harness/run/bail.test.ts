import { expect } from 'chai'
import { SvcAPI } from 'svc'
import { headerKey } from 'svc/security'
import { sampleSetup } from '../testdata/sample-setup.ts'
import { Run } from './run.ts'

/** How many scenarios of an application with one open route come to an end. */
async function decidedWith(bail: number): Promise<{ readonly decided: number; readonly failed: number }> {
  const api = new SvcAPI()
  api.get('/x', { auth: headerKey('X-Key', () => 'anybody', { name: 'Key' }) }, () => 1)
  const fixtures = { credentials: { Key: { valid: 'a-good-key-4711' } } }
  const setup = await sampleSetup({ subject: { kind: 'local', api, base: '' }, fixtures })
  const { targets, context } = await setup.open()
  let decided = 0
  try {
    const limits = { jobs: 4, bail, strict: false, safe: false, repeat: false }
    const emit = ({ type }: { readonly type: string }): void => void (decided += type === 'scenario.ended' ? 1 : 0)
    const run = new Run({ plan: setup.plan, targets, context, ledger: setup.ledger, emit, ...limits })
    const { counts } = await run.start()
    return { decided, failed: counts.failed }
  } finally {
    await targets.close()
  }
}

describe('--bail', () => {
  it('ends a run inside a route, and says what failed until then', async () => {
    const { decided, failed } = await decidedWith(1)
    // What was on its way when the first failed is still judged.
    expect(decided).to.be.below(20)
    expect(failed).to.be.within(1, 9)
  })

  it('ends nothing without a number', async () => {
    expect((await decidedWith(0)).decided).to.be.above(100)
  })
})
