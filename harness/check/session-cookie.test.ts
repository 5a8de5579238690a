import { expect } from 'chai'
import { isReset, judgeCookie } from './session-cookie.ts'
import { answer } from './testdata/judging.ts'

const GUARDED = 'session=abc; HttpOnly; SameSite=Lax; Secure; Path=/'
const PAST = 'Thu, 01 Jan 1970 00:00:00 GMT'

const COOKIES: readonly (readonly [
  change: 'issued' | 'cleared',
  secure: boolean,
  lines: readonly string[],
  wanted: string,
])[] = [
  ['issued', true, [GUARDED], ''],
  ['issued', true, [GUARDED.replace('Lax', 'strict').replace('HttpOnly', 'httponly')], ''],
  ['issued', true, [], 'Set-Cookie: session'],
  ['issued', true, ['other=1; HttpOnly'], 'Set-Cookie: session'],
  ['issued', true, [GUARDED.replace(' HttpOnly;', '')], 'HttpOnly'],
  ['issued', true, [GUARDED.replace('SameSite=Lax; ', '')], 'SameSite=Lax or Strict'],
  ['issued', true, [GUARDED.replace('Lax', 'None')], 'SameSite=Lax or Strict'],
  ['issued', true, [GUARDED.replace(' Secure;', '')], 'Secure'],
  ['issued', false, [GUARDED.replace(' Secure;', '')], ''],
  ['issued', true, [GUARDED.replace('Path=/', 'Path=/app')], 'Path=/'],
  ['issued', false, [GUARDED.replace('Path=/', 'Path=/app')], ''],
  ['issued', true, [`${GUARDED}; Domain=example.test`], 'no Domain'],
  ['issued', true, ['session=abc; Path=/'], 'HttpOnly, SameSite=Lax or Strict, Secure'],
  ['issued', true, ['session=abc', GUARDED], ''],
  ['issued', true, [GUARDED, 'session=abc; Secure; HttpOnly; Path=/'], 'SameSite=Lax or Strict'],
  ['cleared', true, ['session=; Max-Age=0'], ''],
  ['cleared', true, ['session=; Max-Age=-1'], ''],
  ['cleared', true, [`session=; Expires=${PAST}`], ''],
  ['cleared', true, [`session=; Max-Age=60; Expires=${PAST}`], 'session emptied, with Max-Age=0'],
  ['cleared', true, ['session=; Expires=Fri, 01 Jan 2100 00:00:00 GMT'], 'session emptied, with Max-Age=0'],
  ['cleared', true, ['session='], 'session emptied, with Max-Age=0'],
  ['cleared', true, ['session=abc; Max-Age=0'], 'session emptied, with Max-Age=0'],
  ['cleared', true, [], 'Set-Cookie: session'],
]

describe('the session cookie of an answer', () => {
  for (const [change, secure, lines, wanted] of COOKIES) {
    it(`${change}${secure ? ' for https' : ''} by ${lines.join(' and ') || 'nothing'}: ${wanted || 'fine'}`, () => {
      const got = answer(200, '', ...lines.map((line) => ['set-cookie', line] as const))
      const { problems } = judgeCookie({ name: 'session', change, secure }, got)
      expect(problems.map(({ expected }) => expected).join(', ')).to.equal(wanted)
    })
  }

  it('is not judged where no rule is given', () => {
    expect(judgeCookie(undefined, answer(200)).problems).to.deep.equal([])
  })
})

describe('isReset', () => {
  const LINES: readonly (readonly [line: string, is: boolean])[] = [
    ['session=', true],
    ['session=; Path=/', true],
    ['session=abc; Max-Age=0', true],
    ['session=abc; Max-Age=-5; Path=/', true],
    ['session=abc; Max-Age=05', false],
    ['session=abc; Max-Age=60', false],
    [`session=abc; Expires=${PAST}`, true],
    ['session=abc; Expires=Fri, 01 Jan 2100 00:00:00 GMT', false],
    ['session=abc', false],
  ]
  for (const [line, is] of LINES) it(`${line}: ${is}`, () => expect(isReset(line)).to.equal(is))
})
