import { expect } from 'chai'
import { SvcAPI } from 'svc'
import { headerKey } from 'svc/security'
import { routesOf } from '../model/route.ts'
import type { Subject } from '../setup/subject.ts'
import { sampleSetup } from '../testdata/sample-setup.ts'
import { Run } from './run.ts'

function openApi(): SvcAPI {
  const api = new SvcAPI({ docs: false })
  api.get('/x', { auth: headerKey('X-Key', () => 'any', { name: 'Key' }) }, () => 1)
  return api
}

const local = (): Subject => ({ kind: 'local', api: openApi(), base: '' })

/** How many scenarios of an application with one open route finish. */
async function decidedWith(
  bail: number,
  subject: Subject = local(),
): Promise<{ readonly decided: number; readonly failed: number }> {
  const fixtures = { credentials: { Key: { valid: 'a-good-key-4711' } } }
  const setup = await sampleSetup({ subject, fixtures })
  const { targets, context } = await setup.open()
  let decided = 0
  try {
    const limits = { jobs: 4, bail, strict: false, safe: false, repeat: subject.kind === 'remote' }
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
    // Scenarios that were under way when the first failed are still judged.
    expect(decided).to.be.below(20)
    expect(failed).to.be.within(1, 9)
  })

  it('ends a run against a server in another process, when a finding is confirmed', async () => {
    const api = openApi()
    const served = await api.listen({ port: 0, log: false })
    try {
      const routes = routesOf(api.operations(), '', false)
      const subject = { kind: 'remote', origin: served.url, routes, unsafe: false } as const
      const { decided, failed } = await decidedWith(1, subject)
      expect(decided).to.be.below(20)
      expect(failed).to.be.within(1, 9)
    } finally {
      await served.close()
    }
  })

  it('ends nothing without a number', async () => {
    expect((await decidedWith(0)).decided).to.be.above(100)
  })
})
