import { expect } from 'chai'
import { type RawAnswer, RawClient } from '../../promises/testdata/raw-client.ts'
import { SECRETS } from './applications.ts'
import { type Attack, type Facts, piecesOf } from './attack.ts'

/** The bytes that were received. */
export interface Outcome {
  readonly answers: readonly RawAnswer[]
  readonly text: string
}

/** Sends the bytes, reads the answers that are expected, ends the connection, and reads whatever else there is. */
export async function strike(url: string, attack: Attack, facts: Facts): Promise<Outcome> {
  const pieces = piecesOf(attack, facts)
  const methods = pieces.join('').match(/^[A-Z]+ (?=\S+ HTTP\/1\.)/gm) ?? []
  const client = new RawClient(url).write(pieces[0] as string)
  const answers: RawAnswer[] = []
  try {
    if (attack.ends) client.socket.end()
    for (const index of attack.answers.keys()) {
      const next = index === 0 ? undefined : pieces[index]
      if (next !== undefined) client.write(next)
      answers.push(await client.next(methods[index]?.trim(), 3_000))
    }
    client.socket.end()
    await client.closed
    const rest = await client.next('GET').catch(() => undefined)
    return { answers: rest ? [...answers, rest] : answers, text: client.text }
  } finally {
    client.close()
  }
}

/** A request that any server answers which still serves. */
export async function ask(url: string): Promise<RawAnswer> {
  const client = new RawClient(url).write(`GET /open HTTP/1.1\r\nHost: ${new URL(url).host}\r\n\r\n`)
  try {
    return await client.next()
  } finally {
    client.close()
  }
}

/** Everything that came of an attack. */
export interface Aftermath extends Outcome {
  /** Operations whose handlers ran. */
  readonly runs: readonly string[]
  /** The answer to a request after it. */
  readonly afterwards: RawAnswer
  /** Credentials that no hook should have been called with. */
  readonly malformed: readonly string[]
}

/**
 * Compares what came of an attack with what the catalogue says.
 *
 * @param isGuarded whether the server is ours, and not one that only calls our handler
 */
export function judge(attack: Attack, aftermath: Aftermath, { seals }: Facts, isGuarded: boolean): void {
  const { answers, text, runs, afterwards, malformed } = aftermath
  expect({ statuses: answers.map(matchWith(attack)), runs }).to.deep.equal({
    statuses: attack.answers,
    runs: attack.runs ?? [],
  })
  expect([afterwards.status, malformed]).to.deep.equal([200, []])
  for (const answer of answers) checkAnswer(answer, isGuarded)
  for (const secret of [...SECRETS, ...Object.values(seals)]) expect(text).to.not.include(secret)
  expect(text).to.not.match(/canary|node_modules|\.ts\b|\bat .*:\d+:\d+/)
  if (attack.excludes) expect(text).to.not.match(attack.excludes)
  if (attack.includes) expect(text).to.match(attack.includes)
}

/** The status as the attack writes it, so that the two can be compared whole. */
function matchWith({ answers }: Attack): (answer: RawAnswer, index: number) => Attack['answers'][number] {
  return ({ status }, index) => {
    const expected = answers[index]
    return typeof expected === 'object' && expected.includes(status) ? expected : status
  }
}

/** Sentences of ours that may be in an error; there are no others, so that none can repeat an input. */
const DETAILS: ReadonlySet<string> = new Set([
  'Bad Request',
  'Unauthorized',
  'Forbidden',
  'Not Found',
  'Method Not Allowed',
  'Payload Too Large',
  'URI Too Long',
  'Unsupported Media Type',
  'Misdirected Request',
  'Expectation Failed',
  'Upgrade Required',
  'Too Many Requests',
  'Request Header Fields Too Large',
  'Internal Server Error',
  'Service Unavailable',
  'HTTP Version Not Supported',
  'CSRF check failed',
  'The body is not valid JSON',
  'The body is not valid UTF-8',
  'The body is not a valid form',
  'The form has too many fields',
  'The body ended early',
])

function checkAnswer({ status, fields, body }: RawAnswer, isGuarded: boolean): void {
  if (status < 400) return
  const names = fields.map(([name]) => name)
  // Node's own answer to what its parser refuses, on a server that is not ours.
  if (!isGuarded && body === '' && [400, 413, 431].includes(status)) return
  expect(fields).to.deep.include(['cache-control', 'no-store'])
  expect(fields).to.deep.include(['x-content-type-options', 'nosniff'])
  expect(names).to.not.include('set-cookie')
  expect(names).to.not.include('x-powered-by')
  if (body === '') return
  const { detail, ...others } = JSON.parse(body) as { readonly detail: unknown }
  expect(others).to.deep.equal({})
  if (status !== 422) expect(DETAILS.has(String(detail)), String(detail)).to.equal(true)
}
