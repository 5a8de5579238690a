import { expect } from 'chai'
import { createStorage, type Storage } from 'unstorage'
import { HttpError } from '../base/errors.ts'
import { type RevocableSession, SharedRevocations } from './shared-revocations.ts'
import { createSessionId } from './content.ts'

const NOW = 1_800_000_000_000
const HOUR = 3_600_000

function session(expiresAt: number = NOW + HOUR): RevocableSession {
  return { id: createSessionId(), issuedAt: NOW - HOUR, expiresAt }
}

/** A storage that counts what it is asked. */
function countingStorage(): { readonly storage: Storage; asked: number } {
  const storage = createStorage()
  const counted = { storage, asked: 0 }
  const hasItem = storage.hasItem.bind(storage)
  storage.hasItem = (key: string) => {
    counted.asked++
    return hasItem(key)
  }
  return counted
}

describe('SharedRevocations', () => {
  it('reports what any process revoked', async () => {
    const storage = createStorage()
    const [here, there] = [
      new SharedRevocations(storage, { cacheFor: 0 }),
      new SharedRevocations(storage, { cacheFor: 0 }),
    ]
    const [revoked, other] = [session(), session()]
    await there.revoke(revoked, NOW)
    expect([await here.isRevoked(revoked, NOW), await here.isRevoked(other, NOW)]).to.deep.equal([true, false])
  })

  it('asks on every request without a cache', async () => {
    const counted = countingStorage()
    const revocations = new SharedRevocations(counted.storage, { cacheFor: 0 })
    const asked = session()
    for (let index = 0; index < 3; index++) await revocations.isRevoked(asked, NOW)
    expect(counted.asked).to.equal(3)
  })

  it('believes a "no" for as long as it may, and no longer', async () => {
    const counted = countingStorage()
    const revocations = new SharedRevocations(counted.storage, { cacheFor: 1_000 })
    const asked = session()
    const times = [0, 1, 999, 1_000, 1_999, 500]
    const counts: number[] = []
    for (const time of times) {
      await revocations.isRevoked(asked, NOW + time)
      counts.push(counted.asked)
    }
    // The last one: a clock that was set back does not stretch it.
    expect(counts).to.deep.equal([1, 1, 1, 2, 2, 3])
  })

  it('refuses what it revoked itself at once, whatever is cached or under way', async () => {
    const storage = createStorage()
    let release: (isThere: boolean) => void = () => undefined
    const revocations = new SharedRevocations(storage, { cacheFor: 10_000 })
    const [cached, underWay] = [session(), session()]
    await revocations.isRevoked(cached, NOW)
    storage.hasItem = () => new Promise<boolean>((resolve) => (release = resolve))
    const answer = revocations.isRevoked(underWay, NOW)
    await Promise.all([revocations.revoke(cached, NOW), revocations.revoke(underWay, NOW)])
    release(false)
    expect([
      await answer,
      await revocations.isRevoked(cached, NOW),
      await revocations.isRevoked(underWay, NOW),
    ]).to.deep.equal([true, true, true])
  })

  it('gives the storage a lifetime in seconds', async () => {
    const storage = createStorage()
    const lifetimes: unknown[] = []
    storage.setItem = async (_key: string, _value: unknown, options: unknown) => void lifetimes.push(options)
    await new SharedRevocations(storage, { cacheFor: 0 }).revoke(session(NOW + 1_500), NOW)
    await new SharedRevocations(storage, { cacheFor: 0 }).revoke(session(NOW - 1_500), NOW)
    expect(lifetimes).to.deep.equal([{ ttl: 2 }, { ttl: 1 }])
  })

  it('sweeps what has expired, once an hour', async () => {
    const storage = createStorage()
    let sweeps = 0
    const getKeys = storage.getKeys.bind(storage)
    storage.getKeys = (prefix) => {
      sweeps++
      return getKeys(prefix)
    }
    const revocations = new SharedRevocations(storage, { cacheFor: 0 })
    await storage.setItem('svc:other', 1)
    const [early, onTime, late] = [session(NOW + 1_000), session(NOW + HOUR), session(NOW + 10 * HOUR)]
    const times = [NOW, NOW + 2_000, NOW + HOUR - 1, NOW + HOUR]
    const counts: number[] = []
    for (const [index, time] of times.entries()) {
      await revocations.revoke([early, onTime][index] ?? late, time)
      counts.push(sweeps)
    }
    for (let turn = 0; turn < 1_000 && (await getKeys()).length > 2; turn++) await new Promise(setImmediate)
    expect(counts).to.deep.equal([1, 1, 1, 2])
    expect(await getKeys()).to.have.members(['svc:other', `svc:{${late.id[0]}}:revoked:${late.id.slice(1)}`])
    const swept = [early, onTime, late].map(async (each) => revocations.isRevoked(each, NOW + HOUR))
    expect(await Promise.all(swept)).to.deep.equal([false, false, true])
  })

  it('answers an error of the storage with 503, for both questions', async () => {
    const failing = createStorage()
    const down = new Error('connection refused')
    failing.hasItem = () => Promise.reject(down)
    failing.setItem = () => Promise.reject(down)
    const revocations = new SharedRevocations(failing, { cacheFor: 1_000 })
    const attempts = [async () => revocations.isRevoked(session(), NOW), async () => revocations.revoke(session(), NOW)]
    for (const attempt of attempts) {
      const error = await attempt().catch((reason: unknown) => reason)
      expect(error).to.be.instanceOf(HttpError)
      expect([(error as HttpError).status, (error as HttpError).detail, (error as HttpError).cause]).to.deep.equal([
        503,
        'Service Unavailable',
        down,
      ])
    }
  })
})
