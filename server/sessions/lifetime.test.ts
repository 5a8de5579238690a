import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { createStorage } from 'unstorage'
import { type SessionOptions, Sessions } from './sessions.ts'

const START = Date.parse('2027-01-15T12:00:00Z')
const DAY = 86_400_000
const SECRET = 'a secret of the tests, thirty-two characters'
const ANN = { name: 'ann' }

const valueOf = (setCookie: string | undefined): string => /^[^=]+=([^;]*)/.exec(setCookie ?? '')?.[1] ?? ''

describe('the end of a session', () => {
  let now = START
  let revocations = ''
  beforeEach(() => {
    now = START
    revocations = mkdtempSync(join(tmpdir(), 'svc-lifetime-'))
  })
  afterEach(() => rmSync(revocations, { recursive: true, force: true }))

  const start = (options: SessionOptions): Sessions =>
    new Sessions({ secrets: [SECRET], revocations, now: () => now, ...options }, true)
  const isValid = async (sessions: Sessions, cookie: string): Promise<boolean> =>
    (await sessions.find(cookie)) !== undefined

  const seconds = (days: number): number => days * 86_400
  /** The `maxAge` in days at login, at logout and later, and the days between logout and the later request. */
  const histories: readonly (readonly [atLogin: number, atLogout: number, later: number, after: number])[] = [
    [7, 7, 7, 6],
    [7, 1, 7, 3],
    [7, 1, 30, 6],
    [30, 7, 30, 20],
    [1, 30, 30, 0.5],
  ]
  for (const where of ['files', 'a store'] as const) {
    for (const [atLogin, atLogout, later, after] of histories) {
      it(`is final in ${where} where maxAge was ${atLogin} days, ${atLogout} at logout and ${later} later`, async () => {
        const options = where === 'files' ? {} : { store: createStorage(), revocationCache: 0 }
        const { setCookie, session } = await start({ ...options, maxAge: seconds(atLogin) }).start(ANN)
        now += 1_000
        const middle = start({ ...options, maxAge: seconds(atLogout) })
        await middle.revoke((await middle.identify(valueOf(setCookie))) ?? expect.fail('not a session'))
        now += after * DAY
        // Another logout, so that whatever counts as over by now is swept.
        const sweeping = start({ ...options, maxAge: seconds(later) })
        await sweeping.revoke((await sweeping.start(ANN)).session)
        expect(session.expiresAt).to.equal(START + atLogin * DAY)
        expect(await isValid(start({ ...options, maxAge: seconds(later) }), valueOf(setCookie))).to.equal(false)
      })
    }
  }

  it('is final for every copy, that from before a renewal under a shorter maxAge included', async () => {
    const limits = { idleTimeout: seconds(20) }
    const original = valueOf((await start({ ...limits, maxAge: seconds(7) }).start(ANN)).setCookie)
    now += 3 * DAY
    const shorter = start({ ...limits, maxAge: seconds(4) })
    const found = (await shorter.find(original)) ?? expect.fail('not valid')
    const setCookie = await found.renew?.()
    expect(setCookie).to.match(/; Max-Age=86400; /)
    await shorter.revoke((await shorter.identify(valueOf(setCookie))) ?? expect.fail('not a session'))
    now += 2 * DAY
    const longer = start({ ...limits, maxAge: seconds(7) })
    await longer.revoke((await longer.start(ANN)).session)
    expect(await isValid(start({ ...limits, maxAge: seconds(7) }), original)).to.equal(false)
  })

  it('is the earlier of what was sealed and what maxAge says now', async () => {
    const cookie = valueOf((await start({ maxAge: 100 }).start(ANN)).setCookie)
    now += 50_000
    const verdicts = [10, 49, 51, 1_000].map((maxAge) => isValid(start({ maxAge }), cookie))
    expect(await Promise.all(verdicts)).to.deep.equal([false, false, true, true])
    now += 50_000
    expect(await isValid(start({ maxAge: 1_000 }), cookie)).to.equal(false)
  })
})

describe('the renewal of a session', () => {
  const burst = async (sessions: Sessions, cookie: string): Promise<readonly string[]> => {
    const found = await Promise.all(Array.from({ length: 17 }, async () => sessions.find(cookie)))
    const renewed = await Promise.all(found.map(async (each) => each?.renew?.()))
    expect(found.filter((each) => each === undefined)).to.deep.equal([])
    return renewed.filter((each) => each !== undefined)
  }

  it('is minted once for 17 requests at the same time, per tenth of the idle timeout', async () => {
    let now = START
    const sessions = new Sessions({ secrets: [SECRET], store: createStorage(), idleTimeout: 100, now: () => now }, true)
    const cookie = await sessions.seal(ANN)
    const minted: number[] = []
    for (const step of [20_000, 0, 9_999, 1, 10_000]) {
      now += step
      minted.push((await burst(sessions, cookie)).length)
    }
    expect(minted).to.deep.equal([1, 0, 0, 1, 1])
  })

  it('is minted once where the requests wait for the store or for loadUser', async () => {
    let now = START
    const sessions = new Sessions(
      {
        secrets: [SECRET],
        store: createStorage(),
        revocationCache: 0,
        idleTimeout: 100,
        loadUser: async ({ user }) => user,
        now: () => now,
      },
      true,
    )
    const cookie = await sessions.seal(ANN)
    now += 20_000
    expect((await burst(sessions, cookie)).length).to.equal(1)
  })
})
