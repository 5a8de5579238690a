import { expect } from 'chai'
import { createStorage } from 'unstorage'
import { createSessionId } from './content.ts'
import { type RevocableSession, SharedRevocations } from './shared-revocations.ts'

const NOW = 1_800_000_000_000
const HOUR = 3_600_000

function session(issuedAt: number): RevocableSession {
  return { id: createSessionId(), issuedAt, expiresAt: issuedAt + HOUR }
}

describe('the epochs of a store that may come back empty', () => {
  let now = NOW
  const options = { cacheFor: 0, epochClock: () => now }
  beforeEach(() => {
    now = NOW
  })

  it('refuse what was issued before they began, and nothing that was issued since', async () => {
    const storage = createStorage()
    const [here, there] = [new SharedRevocations(storage, options), new SharedRevocations(storage, options)]
    const old = session(NOW - 1)
    const fresh = session(NOW)
    const verdicts = [await here.isRevoked(old, NOW), await here.isRevoked(fresh, NOW)]
    now += HOUR
    verdicts.push(await there.isRevoked(old, now), await there.isRevoked(fresh, now))
    expect(verdicts).to.deep.equal([true, false, true, false])
  })

  it('begin anew where the content is lost: a logout stays one', async () => {
    const storage = createStorage()
    const [here, there] = [new SharedRevocations(storage, options), new SharedRevocations(storage, options)]
    const [revoked, other] = [session(NOW), session(NOW)]
    for (const { id } of [revoked, other]) await here.begin(id)
    await here.revoke(revoked, NOW)
    const before = [await there.isRevoked(revoked, NOW), await there.isRevoked(other, NOW)]
    await storage.clear()
    now += 1
    const after = [await there.isRevoked(revoked, now), await there.isRevoked(other, now)]
    const next = session(now)
    await there.begin(next.id)
    expect([before, after, await here.isRevoked(next, now)]).to.deep.equal([[true, false], [true, true], false])
  })

  it('are 64 at most, each beside the revocations of its group', async () => {
    const storage = createStorage()
    const revocations = new SharedRevocations(storage, options)
    const one = session(NOW)
    await revocations.begin(one.id)
    await revocations.revoke(one, NOW)
    const group = one.id.slice(0, 1)
    expect(await storage.getKeys()).to.have.members([
      `svc:{${group}}:epoch`,
      `svc:{${group}}:revoked:${one.id.slice(1)}`,
    ])
    for (let count = 0; count < 1_000; count++) await revocations.begin(createSessionId())
    expect((await storage.getKeys()).length).to.be.at.most(65)
  })

  it('do not refuse what this process sealed for a test', async () => {
    const revocations = new SharedRevocations(createStorage(), options)
    const old = session(NOW - HOUR)
    revocations.vouchFor(old.id)
    const before = await revocations.isRevoked(old, NOW)
    await revocations.revoke(old, NOW)
    expect([before, await revocations.isRevoked(old, NOW)]).to.deep.equal([false, true])
  })

  it('are not asked for while revocationFailure is open and the store is away', async () => {
    const storage = createStorage()
    const revocations = new SharedRevocations(storage, { ...options, failOpen: true })
    const [revoked, other] = [session(NOW), session(NOW)]
    await revocations.revoke(revoked, NOW)
    storage.hasItem = storage.getItem = () => Promise.reject(new Error('away'))
    await revocations.begin(other.id)
    expect([await revocations.isRevoked(revoked, NOW), await revocations.isRevoked(other, NOW)]).to.deep.equal([
      true,
      false,
    ])
  })
})
