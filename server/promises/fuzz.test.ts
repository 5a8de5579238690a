import * as fc from 'fast-check'
import { expect } from 'chai'
import { growthOf, LINEAR } from '../../fixtures/test-time.ts'
import { basic, bearer } from '../auth/index.ts'
import type { CredentialSource } from '../http/request.ts'
import { UNUSABLE } from '../auth/authenticator.ts'
import { cookieValues, parseCookies } from '../grammar/cookie.ts'
import { compileGate, isRefusal, toOriginForm } from '../http/request-gate.ts'
import { parseQuery, queryValues } from '../http/query.ts'
import { Sessions } from '../sessions/sessions.ts'
import { readTarget } from '../http/target.ts'
import { SECRET } from './testdata/sample.ts'

/** Of every property. `bench/fuzz.ts` runs them longer and from other seeds. */
const RUN = {
  seed: Number(process.env.SVC_FUZZ_SEED ?? 20_250_101),
  numRuns: Number(process.env.SVC_FUZZ_RUNS ?? 500),
}
const bytes = fc.string({ unit: 'binary', maxLength: 200 })
const grammatical = (alphabet: string): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...alphabet), { maxLength: 60 }).map((characters) => characters.join(''))

function source(authorization: string): CredentialSource {
  return {
    headerValues: (name) => (name === 'authorization' ? [authorization] : []),
    cookieValues: () => [],
    queryValues: () => [],
    sessions: undefined as never,
  }
}

describe('promise 25: Authorization', () => {
  const token = bearer(() => true)
  const pair = basic(() => true)
  const lines = fc.oneof(
    bytes,
    grammatical('BearsicbEARSIC \t=+/:09azAZ,"'),
    fc.tuple(fc.constantFrom('Bearer ', 'Basic ', 'bAsIc '), bytes).map((parts) => parts.join('')),
    fc.tuple(fc.constantFrom('Basic ', 'basic  '), fc.base64String()).map((parts) => parts.join('')),
  )

  it('never throws, and takes a token only as it is written', () => {
    fc.assert(
      fc.property(lines, (line) => {
        const read = token.read(source(line))
        if (read === undefined || read === UNUSABLE) return
        expect(line.slice(0, 7).toLowerCase()).to.equal('bearer ')
        expect(read[0])
          .to.equal(line.slice(7))
          .and.match(/^[!-~]+$/)
      }),
      RUN,
    )
  })

  it('never throws, and takes of a pair its one spelling only', () => {
    fc.assert(
      fc.property(lines, (line) => {
        const read = pair.read(source(line))
        if (read === undefined || read === UNUSABLE) return
        expect(`Basic ${Buffer.from(read.join(':')).toString('base64')}`.slice(6)).to.equal(line.slice(6))
      }),
      RUN,
    )
  })

  it('reads every pair back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (user, password) => {
        // oxlint-disable-next-line no-control-regex -- these are refused
        fc.pre(!user.includes(':') && !/[\u0000-\u001f\u007f-\u009f]/.test(user + password) && user + password !== '')
        const line = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
        expect(pair.read(source(line))).to.deep.equal([user, password])
      }),
      RUN,
    )
  })
})

describe('promise 25: Cookie', () => {
  const lines = fc.oneof(bytes, grammatical('ab=; \t"%,'))
  it('never throws, and decodes nothing', () => {
    fc.assert(
      fc.property(lines, fc.constantFrom('a', 'b', 'ab', '__proto__'), (line, name) => {
        const values = cookieValues([line], name)
        for (const value of values) expect(line).to.include(`${name}=${value}`)
        expect(Object.getPrototypeOf(parseCookies([line]))).to.equal(null)
        expect(parseCookies([line])[name]).to.equal(values[0])
      }),
      RUN,
    )
  })
})

describe('promise 25: query', () => {
  it('never throws, and finds what URLSearchParams finds wherever that is strict', () => {
    fc.assert(
      fc.property(fc.oneof(bytes, grammatical('ab=&+%26c3;')), fc.constantFrom('a', 'b', 'ab'), (search, name) => {
        const values = queryValues(search, name)
        expect(Object.getPrototypeOf(parseQuery(search))).to.equal(null)
        const loose = new URLSearchParams(search.replace(/^\?/, '')).getAll(name)
        // oxlint-disable-next-line no-control-regex -- ASCII is what both read alike
        if (!/[^\u0000-\u007f]|%/.test(search)) expect(values).to.deep.equal(loose)
      }),
      RUN,
    )
  })
})

