import { expect } from 'chai'
import { RawClient, type RawAnswer } from '../promises/testdata/raw-client.ts'
import { LAYERS, type Served } from '../promises/testdata/sample.ts'
import { createSeals, createTargets, SECRETS, type Target } from './testdata/applications.ts'
import { type ApplicationName, type Attack, type Facts, piecesOf } from './testdata/attack.ts'
import { CATALOGUE } from './testdata/catalogue.ts'

describe('the catalogue of attacks', () => {
  it('has at least 300, each under a name of its own', () => {
    const names = Object.entries(CATALOGUE).flatMap(([family, attacks]) =>
      attacks.map(({ name }) => `${family}: ${name}`),
    )
    expect(names.length).to.be.at.least(300)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).to.deep.equal([])
  })
})

for (const { layer, serve } of LAYERS) {
  describe(`attacks over a raw socket (${layer})`, () => {
    const targets = createTargets()
    const served = new Map<
      ApplicationName,
      { readonly target: Target; readonly server: Served; readonly facts: Facts }
    >()

    before(async () => {
      for (const [name, target] of Object.entries(targets) as [ApplicationName, Target][]) {
        const server = await serve(target.api)
        const facts = { host: new URL(server.url).host, seals: await createSeals(target) }
        served.set(name, { target, server, facts })
      }
    })
    after(async () => {
      for (const { server } of served.values()) await server.close()
    })

    for (const [family, attacks] of Object.entries(CATALOGUE)) {
      describe(family, () => {
        for (const attack of attacks) {
          if (attack.onlyGuarded && layer !== 'listen') continue
          it(attack.name, async () => {
            const { target, server, facts } = served.get(attack.on ?? 'main') as NonNullable<
              ReturnType<typeof served.get>
            >
            target.runs.length = 0
            target.malformed.length = 0
            const { answers, text } = await strike(server.url, attack, facts)
            const afterwards = await ask(server.url)
            expect({ statuses: answers.map(matchWith(attack)), runs: target.runs.slice(0, -1) }).to.deep.equal({
              statuses: attack.answers,
              runs: attack.runs ?? [],
            })
            expect([afterwards.status, target.malformed]).to.deep.equal([200, []])
            for (const answer of answers) checkAnswer(answer, layer === 'listen')
            for (const secret of [...SECRETS, ...Object.values(facts.seals)]) expect(text).to.not.include(secret)
            expect(text).to.not.match(/canary|node_modules|\.ts\b|\bat .*:\d+:\d+/)
            if (attack.excludes) expect(text).to.not.match(attack.excludes)
            if (attack.includes) expect(text).to.match(attack.includes)
          })
        }
      })
    }
  })
}

interface Outcome {
  readonly answers: readonly RawAnswer[]
  readonly text: string
}

/** Sends the bytes, reads the answers that are expected, ends the connection, and reads whatever else there is. */
async function strike(url: string, attack: Attack, facts: Facts): Promise<Outcome> {
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

async function ask(url: string): Promise<RawAnswer> {
  const client = new RawClient(url).write(`GET /open HTTP/1.1\r\nHost: ${new URL(url).host}\r\n\r\n`)
  try {
    return await client.next()
  } finally {
    client.close()
  }
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
