import { expect } from 'chai'
import { isForeignOrigin, isSafeMethod, isSameOrigin, type OriginSource } from './csrf.ts'

const OWN = 'https://api.example'
const TRUSTED = ['https://app.example', 'http://localhost:5173']

interface Case {
  readonly title: string
  readonly origin?: string | readonly string[]
  readonly site?: string | readonly string[]
  readonly proven: boolean
  /** Whether `login` refuses it. */
  readonly foreign: boolean
}

const CASES: readonly Case[] = [
  { title: 'nothing', proven: false, foreign: false },
  { title: 'Sec-Fetch-Site: same-origin', site: 'same-origin', proven: true, foreign: false },
  { title: 'Sec-Fetch-Site: none', site: 'none', proven: true, foreign: false },
  { title: 'Sec-Fetch-Site: same-site', site: 'same-site', proven: false, foreign: true },
  { title: 'Sec-Fetch-Site: cross-site', site: 'cross-site', proven: false, foreign: true },
  { title: 'an unknown Sec-Fetch-Site', site: 'same-planet', proven: false, foreign: true },
  { title: 'an empty Sec-Fetch-Site', site: '', proven: false, foreign: true },
  { title: 'an empty Sec-Fetch-Site, own Origin', origin: OWN, site: '', proven: false, foreign: true },
  { title: 'Sec-Fetch-Site in capitals', site: 'Same-Origin', proven: false, foreign: true },
  { title: 'two values in one Sec-Fetch-Site', site: 'same-origin, cross-site', proven: false, foreign: true },
  { title: 'the own Origin', origin: OWN, proven: true, foreign: false },
  { title: 'the own Origin in capitals', origin: 'https://API.example', proven: false, foreign: true },
  { title: 'the own host over http', origin: 'http://api.example', proven: false, foreign: true },
  { title: 'the own host and another port', origin: 'https://api.example:8443', proven: false, foreign: true },
  { title: 'the own Origin with a slash', origin: `${OWN}/`, proven: false, foreign: true },
  { title: 'the own Origin as a prefix', origin: `${OWN}.evil.example`, proven: false, foreign: true },
  { title: 'the own Origin as userinfo', origin: `${OWN}@evil.example`, proven: false, foreign: true },
  { title: 'a subdomain', origin: 'https://x.api.example', proven: false, foreign: true },
  { title: 'a foreign Origin', origin: 'https://evil.example', proven: false, foreign: true },
  { title: 'Origin: null', origin: 'null', proven: false, foreign: true },
  { title: 'an empty Origin', origin: '', proven: false, foreign: true },
  { title: 'a trusted Origin', origin: 'https://app.example', proven: true, foreign: false },
  {
    title: 'a trusted Origin, cross-site',
    origin: 'https://app.example',
    site: 'cross-site',
    proven: true,
    foreign: false,
  },
  { title: 'a trusted Origin with a port', origin: 'https://app.example:444', proven: false, foreign: true },
  { title: 'the own Origin, cross-site', origin: OWN, site: 'cross-site', proven: false, foreign: true },
  { title: 'the own Origin, same-site', origin: OWN, site: 'same-site', proven: false, foreign: true },
  { title: 'Origin: null, same-origin', origin: 'null', site: 'same-origin', proven: true, foreign: false },
  { title: 'two Origin lines', origin: [OWN, OWN], proven: false, foreign: true },
  {
    title: 'two Origin lines, same-origin',
    origin: [OWN, 'https://evil.example'],
    site: 'same-origin',
    proven: false,
    foreign: true,
  },
  { title: 'two trusted Origin lines', origin: [...TRUSTED], proven: false, foreign: true },
  { title: 'two Sec-Fetch-Site lines', site: ['same-origin', 'same-origin'], proven: false, foreign: true },
  {
    title: 'two Sec-Fetch-Site lines, trusted Origin',
    origin: 'https://app.example',
    site: ['none', 'none'],
    proven: false,
    foreign: true,
  },
]

function sourceOf({ origin = [], site = [] }: Partial<Case>): OriginSource {
  const fields: Readonly<Record<string, readonly string[]>> = {
    origin: [origin].flat(),
    'sec-fetch-site': [site].flat(),
    referer: [`${OWN}/page`],
  }
  return { headerValues: (name) => fields[name] ?? [] }
}

describe('isSameOrigin (promise 13)', () => {
  for (const { title, proven, ...fields } of CASES) {
    it(`${proven ? 'believes' : 'refuses'} ${title}`, () => {
      expect(isSameOrigin(sourceOf(fields), OWN, TRUSTED)).to.equal(proven)
    })
  }

  it('believes no Origin where the server does not know its own', () => {
    expect(isSameOrigin(sourceOf({ origin: 'null' }), 'null', [])).to.equal(false)
    expect(isSameOrigin(sourceOf({ origin: 'null' }), OWN, ['null'])).to.equal(false)
  })
})

describe('isForeignOrigin', () => {
  for (const { title, foreign, ...fields } of CASES) {
    it(`${foreign ? 'refuses' : 'lets pass'} ${title}`, () => {
      expect(isForeignOrigin(sourceOf(fields), OWN, TRUSTED)).to.equal(foreign)
    })
  }
})

describe('isSafeMethod', () => {
  it('knows the methods that change nothing, in capitals', () => {
    const methods = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'CONNECT', 'get', '']
    expect(methods.filter(isSafeMethod)).to.deep.equal(['GET', 'HEAD', 'OPTIONS'])
  })
})
