import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { HttpError, LoadError } from '../base/errors.ts'
import { openRevocationLog, RevocationLog } from './local-revocations.ts'
import type { RevocableSession } from './shared-revocations.ts'
import { createSessionId } from './content.ts'

const NOW = Date.parse('2027-01-15T12:00:00Z')
const DAY = 86_400_000

function session(change: Partial<RevocableSession> = {}): RevocableSession {
  return { id: createSessionId(), issuedAt: NOW - 1_000, expiresAt: NOW + 7 * DAY, ...change }
}

describe('RevocationLog', () => {
  let root: string
  let directory: string
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'svc-revocations-'))
    directory = join(root, '.svc', 'revocations')
  })
  afterEach(() => rmSync(root, { recursive: true, force: true }))

  /** Like a process that starts now. */
  const start = (now = NOW): RevocationLog => new RevocationLog(directory, now)
  const fileIn = (): string => join(directory, readdirSync(directory)[0] as string)

  it('remembers a revocation over a restart, and only that', async () => {
    const [revoked, other] = [session(), session()]
    const log = start()
    await log.revoke(revoked, NOW)
    for (const each of [log, start()])
      expect([each.isRevoked(revoked), each.isRevoked(other)]).to.deep.equal([true, false])
  })

  it('writes nothing before the first revocation', () => {
    start()
    expect(readdirSync(root)).to.deep.equal([])
  })

  it('keeps files and folder to their owner', async () => {
    await start().revoke(session(), NOW)
    expect([statSync(directory).mode & 0o777, statSync(fileIn()).mode & 0o777]).to.deep.equal([0o700, 0o600])
  })

  it('loses none of many at once, from several processes', async () => {
    const logs = [start(), start(), start()]
    const sessions = Array.from({ length: 300 }, (_, index) => session({ expiresAt: NOW + (index % 3) * DAY + 1 }))
    await Promise.all(sessions.map((each, index) => (logs[index % 3] as RevocationLog).revoke(each, NOW)))
    const restarted = start()
    expect(sessions.filter((each) => !restarted.isRevoked(each))).to.deep.equal([])
  })

  it('forgets a revocation after the session would have expired, on disk too', async () => {
    const log = start()
    const after = NOW + 2 * DAY
    const sessions = [NOW + 1_000, after, after + 1].map((expiresAt) => session({ expiresAt }))
    for (const each of sessions) await log.revoke(each, NOW)
    await log.revoke(session({ expiresAt: after + 7 * DAY }), after)
    expect(sessions.map((each) => log.isRevoked(each))).to.deep.equal([false, false, true])
    expect(readdirSync(directory)).to.deep.equal(['expired-2027-01-18', 'expired-2027-01-25'])
  })

  it('leaves files that are not its own alone', async () => {
    await start().revoke(session(), NOW)
    for (const name of ['README', 'expired-2020-01-01.bak', 'expired-2020']) writeFileSync(join(directory, name), 'x')
    await start(NOW + 100 * DAY).revoke(session({ expiresAt: NOW + 101 * DAY }), NOW + 100 * DAY)
    expect(readdirSync(directory)).to.have.members([
      'README',
      'expired-2020-01-01.bak',
      'expired-2020',
      'expired-2027-04-27',
    ])
  })

  const damage: readonly (readonly [title: string, change: (path: string) => void])[] = [
    ['a line cut short in its id', (path) => truncateSync(path, statSync(path).size - 25)],
    ['a line cut short in its time', (path) => truncateSync(path, statSync(path).size - 4)],
    ['a line without its end', (path) => truncateSync(path, statSync(path).size - 1)],
    ['zeros at the end', (path) => appendFileSync(path, Buffer.alloc(64))],
    ['zeros instead of a line', (path) => writeFileSync(path, Buffer.alloc(40))],
    ['garbage in the middle', (path) => writeFileSync(path, `garbage\n${readFileSync(path, 'latin1')}`)],
    [
      'half a line before a whole one',
      (path) => writeFileSync(path, readFileSync(path, 'latin1').replace(/.{20}\n/, '')),
    ],
    ['a foreign id', (path) => appendFileSync(path, '../../etc/passwd 1\n')],
  ]
  for (const [title, change] of damage) {
    it(`refuses every session from before it found ${title}`, async () => {
      const [first, second] = [session(), session()]
      const log = start()
      await log.revoke(first, NOW)
      await log.revoke(second, NOW)
      change(fileIn())
      const found = NOW + 60_000
      const [restarted, again] = [start(found), start(found + 60_000)]
      for (const each of [restarted, again]) {
        const verdicts = [first, second, session()].map((revoked) => each.isRevoked(revoked))
        expect(verdicts).to.deep.equal([true, true, true])
        expect(each.isRevoked(session({ issuedAt: found + 1 }))).to.equal(false)
      }
    })
  }

  it('finds damage behind damage that was settled', async () => {
    await start().revoke(session(), NOW)
    appendFileSync(fileIn(), 'garbage\n')
    start(NOW + 1_000)
    appendFileSync(fileIn(), 'more\n')
    expect(start(NOW + 5_000).isRevoked(session({ issuedAt: NOW + 4_000 }))).to.equal(true)
  })

  it('rejects with 503 where it cannot write, and still refuses the session itself', async () => {
    writeFileSync(join(root, '.svc'), 'a file where the folder should be')
    const log = new RevocationLog(join(root, 'fine'), NOW)
    const revoked = session()
    writeFileSync(join(root, 'fine'), '')
    const error = await log.revoke(revoked, NOW).catch((reason: unknown) => reason)
    expect(error).to.be.instanceOf(HttpError).with.property('status', 503)
    expect((error as Error).cause).to.be.instanceOf(Error)
    expect(log.isRevoked(revoked)).to.equal(true)
  })

  it('writes with the next revocation what it could not write before', async () => {
    const log = start()
    const [first, second] = [session(), session()]
    writeFileSync(join(root, '.svc'), '')
    await log.revoke(first, NOW).catch(() => undefined)
    rmSync(join(root, '.svc'))
    await log.revoke(second, NOW)
    const restarted = start()
    expect([restarted.isRevoked(first), restarted.isRevoked(second)]).to.deep.equal([true, true])
  })

  it('keeps half a line, left by a failed write, from swallowing the next one', async () => {
    const log = start()
    const [first, second] = [session(), session()]
    const path = join(directory, 'expired-2027-01-23')
    mkdirSync(path, { recursive: true })
    await log.revoke(first, NOW).catch(() => undefined)
    rmdirSync(path)
    writeFileSync(path, first.id.slice(0, 9))
    await log.revoke(second, NOW)
    const restarted = start()
    const verdicts = [first, second].map(({ id, expiresAt }) =>
      restarted.isRevoked({ id, issuedAt: NOW + 1, expiresAt }),
    )
    expect(verdicts).to.deep.equal([true, true])
  })

  it('does not start where it may not read', async () => {
    writeFileSync(join(root, '.svc'), '')
    expect(() => start()).to.throw(LoadError, /The list of revoked sessions in .* cannot be read\./)
    rmSync(join(root, '.svc'))
    await start().revoke(session(), NOW)
    chmodSync(fileIn(), 0o000)
    // Who is root may read everything.
    if (process.getuid?.() !== 0) expect(() => start()).to.throw(LoadError)
  })
})

describe('openRevocationLog', () => {
  it('gives one log for a directory, so that a reload sees what the other copy revokes', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'svc-revocations-'))
    const revoked = session({ expiresAt: Date.now() + DAY })
    const [first, second] = [openRevocationLog(directory), openRevocationLog(`${directory}/.`)]
    await first.revoke(revoked, Date.now())
    expect(await second.isRevoked(revoked, Date.now())).to.equal(true)
    rmSync(directory, { recursive: true })
  })
})
