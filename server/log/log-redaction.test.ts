import { expect } from 'chai'
import { credentialsIn, HEAD, MOST_CREDENTIALS, MOST_TEXT, redact } from './log-redaction.ts'
import type { AuthRequest } from '../http/request.ts'

/** As much of a request as is looked at. */
function requestWith(body: unknown, more: Partial<AuthRequest> = {}): AuthRequest {
  return { headers: new Headers(), cookies: {}, query: {}, body, ...more } as AuthRequest
}

describe('redact', () => {
  const SECRET = 'canary-é "x'
  const rows: readonly (readonly [what: string, text: string, credentials: readonly string[], shown: string])[] = [
    ['a text without any', 'all is well', [SECRET], 'all is well'],
    ['one as it is', `got ${SECRET}!`, [SECRET], 'got [redacted]!'],
    ['one in JSON', `got ${JSON.stringify(SECRET)}`, [SECRET], 'got "[redacted]"'],
    ['one in a query', `got ${new URLSearchParams({ a: SECRET })}`, [SECRET], 'got a=[redacted]'],
    ['one in a path', `got /${encodeURIComponent(SECRET)}/`, [SECRET], 'got /[redacted]/'],
    ['each occurrence', 'abcd, abcd', ['abcd'], '[redacted], [redacted]'],
    ['one within another', 'x abcdef x', ['abcd', 'abcdef'], 'x [redacted] x'],
    ['two that overlap', 'x abcdefgh x', ['abcdef', 'efgh'], 'x [redacted] x'],
    ['two side by side', 'abcdefgh', ['abcd', 'efgh'], '[redacted][redacted]'],
    ['one that is cut short', `got ${'s'.repeat(40)}…`, ['s'.repeat(100)], 'got [redacted]…'],
    ['one with half a character', 'got a\ud800b', ['a\ud800b '], 'got a\ud800b'],
  ]
  for (const [what, text, credentials, shown] of rows) {
    it(`hides ${what}`, () => expect(redact(text, credentials)).to.equal(shown))
  }

  it('shows the beginning of a long text, and nothing of a credential that the end cuts', () => {
    const credential = 'canary-'.repeat(10)
    for (let shift = 0; shift <= credential.length + HEAD + 2; shift++) {
      const text = '.'.repeat(MOST_TEXT - shift) + credential + '.'.repeat(100)
      const shown = redact(text, [credential])
      const kept = shown.slice(0, shown.lastIndexOf('…'))
      const behind = Math.max(0, shift - credential.length - HEAD)
      const dots = kept.replaceAll('[redacted]', '')
      expect([/^\.*$/.test(dots), dots.length]).to.deep.equal([
        true,
        Math.min(MOST_TEXT - shift, MOST_TEXT - HEAD) + behind,
      ])
    }
  })

  it('withholds the message where there are too many credentials, and says where', () => {
    const stack = 'Error: canary\n    at canary\n    at handle (file:///a.ts:3:7)\n    at file:///b.ts:1:2'
    expect(redact(stack, undefined)).to.equal(
      '[message withheld: the request holds too many secrets]\n    at handle (file:///a.ts:3:7)\n    at file:///b.ts:1:2',
    )
  })
})

describe('credentialsIn', () => {
  it('finds secret fields of a body wherever they are, and ends where the body is its own member', () => {
    const body = { password: 'one-', users: [{ apiKey: 'two-', name: 'none' }], tokens: ['three', 4], pin: 'no' }
    Object.assign(body, { body })
    expect(credentialsIn(requestWith(body), undefined)).to.have.members(['one-', 'two-', 'three'])
  })

  it('reads no object that is more than data', () => {
    const body = {
      file: new (class {
        get password(): string {
          throw new Error('read')
        }
      })(),
    }
    expect(credentialsIn(requestWith(body), undefined)).to.deep.equal([])
  })

  it(`gives ${MOST_CREDENTIALS} texts, and for more none (promise 29)`, () => {
    const count = (length: number): number | undefined =>
      credentialsIn(requestWith({ tokens: Array.from({ length }, (_, index) => `token-${index}`) }), undefined)?.length
    expect([count(MOST_CREDENTIALS), count(MOST_CREDENTIALS + 1), count(100_000)]).to.deep.equal([
      64,
      undefined,
      undefined,
    ])
  })
})
