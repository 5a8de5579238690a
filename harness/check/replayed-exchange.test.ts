import { expect } from 'chai'
import { NoAnswer } from '../replay/connection.ts'
import type { Replayed } from '../replay/replay.ts'
import { ReplayedExchange } from './replayed-exchange.ts'
import { denial, entry, route } from './testdata/judging.ts'

const REDACTOR = { redact: (text: string): string => text.replaceAll('s3cret', '[key]') }
const REPLAYED: Replayed = {
  step: { request: { method: 'GET', target: '/pets?key=s3cret', headers: [] }, expect: 'deny' },
  request: { method: 'GET', target: '/pets?key=s3cret', headers: [] },
  bytes: 'GET /pets?key=s3cret HTTP/1.1\r\n\r\n',
  probe: '1',
  answer: denial(),
  startedAt: 12,
  duration: 3,
}
const KNOWN = { method: 'GET', duration: 3, startedAt: 2 }

describe('an exchange in reports', () => {
  const { head, body } = denial()
  const calls = [{ authenticator: 'Key', outcome: 'refused' as const }]
  const run = { operation: route.key, isProtected: true, afterPass: false, auth: { key: 's3cret' } }
  const cases: readonly (readonly [string, Partial<Replayed>, Parameters<typeof entry>[0] | undefined, object])[] = [
    ['of another process', {}, undefined, { status: 401, received: `${head}\r\n\r\n${body}` }],
    [
      'whose handler ran',
      {},
      { calls, runs: [run] },
      { status: 401, received: `${head}\r\n\r\n${body}`, auth: '{"key":"[key]"}', handlerRuns: 1, calls },
    ],
    [
      'without an answer',
      { answer: new NoAnswer('closed') },
      undefined,
      { status: 0, received: '(no answer: closed)' },
    ],
    [
      'whose request is long',
      { bytes: 'x'.repeat(4_097) },
      undefined,
      {
        status: 401,
        received: `${head}\r\n\r\n${body}`,
        sent: `${'x'.repeat(4_096)}… (4097 characters)`,
      },
    ],
  ]
  for (const [name, replayed, ledger, expected] of cases) {
    it(`${name} is written as JSON with its texts, and without a secret`, () => {
      const known = ledger && entry(ledger)
      const exchange = new ReplayedExchange({ ...REPLAYED, ...replayed }, known, route, REDACTOR, 10)
      expect(JSON.parse(JSON.stringify(exchange))).to.deep.equal({
        ...KNOWN,
        sent: 'GET /pets?key=[key] HTTP/1.1\r\n\r\n',
        target: '/pets?key=[key]',
        ...expected,
      })
    })
  }
})
