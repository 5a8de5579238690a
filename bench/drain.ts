/**
 * SIGTERM under load: how many requests of clients that never pause are lost, and how long the end takes, on `svc dev`,
 * on a program that calls `listen()` and on a plain server that closes at once (promise 23).
 *
 *     node --import tsx bench/drain.ts [--rounds 5] [--clients 32] [--busy 5] [--cap 1000]
 *
 * Lost is a request that was written to a connection and got no whole answer; unaccepted are those of them whose
 * connection had brought no answer yet, which the kernel may have accepted without the server. A client that is sent
 * `Connection: close` connects again at once.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { field, RawClient, request } from '../server/promises/testdata/raw-client.ts'
import { createProject } from './project.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    clients: { type: 'string', default: '32' },
    busy: { type: 'string', default: '0' },
    cap: { type: 'string' },
  },
})
/** Milliseconds of load before the signal. */
const LOAD = 1_500
const LOADER = ['--conditions=source', '--import', 'tsx']

interface Outcome {
  answered: number
  lost: number
  unaccepted: number
  milliseconds: number
}

async function drain(args: readonly string[]): Promise<Outcome> {
  const server = spawn(process.execPath, [...LOADER, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const outcome: Outcome = { answered: 0, lost: 0, unaccepted: 0, milliseconds: 0 }
  try {
    const url = await urlOf(server)
    const clients = Array.from({ length: Number(values.clients) }, () => runClient(url, outcome))
    await delay(LOAD)
    const started = performance.now()
    const ended = once(server, 'exit')
    server.kill('SIGTERM')
    await ended
    outcome.milliseconds = performance.now() - started
    await Promise.all(clients)
    return outcome
  } finally {
    server.kill('SIGKILL')
  }
}

/** Ends when no process accepts a connection any more. */
async function runClient(url: string, outcome: Outcome): Promise<void> {
  for (;;) {
    const client = new RawClient(url)
    const isOpen = await Promise.race([
      once(client.socket, 'connect').then(
        () => true,
        () => false,
      ),
      client.closed.then(() => false),
    ])
    if (!isOpen) return
    let isFirst = true
    try {
      for (let isKept = true; isKept;) {
        client.write(request(url, 'GET', '/r0', ['Authorization: Bearer right']))
        const answer = await client.next()
        if (answer.status === 200) outcome.answered++
        else outcome.lost++
        isFirst = false
        isKept = field(answer, 'connection') !== 'close'
      }
    } catch {
      outcome.lost++
      if (isFirst) outcome.unaccepted++
    }
    client.close()
  }
}

function urlOf(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = ''
    // Read to its end: a full pipe would stop the server.
    server.stdout?.on('data', (chunk) => {
      if (printed.length < 10_000) printed += String(chunk)
      const port = /serving {2}http:\/\/[\w.]+:(\d+)/.exec(printed)?.[1]
      if (port !== undefined) resolve(`http://127.0.0.1:${port}`)
    })
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${printed}`)))
  })
}

const root = createProject(1)
writeFileSync(
  `${root}/routes/r0.ts`,
  `import { operation } from 'svc'
export const GET = operation({ auth: null }, async () => {
  const ends = performance.now() + ${Number(values.busy)}
  while (performance.now() < ends);
  return 'fine'
})
`,
)
const server = fileURLToPath(new URL('drain-server.ts', import.meta.url))
const more = ['--busy', values.busy, ...(values.cap === undefined ? [] : ['--cap', values.cap])]
const programs = [
  { name: 'svc dev', args: [fileURLToPath(new URL('../bin/svc.ts', import.meta.url)), 'dev', root, '--port', '0'] },
  { name: 'listen()', args: [server, ...more] },
  { name: 'plain', args: [server, ...more, '--plain'] },
]
try {
  for (const { name, args } of programs) {
    for (let round = 1; round <= Number(values.rounds); round++) {
      const { answered, lost, unaccepted, milliseconds } = await drain(args)
      const losses = `lost ${lost}, of them unaccepted ${unaccepted}`
      console.log(`${name.padEnd(9)} answered ${answered}, ${losses}, ended after ${milliseconds.toFixed(0)} ms`)
      if (lost > unaccepted && name !== 'plain') process.exitCode = 1
    }
  }
} finally {
  rmSync(root, { recursive: true, force: true })
}
