/**
 * Reloading, measured on `svc dev` as a process of its own, for projects of 10, 100 and 1,000 routes.
 *
 *     npm run build && node --import tsx bench/reload.ts [routes…]
 *
 * Milliseconds: `cold` from the start of the process to the first answer; `one` and `shared` from the write of a file to
 * the first changed answer, medians of 15, for a route and for a module that all routes import. `heap` is MiB used after
 * garbage collection, after 50 and after 500 reloads in one process.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { fileURLToPath } from 'node:url'
import { setTimeout as delay } from 'node:timers/promises'
import { createProject, writeRoute, writeShared } from './project.ts'

const PROGRAM = fileURLToPath(new URL('../dist/bin/svc.js', import.meta.url))
const HEAP = fileURLToPath(new URL('reload-heap.ts', import.meta.url))
const ROUNDS = 15
const agent = new Agent({ keepAlive: true })

interface Row {
  readonly routes: number
  readonly cold: number
  readonly one: number
  readonly shared: number
  readonly heap50: number
  readonly heap500: number
}

async function measure(routes: number): Promise<Row> {
  const root = createProject(routes)
  const started = performance.now()
  const server = spawn(process.execPath, [PROGRAM, 'dev', root, '--port', '0'], { stdio: ['ignore', 'pipe', 'ignore'] })
  try {
    const port = await portOf(server)
    await untilAnswer(port, (answer) => answer === '0 0')
    const cold = performance.now() - started
    const one = await medianOf(async (round) => {
      writeRoute(root, 0, round)
      await untilAnswer(port, (answer) => answer.startsWith(`${round} `))
    })
    const shared = await medianOf(async (round) => {
      writeShared(root, round)
      await untilAnswer(port, (answer) => answer.endsWith(` ${round}`))
    })
    server.kill('SIGKILL')
    const [heap50 = 0, heap500 = 0] = await heapOf(root)
    return { routes, cold, one, shared, heap50, heap500 }
  } finally {
    server.kill('SIGKILL')
    rmSync(root, { recursive: true, force: true })
  }
}

function portOf(server: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let printed = ''
    server.stdout?.on('data', (chunk) => {
      printed += String(chunk)
      const port = /serving {2}http:\/\/localhost:(\d+)/.exec(printed)?.[1]
      if (port) resolve(Number(port))
    })
    server.once('exit', (code) => reject(new Error(`svc dev ended with ${code}`)))
  })
}

async function medianOf(run: (round: number) => Promise<void>): Promise<number> {
  const times: number[] = []
  for (let round = 1; round <= ROUNDS; round++) {
    // The effects of the last round are over by then.
    await delay(300)
    const started = performance.now()
    await run(round)
    times.push(performance.now() - started)
  }
  return times.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] as number
}

async function untilAnswer(port: number, isWanted: (answer: string) => boolean): Promise<void> {
  const end = performance.now() + 60_000
  while (!isWanted(await ask(port))) {
    if (performance.now() > end) throw new Error('no changed answer within a minute')
    await delay(1)
  }
}

function ask(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path: '/r0', agent }, (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
      response.on('end', () => resolve(body))
    })
    sent.on('error', reject).end()
  })
}

async function heapOf(root: string): Promise<readonly number[]> {
  const child = spawn(process.execPath, ['--expose-gc', '--import', 'tsx', HEAP, root], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  for await (const chunk of child.stdout) printed += String(chunk)
  return JSON.parse(printed) as number[]
}

const sizes = process.argv.slice(2).map(Number)
console.log('routes     cold      one   shared   heap 50  heap 500')
for (const routes of sizes.length > 0 ? sizes : [10, 100, 1_000]) {
  const { cold, one, shared, heap50, heap500 } = await measure(routes)
  const cells = [cold, one, shared].map((milliseconds) => milliseconds.toFixed(0).padStart(9))
  const heap = [heap50, heap500].map((mebibytes) => mebibytes.toFixed(1).padStart(10))
  console.log(`${String(routes).padEnd(6)}${cells.join('')}${heap.join('')}`)
}
agent.destroy()
