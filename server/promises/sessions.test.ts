import { expect } from 'chai'
import { createStorage } from 'unstorage'
import { SvcAPI } from '../api/api.ts'
import { fwAuth, fwAuthSuperuser, login, logout } from '../auth/index.ts'
import { ask, field, type RawAnswer, request } from './testdata/raw-client.ts'
import { LAYERS, type Served } from './testdata/sample.ts'

const OLD = 'the older secret, which still opens seals'
const NEW = 'the newer secret, which seals from now on'
const MAX_AGE = 3_600
const IDLE = 600

for (const { layer, serve } of LAYERS) {
  describe(`promise 11: sessions (${layer})`, () => {
    let clock = 1_800_000_000_000
    const api = new SvcAPI<null>({
      docs: false,
      auth: null,
      sessions: {
        secrets: [NEW, OLD],
        store: createStorage(),
        maxAge: MAX_AGE,
        idleTimeout: IDLE,
        revocationCache: 0,
        now: () => clock,
      },
    })
    const ids = (request: { readonly session: { readonly id: string } | undefined }): string =>
      request.session?.id ?? 'none'
    api.get('/open', {}, () => 'open')
    api.get('/me', { auth: fwAuth }, ids)
    api.get('/root', { auth: fwAuthSuperuser }, ids)
    api.post('/login', {}, (request) => login(request, { name: 'ann' }).then(() => ids(request)))
    api.post('/logout', {}, (request) => logout(request).then(() => 'out'))
    let served: Served
    const send = (method: string, target: string, ...cookies: string[]): Promise<RawAnswer> =>
      ask(served.url, request(served.url, method, target, cookies.length > 0 ? [`Cookie: ${cookies.join('; ')}`] : []))
    const cookieOf = (answer: RawAnswer): string => (field(answer, 'set-cookie') ?? '').split(';')[0] as string
    before(async () => {
      served = await serve(api)
    })
    after(() => served.close())

    it('start with a fresh id at each login, and revoke the one before', async () => {
      const first = await send('POST', '/login')
      const second = await send('POST', '/login', cookieOf(first))
      expect(first.body).to.match(/^[\w-]{22}$/)
      expect(second.body)
        .to.match(/^[\w-]{22}$/)
        .and.not.equal(first.body)
      const statuses = [await send('GET', '/me', cookieOf(first)), await send('GET', '/me', cookieOf(second))]
      expect(statuses.map(({ status }) => status)).to.deep.equal([401, 200])
    })

    it('end with logout, every copy of the cookie too', async () => {
      const cookie = cookieOf(await send('POST', '/login'))
      clock += (IDLE / 5) * 1_000
      const renewed = cookieOf(await send('GET', '/me', cookie))
      expect(renewed).to.not.be.oneOf(['', cookie])
      await send('POST', '/logout', cookie)
      const answers = [await send('GET', '/me', cookie), await send('GET', '/me', renewed)]
      expect(answers.map(({ status }) => status)).to.deep.equal([401, 401])
    })

    it('end when they are unused, and at last even when used, to the millisecond', async () => {
      const cookie = cookieOf(await send('POST', '/login'))
      clock += IDLE * 1_000 - 1
      const used = await send('GET', '/me', cookie)
      clock += 1
      expect([used.status, (await send('GET', '/me', cookie)).status]).to.deep.equal([200, 401])
      let current = cookieOf(used)
      for (let spent = IDLE; spent + IDLE / 2 < MAX_AGE; spent += IDLE / 2) {
        clock += (IDLE / 2) * 1_000
        current = cookieOf(await send('GET', '/me', current))
        expect(current).to.not.equal('')
      }
      clock += (IDLE / 2) * 1_000
      expect((await send('GET', '/me', current)).status).to.equal(401)
    })

    it('open under an older key, under none that is unknown', async () => {
      const statuses: number[] = []
      for (const secret of [NEW, OLD, 'a secret that is not in the list at all']) {
        const seal = await api.sessions.seal({ name: 'ann' }, { secret })
        statuses.push((await send('GET', '/me', `svc-session=${seal}`)).status)
      }
      expect(statuses).to.deep.equal([200, 200, 401])
    })

    it('have one spelling: with any byte changed, moved, added or removed they are invalid', async () => {
      const seal = await api.sessions.seal({ name: 'root', isSuperuser: true })
      const other = await api.sessions.seal({ name: 'ann' })
      const parts = seal.split('*')
      const swapped = parts.map((_, index) =>
        parts.map((part, at) => (at === index ? (other.split('*')[at] as string) : part)).join('*'),
      )
      const forged = [
        ...[3, 12, 40, 80, 120].map((at) => `${seal.slice(0, at)}${seal[at] === 'A' ? 'B' : 'A'}${seal.slice(at + 1)}`),
        ...swapped.filter((text) => text !== seal),
        `${seal}=`,
        `${seal}*`,
        `"${seal}"`,
        encodeURIComponent(seal).replaceAll('*', '%2a'),
        seal.slice(0, -1),
        seal.padEnd(4_097, 'A'),
      ]
      const statuses = new Set<number>()
      for (const text of forged) statuses.add((await send('GET', '/me', `svc-session=${text}`)).status)
      expect([...statuses]).to.deep.equal([401])
      expect((await send('GET', '/root', `svc-session=${seal}`)).status).to.equal(200)
    })

    it('make a superuser of `true` only, and no user of a content that is not a session', async () => {
      const content = { id: 'a'.repeat(22), issuedAt: clock, lastSeen: clock }
      const seals = [
        ...['true', 1, {}, [true], null].map((isSuperuser) => ({ ...content, user: { name: 'ann', isSuperuser } })),
        { ...content },
        { ...content, user: [] },
        { ...content, id: 1, user: { isSuperuser: true } },
        null,
        [],
      ]
      const statuses = new Set<number>()
      for (const each of seals) {
        statuses.add((await send('GET', '/root', `svc-session=${await api.sessions.sealContent(each)}`)).status)
      }
      expect([...statuses]).to.deep.equal([401])
    })

    it('are given to no visitor', async () => {
      const answers = [await send('GET', '/open'), await send('GET', '/me'), await send('GET', '/me', 'svc-session=x')]
      expect(answers.map((answer) => field(answer, 'set-cookie'))).to.deep.equal([undefined, undefined, undefined])
    })
  })
}
