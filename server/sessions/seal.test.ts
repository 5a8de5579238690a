import { expect } from 'chai'
import * as fc from 'fast-check'
import { defaults, seal } from 'iron-webcrypto'
import { deriveSessionKey, deriveSessionKeys } from './keys.ts'
import { openSeal, readSealEnd, sealContent } from './seal.ts'

const NOW = 1_800_000_000_000
const SECRET = 'a secret of more than 32 characters'
const KEYS = deriveSessionKeys([SECRET, 'an older secret of more than 32 characters'])
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const CONTENT = { hello: 'wörld' }

describe('openSeal (promise 11)', () => {
  let text: string
  before(async () => {
    text = await sealContent(CONTENT, KEYS.newest, NOW + 1_000)
  })

  const isOpened = async (changed: string, now = NOW): Promise<boolean> =>
    (await openSeal(changed, KEYS, now)) !== undefined
  const partsOf = (): string[] => text.split('*')

  it('opens what sealContent sealed', async () => {
    const opened = await openSeal(text, KEYS, NOW)
    expect(JSON.parse(opened?.text ?? '')).to.deep.equal(CONTENT)
    expect(opened?.expiresAt).to.equal(NOW + 1_000)
  })

  it('has the end that was asked for, though the clock moves on while it is sealed', async () => {
    const clock = Date.now
    let reads = 0
    // The second reading of the first seal is a millisecond later, as it may be at any time.
    Date.now = () => clock() + (reads++ === 0 ? 0 : 1_000)
    try {
      expect(readSealEnd(await sealContent(CONTENT, KEYS.newest, NOW + 1_000))).to.equal(NOW + 1_000)
    } finally {
      Date.now = clock
    }
  })

  it('opens what an older key sealed', async () => {
    const older = [...KEYS.byId.values()][1] as typeof KEYS.newest
    expect(await isOpened(await sealContent(CONTENT, older, NOW + 1_000))).to.equal(true)
  })

  it('refuses every one-byte change (promise 25)', async () => {
    const opened: string[] = []
    for (const [index, original] of [...text].entries()) {
      for (const other of ['A', 'b', '0', '_', '*', '=', '\u0000', '\u00e9']) {
        if (other === original) continue
        const changed = text.slice(0, index) + other + text.slice(index + 1)
        if (await isOpened(changed)) opened.push(changed)
      }
    }
    expect(opened).to.deep.equal([])
  })

  it('refuses every other last character of a section, spare bits included', async () => {
    for (const [index, part] of partsOf().entries()) {
      for (const other of ALPHABET) {
        const parts = partsOf()
        parts[index] = part.slice(0, -1) + other
        if (parts.join('*') !== text) expect(await isOpened(parts.join('*')), parts.join('*')).to.equal(false)
      }
    }
  })

  it('refuses every byte removed or added', async () => {
    for (let index = 0; index <= text.length; index++) {
      expect(
        await isOpened(text.slice(0, index) + text.slice(index + 1) + (index === text.length ? 'A' : '')),
      ).to.equal(false)
      for (const added of ['A', '=', '*']) {
        expect(await isOpened(text.slice(0, index) + added + text.slice(index))).to.equal(false)
      }
    }
  })

  it('refuses sections swapped, within a seal and between two', async () => {
    const other = (await sealContent({ hello: 'other' }, KEYS.newest, NOW + 2_000)).split('*')
    for (let first = 0; first < 8; first++) {
      for (let second = 0; second < 8; second++) {
        const within = partsOf()
        ;[within[first], within[second]] = [within[second] as string, within[first] as string]
        const between = partsOf()
        between[first] = other[second] as string
        for (const parts of [within, between]) {
          if (parts.join('*') !== text) expect(await isOpened(parts.join('*'))).to.equal(false)
        }
      }
    }
  })

  const unusual: readonly (readonly [title: string, change: (text: string) => string])[] = [
    ['nothing', () => ''],
    ['a text that is not a seal', () => 'garbage'],
    ['"=" appended', (valid) => `${valid}=`],
    ['a space before it', (valid) => ` ${valid}`],
    ['a line break behind it', (valid) => `${valid}\n`],
    ['quotes around it', (valid) => `"${valid}"`],
    ['it twice', (valid) => valid + valid],
    [
      'the other base64 alphabet',
      (valid) =>
        valid
          .replaceAll('-', '+')
          .replaceAll('_', '/')
          .replace(/\*([^*]*)$/, '*$1='),
    ],
    ['percent encoding', (valid) => encodeURIComponent(valid).replaceAll('*', '%2A')],
    ['another version', (valid) => valid.replace('Fe26.2', 'Fe26.1')],
    ['no expiry', (valid) => valid.replace(/\*\d{13}\*/, '**')],
    ['an expiry with a zero before it', (valid) => valid.replace(/\*(\d{13})\*/, '*0$1*')],
    ['a salt', (valid) => valid.replace('**', '*salt*')],
    ['a key id in capitals', (valid) => valid.replace(/\*[^*]+/, (id) => id.toUpperCase())],
    ['an unknown key id', (valid) => valid.replace(/\*[^*]+/, '*000000000000')],
    ['no key id', (valid) => valid.replace(/\*[^*]+/, '*')],
    ['the key id __proto__', (valid) => valid.replace(/\*[^*]+/, '*__proto__')],
    ['the key id constructor', (valid) => valid.replace(/\*[^*]+/, '*constructor')],
    ['more than 4096 bytes', (valid) => valid.padEnd(4_097, 'A')],
  ]
  for (const [title, change] of unusual) {
    it(`refuses ${title}`, async () => {
      const changed = change(text)
      expect(changed).to.not.equal(text)
      expect(await isOpened(changed)).to.equal(false)
    })
  }

  it('refuses a seal from its expiry on, without a grace period', async () => {
    const { expiresAt = 0 } = (await openSeal(text, KEYS, NOW)) ?? {}
    expect([await isOpened(text, expiresAt - 1), await isOpened(text, expiresAt)]).to.deep.equal([true, false])
  })

  it('asks for the end once, however long opening takes', async () => {
    const { expiresAt = 0 } = (await openSeal(text, KEYS, NOW)) ?? {}
    const { now } = Date
    try {
      let passed = 0
      Date.now = () => now() + (passed += 500)
      expect(await isOpened(text, expiresAt - 1)).to.equal(true)
    } finally {
      Date.now = now
    }
  })

  it('refuses a seal of a secret that it does not have', async () => {
    const foreign = deriveSessionKey('a foreign secret of more than 32 characters')
    expect(await isOpened(await sealContent(CONTENT, foreign, NOW + 1_000))).to.equal(false)
    expect(await isOpened(await sealContent(CONTENT, { ...foreign, id: KEYS.newest.id }, NOW + 1_000))).to.equal(false)
  })

  it('refuses a seal without an expiry, though its digest is right', async () => {
    expect(await isOpened(await seal(CONTENT, KEYS.newest, defaults))).to.equal(false)
  })

  it('refuses a seal made with the secret as a password', async () => {
    const options = { ...defaults, ttl: 1_000, localtimeOffsetMsec: NOW - Date.now() }
    expect(await isOpened(await seal(CONTENT, { id: KEYS.newest.id, secret: SECRET }, options))).to.equal(false)
  })

  it('never throws, whatever the text (promise 25)', async () => {
    const part = fc.string({ unit: fc.constantFrom(...Array.from('AZaz09-_=*.+/ %é')), maxLength: 50 })
    const shape = fc.tuple(
      fc.constantFrom('Fe26.2', 'x'),
      fc.constantFrom(KEYS.newest.id, ''),
      part,
      part,
      part,
      part,
      part,
      part,
    )
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string(),
          shape.map((parts) => parts.join('*')),
        ),
        async (candidate) => {
          expect(await isOpened(candidate)).to.equal(false)
        },
      ),
      { seed: 25, numRuns: 1_000 },
    )
  })

  it('takes linear time (promise 25)', async () => {
    const before = process.cpuUsage()
    for (const candidate of ['*'.repeat(4_096), `Fe26.2*${'A'.repeat(4_089)}`, 'Fe26.2*'.repeat(585)])
      await isOpened(candidate)
    for (let index = 0; index < 100; index++) await isOpened('Fe26.2*'.repeat(1_000_000))
    // Of this process: others do not count.
    expect(process.cpuUsage(before).user / 1_000).to.be.below(2_000)
  })
})

describe('sealContent', () => {
  it('never gives the same text twice', async () => {
    const texts = await Promise.all([1, 2, 3].map(() => sealContent(CONTENT, KEYS.newest, NOW)))
    expect(new Set(texts).size).to.equal(3)
  })

  it('refuses what JSON cannot hold without loss', async () => {
    for (const content of [{ when: new Date() }, { count: 1n }, { ratio: Number.NaN }, { call: () => 1 }]) {
      expect(await sealContent(content, KEYS.newest, NOW).catch((error: unknown) => error)).to.be.instanceOf(Error)
    }
  })
})