describe('promise 25: target', () => {
  const targets = fc.oneof(
    bytes,
    grammatical('/.%25eEfFaA?#\\;@:').map((text) => `/${text}`),
  )
  it('never throws, and lets through only what a URL parser leaves as it is', () => {
    fc.assert(
      fc.property(targets, (target) => {
        const read = readTarget(target)
        if (!read) return
        expect(read.path + read.search).to.equal(target)
        expect(new URL(`http://svc.test${read.path}`).pathname).to.equal(read.path)
        for (const segment of read.path.split('/')) {
          const decoded = decodeLoosely(segment)
          expect(decoded === '.' || decoded === '..').to.equal(false)
          // oxlint-disable-next-line no-control-regex -- what a guard and a router would read in two ways
          expect(decoded).to.not.match(/[/\\\u0000-\u001f\u007f]/)
        }
      }),
      { ...RUN, numRuns: RUN.numRuns * 4 },
    )
  })

  it('agrees with the gate, whatever the form', () => {
    const forms = fc.oneof(
      targets,
      fc
        .tuple(fc.constantFrom('http://h', 'HTTPS://H', 'http://h:80', 'http://a@h'), bytes)
        .map((parts) => parts.join('')),
    )
    const gate = compileGate({ limits: { headers: 1_000, target: 1_000 } })
    fc.assert(
      fc.property(forms, (target) => {
        const judgement = gate({ url: target, httpVersion: '1.1', rawHeaders: ['Host', 'h'] })
        const origin = toOriginForm(target, 'h')
        expect(isRefusal(judgement) ? undefined : judgement).to.deep.equal(
          origin === undefined ? undefined : readTarget(origin),
        )
      }),
      RUN,
    )
  })
})

/** Byte by byte, so that nothing is too broken to be looked at. */
function decodeLoosely(segment: string): string {
  return segment.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

describe('promise 25: seal', () => {
  const sessions = new Sessions({ secrets: [SECRET], now: () => 1_700_000_000_000 }, true)

  it('refuses every change of one byte', async () => {
    const seal = await sessions.seal({ name: 'ann', isSuperuser: false })
    expect(await sessions.find(seal)).to.not.equal(undefined)
    const accepted: number[] = []
    for (let index = 0; index < seal.length; index++) {
      for (const other of ['A', '*', '=']) {
        if (seal[index] === other) continue
        if (await sessions.find(`${seal.slice(0, index)}${other}${seal.slice(index + 1)}`)) accepted.push(index)
      }
      if (await sessions.find(`${seal.slice(0, index)}${seal.slice(index + 1)}`)) accepted.push(index)
    }
    expect(accepted).to.deep.equal([])
  })

  it('never throws on anything else', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(bytes, grammatical('Fe26.2*09afAZ-_=')), async (text) => {
        expect(await sessions.find(text)).to.equal(undefined)
      }),
      RUN,
    )
  })
})

describe('promise 25: linear time', () => {
  const readers: readonly (readonly [what: string, read: (size: number) => unknown])[] = [
    ['Bearer', (size) => bearer(() => true).read(source(`Bearer ${'x'.repeat(size)} `))],
    ['Basic', (size) => basic(() => true).read(source(`Basic ${'YTph'.repeat(size / 4)}!`))],
    ['Cookie', (size) => parseCookies([';'.repeat(size)])],
    ['Cookie without "="', (size) => parseCookies(['a;'.repeat(size / 2)])],
    ['Cookie of a name', (size) => cookieValues(['key;'.repeat(size / 4)], 'key')],
    ['query', (size) => parseQuery('&'.repeat(size))],
    ['query of a name', (size) => queryValues('%6bey&'.repeat(size / 6), 'key')],
    ['target', (size) => readTarget(`/${'.a%20/'.repeat(size / 6)}`)],
    ['absolute form', (size) => toOriginForm(`http://${'h:@'.repeat(size / 3)}`, 'h')],
  ]
  for (const [what, read] of readers) {
    it(`of ${what}`, () => {
      expect(growthOf(read, 131_072)).to.be.lessThan(LINEAR)
    })
  }
})
