import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { createStorage } from 'unstorage'
import { HttpError } from '../base/errors.ts'
import type { SessionUser } from '../base/registry.ts'
import { type SessionOptions, Sessions } from './sessions.ts'

const NOW = Date.parse('2027-01-15T12:00:00Z')
const NEW_SECRET = 'the newest secret, of 32 characters and more'
const OLD_SECRET = 'the older secret, of 32 characters and more'
const ANN = { name: 'ann', isSuperuser: false } as SessionUser

describe('Sessions', () => {
  let now: number
  let revocations: string
  beforeEach(() => {
    now = NOW
    revocations = mkdtempSync(join(tmpdir(), 'svc-session-'))
  })
  afterEach(() => rmSync(revocations, { recursive: true, force: true }))

  /** Another process, as far as sessions can see. */
  const start = (options: SessionOptions = {}, secure = true): Sessions =>
    new Sessions({ secrets: [NEW_SECRET, OLD_SECRET], revocations, now: () => now, ...options }, secure)
  const isValid = async (sessions: Sessions, cookie: string): Promise<boolean> =>
    (await sessions.find(cookie)) !== undefined
  const valueOf = (setCookie: string): string => /^[^=]+=([^;]*)/.exec(setCookie)?.[1] ?? ''

  describe('cookies (promise 12)', () => {
    it('sets one for https', async () => {
      const { setCookie } = await start({ maxAge: 60 }).start(ANN)
      expect(setCookie).to.match(
        /^__Host-svc-session=Fe26\.2\*[\w.*-]+; Max-Age=60; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
      )
    })

    it('sets one for http on loopback', async () => {
      const { setCookie } = await start({ name: 'sid' }, false).start(ANN)
      expect(setCookie).to.match(/^sid=Fe26\.2\*[\w.*-]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/)
    })

    it('clears it', () => {
      expect(start().clearingCookie()).to.equal(
        '__Host-svc-session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure',
      )
    })

    it('reads one name in each mode, and the same seals in both', async () => {
      const secure = start()
      const plain = secure.withMode(false)
      expect([secure.cookieName, plain.cookieName, plain.withMode(true).cookieName]).to.deep.equal([
        '__Host-svc-session',
        'svc-session',
        '__Host-svc-session',
      ])
      const { session, setCookie } = await secure.start(ANN)
      expect(await isValid(plain, valueOf(setCookie))).to.equal(true)
      await plain.revoke(session)
      expect(await isValid(secure, valueOf(setCookie))).to.equal(false)
    })

    it('refuses a user that does not fit into 4096 bytes', async () => {
      const attempt = start().start({ ...ANN, note: 'x'.repeat(3_000) } as SessionUser)
      const error = await attempt.catch((reason: unknown) => reason)
      expect(error)
        .to.be.instanceOf(TypeError)
        .with.property('message')
        .that.matches(/too large: .* of at most 4096/)
    })

    for (const user of [null, undefined, 'ann', [], { when: new Date(NOW) }, { self: 1n }] as never[]) {
      it(`refuses the user ${typeof user} ${JSON.stringify(Object.keys(user ?? {}))}`, async () => {
        expect(
          await start()
            .start(user)
            .catch((reason: unknown) => reason),
        ).to.be.instanceOf(TypeError)
      })
    }
  })

  describe('read (promise 11)', () => {
    it('gives the session that was started', async () => {
      const sessions = start()
      const { session, setCookie } = await sessions.start(ANN)
      const expiresAt = NOW + 604_800_000
      expect(session).to.deep.equal({ id: session.id, user: ANN, issuedAt: NOW, lastSeen: NOW, expiresAt })
      expect(session.id).to.match(/^[\w-]{22}$/)
      now += 1_000
      for (let index = 0; index < 2; index++) expect(await sessions.find(valueOf(setCookie))).to.deep.equal({ session })
    })

    it('starts each session under an id of its own', async () => {
      const sessions = start()
      const ids = await Promise.all(Array.from({ length: 50 }, async () => (await sessions.start(ANN)).session.id))
      expect(new Set(ids).size).to.equal(50)
    })

    it('gives each request a user of its own', async () => {
      const sessions = start()
      const cookie = await sessions.seal(ANN)
      const user = (await sessions.find(cookie))?.session.user as { isSuperuser?: boolean }
      user.isSuperuser = true
      expect((await sessions.find(cookie))?.session.user).to.deep.equal(ANN)
    })

    it('opens what the older secret sealed, and seals with the newest', async () => {
      const old = await start({ secrets: [OLD_SECRET] }).seal(ANN)
      expect(await isValid(start(), old)).to.equal(true)
      expect(await isValid(start(), await start().seal(ANN, { secret: OLD_SECRET }))).to.equal(true)
      expect(await isValid(start({ secrets: [OLD_SECRET] }), await start().seal(ANN))).to.equal(false)
    })

    it('refuses what a foreign secret sealed', async () => {
      const foreign = await start().seal(ANN, { secret: 'a foreign secret, of 32 characters and more' })
      expect(await isValid(start(), foreign)).to.equal(false)
    })

    it('refuses changed text even after the valid one was opened', async () => {
      const sessions = start()
      const cookie = await sessions.seal(ANN)
      expect(await isValid(sessions, cookie)).to.equal(true)
      for (const changed of [`${cookie}=`, ` ${cookie}`, cookie.slice(0, -1), cookie.toLowerCase(), `${cookie}*`, '']) {
        expect(await isValid(sessions, changed), changed).to.equal(false)
      }
      expect(await isValid(sessions, cookie)).to.equal(true)
    })

    it('ends a session at its absolute age, opened before or not', async () => {
      const sessions = start({ maxAge: 100 })
      const cookie = await sessions.seal(ANN)
      const verdicts: boolean[] = []
      // The seal reads the time as it is opened: a busy machine takes some milliseconds.
      for (const age of [0, 99_000, 99_500, 100_000, 101_000]) {
        now = NOW + age
        verdicts.push(await isValid(sessions, cookie), await isValid(start({ maxAge: 100 }), cookie))
      }
      expect(verdicts).to.deep.equal([true, true, true, true, true, true, false, false, false, false])
    })

    it('goes by the shorter age when maxAge has changed since', async () => {
      const cookie = await start({ maxAge: 100 }).seal(ANN)
      now += 60_000
      expect(await isValid(start({ maxAge: 50 }), cookie)).to.equal(false)
      const longer = start({ maxAge: 1_000 })
      expect(await isValid(longer, cookie)).to.equal(true)
      now += 60_000
      expect(await isValid(longer, cookie)).to.equal(false)
    })

    it('refuses a session from the future, but for clocks that differ', async () => {
      expect(await isValid(start(), await start().seal(ANN, { now: NOW + 59_000 }))).to.equal(true)
      expect(await isValid(start(), await start().seal(ANN, { now: NOW + 61_000 }))).to.equal(false)
    })

    it('ends a session that was idle', async () => {
      const sessions = start({ idleTimeout: 10 })
      const cookie = await sessions.seal(ANN)
      expect(await isValid(sessions, cookie)).to.equal(true)
      now += 9_999
      expect(await isValid(sessions, cookie)).to.equal(true)
      now += 1
      expect([await isValid(sessions, cookie), await isValid(start({ idleTimeout: 10 }), cookie)]).to.deep.equal([
        false,
        false,
      ])
    })

    it('renews at most once per tenth of the idle timeout, under the same id and age', async () => {
      const sessions = start({ idleTimeout: 100, maxAge: 1_000 })
      const { session, setCookie } = await sessions.start(ANN)
      const renewals: number[] = []
      let renewed = ''
      for (const time of [0, 9_999, 10_000, 10_001, 19_999, 20_000, 20_001]) {
        now = NOW + time
        const found = await sessions.find(valueOf(setCookie))
        expect(found?.session).to.deep.equal(session)
        const [cookie, again] = [await found?.renew?.(), await found?.renew?.()]
        expect(again).to.equal(undefined)
        if (cookie === undefined) continue
        renewals.push(time)
        renewed = cookie
      }
      expect(renewals).to.deep.equal([10_000, 20_000])
      expect(renewed).to.match(/; Max-Age=980; Path=\/; HttpOnly; SameSite=Lax; Secure$/)
      expect((await sessions.find(valueOf(renewed)))?.session).to.deep.equal({ ...session, lastSeen: NOW + 20_000 })
      await sessions.revoke(session)
      expect(await isValid(sessions, valueOf(renewed))).to.equal(false)
    })

    it('renews for no longer than the absolute age', async () => {
      const sessions = start({ idleTimeout: 100, maxAge: 150 })
      const first = valueOf((await sessions.start(ANN)).setCookie)
      now += 90_000
      const second = valueOf((await (await sessions.find(first))?.renew?.()) ?? '')
      now += 59_500
      expect(await isValid(sessions, second)).to.equal(true)
      now += 500
      expect(await isValid(sessions, second)).to.equal(false)
    })

    const ID = 'AAAAAAAAAAAAAAAAAAAAAA'
    const whole = { id: ID, issuedAt: NOW, lastSeen: NOW, user: ANN }
    const contents: readonly (readonly [title: string, content: unknown])[] = [
      ['{}', {}],
      ['null', null],
      ['a text', 'text'],
      ['a list', [whole]],
      ['no user', { ...whole, user: undefined }],
      ['a user that is null', { ...whole, user: null }],
      ['a user that is a text', { ...whole, user: 'ann' }],
      ['a user that is a list', { ...whole, user: [] }],
      ['no id', { ...whole, id: undefined }],
      ['a short id', { ...whole, id: 'AAAA' }],
      ['a number as id', { ...whole, id: 7 }],
      ['an id of more than 128 bits', { ...whole, id: ID.replace(/A$/, 'B') }],
      ['a path as id', { ...whole, id: '../../../../etc/passwd1' }],
      ['no time', { ...whole, issuedAt: undefined }],
      ['a text as time', { ...whole, issuedAt: String(NOW) }],
      ['a fraction as time', { ...whole, issuedAt: NOW - 0.5 }],
      ['a negative time', { ...whole, issuedAt: -1 }],
      ['a time past all bounds', { ...whole, lastSeen: 1e300 }],
      ['last seen before it started', { ...whole, lastSeen: NOW - 1 }],
      ['everything behind __proto__', JSON.parse(`{"__proto__":${JSON.stringify(whole)}}`)],
      ['a user with __proto__', { ...whole, user: JSON.parse('{"__proto__":{"isSuperuser":true}}') }],
    ]
    for (const [title, content] of contents) {
      it(`refuses a seal that holds ${title}`, async () => {
        expect(await isValid(start(), await start().sealContent(content))).to.equal(false)
      })
    }

    it('accepts the same seal with all of it, members it does not know included', async () => {
      expect(await isValid(start(), await start().sealContent({ ...whole, more: 1 }))).to.equal(true)
    })

    it('takes nothing from a polluted Object.prototype', async () => {
      const inherited = Object.prototype as { user?: unknown }
      const cookie = await start().sealContent({ ...whole, user: undefined })
      inherited.user = { name: 'mallory' }
      try {
        expect(await isValid(start(), cookie)).to.equal(false)
      } finally {
        delete inherited.user
      }
    })
  })

  describe('revoke', () => {
    it('refuses every copy from then on, over a restart too', async () => {
      const sessions = start()
      const { session, setCookie } = await sessions.start(ANN)
      const cookie = valueOf(setCookie)
      const copy = await sessions.seal(ANN, { id: session.id })
      expect(await isValid(sessions, cookie)).to.equal(true)
      await sessions.revoke(session)
      const verdicts = [sessions, start(), start({ secrets: [OLD_SECRET, NEW_SECRET] })].map((each) =>
        isValid(each, cookie),
      )
      expect(await Promise.all([...verdicts, isValid(sessions, copy)])).to.deep.equal([false, false, false, false])
    })

    it('leaves the other sessions of the user alone', async () => {
      const sessions = start()
      const [first, second] = [await sessions.start(ANN), await sessions.start(ANN)]
      await sessions.revoke(first.session)
      expect(await isValid(sessions, valueOf(second.setCookie))).to.equal(true)
    })

    it('is safe with many logins and logouts at once', async () => {
      const sessions = start()
      const started = await Promise.all(Array.from({ length: 40 }, () => sessions.start(ANN)))
      await Promise.all(
        started.flatMap(({ session }, index) =>
          index % 2 ? [] : [sessions.revoke(session), sessions.revoke(session)],
        ),
      )
      const restarted = start()
      const verdicts = await Promise.all(started.map(({ setCookie }) => isValid(restarted, valueOf(setCookie))))
      expect(verdicts).to.deep.equal(started.map((_, index) => index % 2 === 1))
    })

    it('goes through a shared store, between processes', async () => {
      const store = createStorage()
      const [here, there] = [start({ store }), start({ store })]
      const { session, setCookie } = await here.start(ANN)
      expect(await isValid(there, valueOf(setCookie))).to.equal(true)
      await here.revoke(session)
      expect([await isValid(here, valueOf(setCookie)), await isValid(there, valueOf(setCookie))]).to.deep.equal([
        false,
        true,
      ])
      now += 1_000
      expect(await isValid(there, valueOf(setCookie))).to.equal(false)
      expect(await isValid(start({ store, revocationCache: 0 }), valueOf(setCookie))).to.equal(false)
    })

    it('refuses with 503 while the store is down, and does not ask it about seals that are not valid', async () => {
      const store = createStorage()
      store.hasItem = () => Promise.reject(new Error('down'))
      const sessions = start({ store })
      const error = await Promise.resolve(sessions.find(await sessions.seal(ANN))).catch((reason: unknown) => reason)
      expect(error).to.be.instanceOf(HttpError).with.property('status', 503)
      expect(await isValid(sessions, 'garbage')).to.equal(false)
      expect(await isValid(sessions, await sessions.seal(ANN, { now: 1_000_000_000_000 }))).to.equal(false)
    })
  })

  describe('loadUser', () => {
    it('is asked on every request, and its answer is the user', async () => {
      const answers: (SessionUser | null | undefined)[] = [{ name: 'Ann' }, null, undefined, ANN]
      const asked: unknown[] = []
      const sessions = start({
        loadUser: async (session) => {
          asked.push(session)
          return answers[asked.length - 1]
        },
      })
      const { session, setCookie } = await sessions.start(ANN)
      const users: unknown[] = []
      while (users.length < answers.length) users.push((await sessions.find(valueOf(setCookie)))?.session.user)
      expect(users).to.deep.equal([{ name: 'Ann' }, undefined, undefined, ANN])
      expect(asked).to.deep.equal([session, session, session, session])
    })

    it('is not asked about sessions that are over or revoked', async () => {
      const sessions = start({ maxAge: 10, loadUser: () => expect.fail('asked') })
      const { session, setCookie } = await sessions.start(ANN)
      const other = await sessions.seal(ANN)
      await sessions.revoke(session)
      expect(await isValid(sessions, valueOf(setCookie))).to.equal(false)
      now += 10_000
      expect(await isValid(sessions, other)).to.equal(false)
    })

    it('lets its errors through', async () => {
      const sessions = start({ loadUser: () => Promise.reject(new Error('database')) })
      expect(
        await Promise.resolve(sessions.find(await sessions.seal(ANN))).catch((error: Error) => error.message),
      ).to.equal('database')
    })

    it('must answer a user, not a yes', async () => {
      const sessions = start({ loadUser: (() => true) as never })
      const error = await Promise.resolve(sessions.find(await sessions.seal(ANN))).catch((reason: unknown) => reason)
      expect(error).to.be.instanceOf(TypeError)
    })
  })
})
