import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Contestant } from './contestants.ts'
import type { Extra, Scenario } from './scenarios.ts'
import { tokensOf } from './tokens.ts'

/** The processor that servers run on; the load has the other. */
export const SERVER_CPU = '0'
export const LOAD_CPU = '1'
const START_LIMIT = 30_000

/** A contestant that listens. */
export interface ServerProcess {
  readonly name: string
  readonly url: string
  /** The cookie that `GET /login` has set, for the `Cookie` field. */
  readonly cookie: string
  /** Variables of its environment besides those of this process. */
  readonly variables: Readonly<Record<string, string>>
  /** Requests that it has got from the load so far, by the name of the scenario. */
  readonly sent: Map<string, number>
  /** Seconds of processor time so far, its workers included. */
  readCpu(): number
  signal(name: 'SIGUSR2'): void
  close(): Promise<void>
}

/**
 * Starts a contestant on a processor of its own and waits until it answers.
 *
 * @param variables added to its environment
 * @throws Error where it is not built, or does not answer
 */
export async function startServer(
  { name, command, build }: Contestant,
  variables: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  if (build !== undefined && !existsSync(build)) throw new Error(`${name} is not built. Run npm run bench:install.`)
  const port = await findPort()
  const env = { ...process.env, ...variables, PORT: String(port), HOST: '127.0.0.1', NODE_ENV: 'production' }
  const child = spawn('taskset', ['-c', SERVER_CPU, ...command], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const url = `http://127.0.0.1:${port}`
  const close = (): Promise<void> => end(child)
  try {
    await untilAnswered(child, url, name)
    const response = await fetch(`${url}/login`)
    const cookie = response.headers.getSetCookie().map((line) => line.split(';', 1)[0])
    const { pid } = child as { readonly pid: number }
    return {
      name,
      url,
      variables,
      sent: new Map(),
      cookie: cookie.join('; '),
      readCpu: () => readProcesses(pid),
      signal: (signal) => void child.kill(signal),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

function readProcesses(pid: number): number {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
  )
  return children.reduce((sum, child) => sum + readProcesses(Number(child)), readThreads(pid))
}

/** The processor time of all threads, which Linux counts in nanoseconds; the usual counter has hundredths of a second. */
function readThreads(pid: number): number {
  let nanoseconds = 0
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    nanoseconds += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ', 1)[0])
  }
  return nanoseconds / 1e9
}

/** Variables of a server with a part that not every server has. */
export function variablesOf(extra: Extra | undefined): Readonly<Record<string, string>> {
  return extra === undefined ? {} : { CONTEST: extra }
}

/** Header fields of a scenario for one server. */
export function fieldsOf(
  { headers = {}, tokens }: Scenario,
  { cookie }: Pick<ServerProcess, 'cookie'>,
): Record<string, string> {
  const valueOf = (value: string): string => {
    if (value === '@token' && tokens) return `Bearer ${tokensOf(tokens).first}`
    return value === '@login' ? cookie : value
  }
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, valueOf(value)]))
}

/**
 * A contestant that answers otherwise than the scenario says is not measured.
 *
 * @throws Error that names server, scenario and status
 */
export async function checkAnswer(server: ServerProcess, scenario: Scenario): Promise<void> {
  const response = await fetch(`${server.url}${scenario.path}`, {
    method: scenario.method ?? 'GET',
    headers: fieldsOf(scenario, server),
    body: scenario.body ?? null,
  })
  const text = await response.text()
  if (response.status !== scenario.status)
    throw new Error(`${server.name}, ${scenario.name}: ${response.status} instead of ${scenario.status}: ${text}`)
  for (const [name, value] of Object.entries(scenario.answer ?? {})) {
    const given = response.headers.get(name)
    if (given !== value) throw new Error(`${server.name}, ${scenario.name}: ${name} is ${given} instead of ${value}`)
  }
}

async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function untilAnswered(child: ChildProcess, url: string, name: string): Promise<void> {
  const ends = Date.now() + START_LIMIT
  while (Date.now() < ends) {
    if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode} before it listened`)
    const response = await fetch(`${url}/open`).catch(() => undefined)
    if (response?.ok) return
    await delay(20)
  }
  throw new Error(`${name} does not answer after ${START_LIMIT / 1_000} s`)
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}
