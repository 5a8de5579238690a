import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import type { SessionUser } from '../base/registry.ts'
import type { SessionFault } from './session-fault.ts'
import { Sessions } from './sessions.ts'

const START = 1_700_000_000_000
const HOUR = 3_600_000
const ANN = { name: 'ann' } as SessionUser

describe('the fault of a session', () => {
  let folder: string
  let clock = START
  let sessions: Sessions

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'svc-session-fault-'))
  })
  after(() => rmSync(folder, { recursive: true }))
  beforeEach(() => {
    clock = START
    sessions = open({})
  })

  function open(options: { readonly maxAge?: number; readonly secrets?: readonly string[] }): Sessions {
    const now = (): number => clock
    return new Sessions({ secrets: ['s'.repeat(32)], idleTimeout: 7_200, revocations: folder, now, ...options }, false)
  }

  const change = (seal: string): string => seal.replace(/.$/, (last) => (last === 'A' ? 'E' : 'A'))
  const explained = async (seal: string, passed = 0): Promise<SessionFault | undefined> => {
    clock = START + passed
    return sessions.explain(seal)
  }

  it('is absent for one that is valid, opened lately or not', async () => {
    const seal = await sessions.seal(ANN)
    expect([await explained(seal), await explained(seal, HOUR)]).to.deep.equal([undefined, undefined])
    await sessions.find(seal)
    expect(await explained(seal, HOUR)).to.equal(undefined)
  })

  it('names what is not a session, one of another secret, and one that was changed', async () => {
    const seal = await sessions.seal(ANN)
    expect(await explained('')).to.deep.equal({ fault: 'not-a-session' })
    expect(await explained('x'.repeat(5_000))).to.deep.equal({ fault: 'not-a-session' })
    expect(await explained(await sessions.sealText('no JSON'))).to.deep.equal({ fault: 'not-a-session' })
    expect(await explained(await open({ secrets: ['t'.repeat(32)] }).seal(ANN))).to.deep.equal({
      fault: 'other-secret',
    })
    expect(await explained(change(seal))).to.deep.equal({ fault: 'tampered' })
  })

  it('names one that expired, by its seal or by the maxAge of today, and one that was idle', async () => {
    const seal = await sessions.seal(ANN)
    expect(await explained(seal, 3 * HOUR)).to.deep.equal({ fault: 'idle', seconds: 10_800 })
    expect(await explained(seal, 169 * HOUR)).to.deep.equal({ fault: 'expired', seconds: 3_600 })
    sessions = open({ maxAge: 1_800 })
    expect(await explained(seal, HOUR)).to.deep.equal({ fault: 'expired', seconds: 1_800 })
  })

  it('does not call expired what only says so', async () => {
    const seal = await sessions.seal(ANN)
    expect(await explained(change(seal), 169 * HOUR)).to.deep.equal({ fault: 'tampered' })
    const older = seal.replace(/\*(\d{13})\*/, (_, end: string) => `*${Number(end) - 168 * HOUR}*`)
    expect(await explained(older, HOUR)).to.deep.equal({ fault: 'tampered' })
  })

  it('names one that a logout ended', async () => {
    const { session, setCookie } = await sessions.start(ANN)
    await sessions.revoke(session)
    const [, seal = ''] = /=([^;]*)/.exec(setCookie) ?? []
    expect(await explained(seal)).to.deep.equal({ fault: 'ended' })
  })
})
