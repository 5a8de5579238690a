/**
 * Good and hostile requests at a fixed rate against a server in another process: its memory and descriptors after one
 * minute and at the end (promise 24).
 *
 *     node --conditions=source --import tsx bench/soak.ts [--minutes 10]
 *
 * The hostile ones are those of the catalogue in `server/attacks`. Each answer is looked at: a wrong one ends the run.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Attack, BEARER, base64, type Facts, piecesOf, RIGHT } from '../server/attacks/testdata/attack.ts'
import { CATALOGUE } from '../server/attacks/testdata/catalogue.ts'
import type { Usage } from './soak-server.ts'

/** Milliseconds between two ticks, and what is sent on each. */
const TICK = 20
const GOOD_PER_TICK = 4
const HOSTILE_PER_TICK = 2
/** Of the memory after one minute. */
const TOLERANCE = 0.05

interface Start {
  readonly url: string
  readonly seals: Facts['seals']
}
interface Good {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

class Load {
  sent = 0
  hostile = 0
  readonly faults: string[] = []
  readonly #url: URL
  readonly #facts: Facts
  readonly #good: readonly Good[]
  readonly #attacks = Object.values(CATALOGUE)
    .flat()
    .filter(({ on }) => on === undefined)
  #agent = new Agent({ keepAlive: true, maxSockets: 32 })
  #underWay = 0

  constructor({ url, seals }: Start) {
    this.#url = new URL(url)
    this.#facts = { host: this.#url.host, seals }
    this.#good = goodRequests(seals)
  }

  /** Keeps the rate for so many milliseconds, then waits until nothing is under way. */
  async run(milliseconds: number): Promise<void> {
    const ends = performance.now() + milliseconds
    for (let next = performance.now(); next < ends && this.faults.length === 0; next += TICK) {
      await delay(Math.max(0, next - performance.now()))
      for (let index = 0; index < GOOD_PER_TICK; index++) this.#sendGood()
      for (let index = 0; index < HOSTILE_PER_TICK; index++) this.#sendHostile()
    }
    while (this.#underWay > 0) await delay(10)
    this.#agent.destroy()
    this.#agent = new Agent({ keepAlive: true, maxSockets: 32 })
  }

  #sendGood(): void {
    const { method, path, headers, body } = this.#good[this.sent++ % this.#good.length] as Good
    this.#underWay++
    const sent = request({ host: this.#url.hostname, port: this.#url.port, agent: this.#agent, method, path, headers })
    sent.on('response', (response) => {
      if (response.statusCode !== 200) this.faults.push(`${method} ${path}  ${response.statusCode}`)
      response.resume().on('close', () => this.#underWay--)
    })
    sent.on('error', (error) => {
      this.faults.push(`${method} ${path}  ${error.message}`)
      this.#underWay--
    })
    sent.end(body)
  }

  #sendHostile(): void {
    const attack = this.#attacks[this.hostile++ % this.#attacks.length] as Attack
    const socket = connect(Number(this.#url.port), this.#url.hostname)
    let text = ''
    this.#underWay++
    socket.write(piecesOf(attack, this.#facts).join(''), 'latin1')
    if (attack.ends) socket.end()
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      socket.end()
    })
    socket.on('error', () => undefined)
    socket.setTimeout(5_000, () => socket.destroy())
    socket.on('close', () => {
      this.#underWay--
      const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1])
      const [expected] = attack.answers
      const isExpected = typeof expected === 'object' ? expected.includes(status) : expected === status
      if (expected !== undefined && !isExpected) this.faults.push(`${attack.name}  ${text.slice(0, 60)}`)
    })
  }
}

function goodRequests(seals: Facts['seals']): readonly Good[] {
  const bearer = { authorization: BEARER.slice('Authorization: '.length) }
  return [
    { method: 'GET', path: '/open', headers: {} },
    { method: 'GET', path: '/bearer', headers: bearer },
    { method: 'GET', path: '/slow', headers: bearer },
    { method: 'GET', path: '/basic', headers: { authorization: `Basic ${base64(`ann:${RIGHT}`)}` } },
    { method: 'GET', path: `/query?key=${RIGHT}`, headers: {} },
    { method: 'GET', path: '/header', headers: { 'x-key': RIGHT } },
    { method: 'GET', path: '/cookie', headers: { cookie: `key=${RIGHT}` } },
    { method: 'GET', path: '/session', headers: { cookie: `svc-session=${seals.user}` } },
    { method: 'POST', path: '/login', headers: {} },
    { method: 'GET', path: '/openapi.json', headers: bearer },
    {
      method: 'POST',
      path: '/json',
      headers: { ...bearer, 'content-type': 'application/json' },
      body: '{"name":"ann","count":1}',
    },
    {
      method: 'POST',
      path: '/form',
      headers: { ...bearer, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'username=ann',
    },
  ]
}

function messageOf<Message>(child: ChildProcess): Promise<Message> {
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message as Message))
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
  })
}

async function measure(child: ChildProcess, when: string, load: Load): Promise<Usage> {
  child.send('measure')
  const { usage } = await messageOf<{ readonly usage: Usage }>(child)
  const { heap, resident, descriptors } = usage
  console.log(
    `${when.padEnd(12)} heap ${heap.toFixed(1)} MiB, resident ${resident.toFixed(1)} MiB, descriptors ${descriptors},` +
      ` requests ${load.sent} good and ${load.hostile} hostile`,
  )
  return usage
}

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' } } })
const minutes = Number(values.minutes)
if (!(minutes > 1)) throw new Error('--minutes must be more than 1: the first one is what the rest is compared with')

const child = fork(fileURLToPath(new URL('soak-server.ts', import.meta.url)), {
  execArgv: ['--expose-gc', '--conditions=source', '--import', 'tsx'],
})
try {
  const load = new Load(await messageOf<Start>(child))
  await load.run(60_000)
  const first = await measure(child, 'minute 1', load)
  await load.run((minutes - 1) * 60_000)
  const last = await measure(child, `minute ${minutes}`, load)
  const growth = last.heap / first.heap - 1
  console.log(`growth ${(growth * 100).toFixed(1)} % of the heap, ${last.descriptors - first.descriptors} descriptors`)
  for (const fault of load.faults) console.error(fault)
  const isFlat = growth <= TOLERANCE && last.descriptors === first.descriptors
  process.exitCode = isFlat && load.faults.length === 0 ? 0 : 1
} finally {
  child.disconnect()
}
