import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Scenario } from './scenarios.ts'
import { fieldsOf, LOAD_CPU, type ServerProcess } from './server-process.ts'
import { tokensOf } from './tokens.ts'

const CONNECTIONS = 32

/** Answers of one server under load. */
export interface Reading {
  readonly requests: number
  /** Seconds of the server's processor time. */
  readonly cpu: number
}

/**
 * Loads one server with one scenario through `wrk` (Debian's package) on the other processor.
 *
 * @param seconds of the clock; `wrk` knows whole ones only
 */
export async function load(
  server: ServerProcess,
  scenario: Scenario,
  seconds: number,
  connections: number = CONNECTIONS,
): Promise<Reading> {
  const before = server.readCpu()
  const args = [...argumentsOf(server, scenario, connections), `-d${seconds}s`]
  const { stdout } = await promisify(execFile)('taskset', args, { env: environmentOf(server, scenario) })
  return { requests: countRequests(stdout, server, scenario, connections), cpu: server.readCpu() - before }
}

/**
 * A load that runs in slices, between which it is stopped by a signal: slices of a tenth of a second of all servers by
 * turns meet the same weather, which slices of a second do not.
 */
export class SlicedLoad {
  readonly #server: ServerProcess
  readonly #scenario: Scenario
  readonly #child: ChildProcess
  /** Of the whole load and not of its slices: a server goes on with what is under way when a slice ends. */
  readonly #before: number
  #output = ''

  private constructor(server: ServerProcess, scenario: Scenario) {
    this.#server = server
    this.#scenario = scenario
    this.#before = server.readCpu()
    const args = [...argumentsOf(server, scenario, CONNECTIONS), `-d${LONGEST}s`]
    this.#child = spawn('taskset', args, { env: environmentOf(server, scenario), stdio: ['ignore', 'pipe', 'inherit'] })
    this.#child.stdout?.on('data', (text: Buffer) => (this.#output += String(text)))
  }

  /** Connects, and takes the first slice. */
  static async start(server: ServerProcess, scenario: Scenario, milliseconds: number): Promise<SlicedLoad> {
    const sliced = new SlicedLoad(server, scenario)
    await once(sliced.#child, 'spawn')
    await sliced.run(milliseconds)
    return sliced
  }

  async run(milliseconds: number): Promise<void> {
    this.#child.kill('SIGCONT')
    await delay(milliseconds)
    this.#child.kill('SIGSTOP')
  }

  async end(): Promise<Reading> {
    const closed = once(this.#child, 'close')
    this.#child.kill('SIGCONT')
    // Again and again: one that meets another thread than the first does not end its wait.
    const asking = setInterval(() => this.#child.kill('SIGINT'), 20)
    await closed.finally(() => clearInterval(asking))
    const cpu = this.#server.readCpu() - this.#before
    return { requests: countRequests(this.#output, this.#server, this.#scenario, CONNECTIONS), cpu }
  }

  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const closed = once(this.#child, 'close')
    this.#child.kill('SIGKILL')
    await closed
  }
}

/** Seconds after which a load ends that was forgotten. */
const LONGEST = 120

function argumentsOf(server: ServerProcess, scenario: Scenario, connections: number): readonly string[] {
  const args = ['-c', LOAD_CPU, 'wrk', '-t1', `-c${connections}`]
  const script = scenario.script ?? (scenario.body === undefined ? undefined : 'post.lua')
  if (script) args.push('-s', fileURLToPath(new URL(script, import.meta.url)))
  for (const [name, value] of Object.entries(fieldsOf(scenario, server))) args.push('-H', `${name}: ${value}`)
  return [...args, `${server.url}${scenario.path}`]
}

function environmentOf({ variables, sent }: ServerProcess, { name, body = '', tokens }: Scenario): NodeJS.ProcessEnv {
  const turns = tokens ? { TOKENS: tokensOf(tokens).file, SENT: String(sent.get(name) ?? 0) } : {}
  return { ...process.env, ...variables, ...turns, BODY: body }
}

/** @throws Error where the answers are not those of the scenario */
function countRequests(output: string, server: ServerProcess, scenario: Scenario, connections: number): number {
  const { name } = server
  const requests = Number(/(\d+) requests in/.exec(output)?.[1])
  if (!(requests > 0)) throw new Error(`${name}, ${scenario.name}: wrk counted no requests\n${output}`)
  const refused = Number(/Non-2xx or 3xx responses: (\d+)/.exec(output)?.[1] ?? 0)
  const expected = scenario.status >= 400 ? requests : 0
  if (Math.abs(refused - expected) > connections)
    throw new Error(`${name}, ${scenario.name}: ${refused} of ${requests} answers were not as expected`)
  // Each connection may have sent one more, whose answer was not waited for.
  server.sent.set(scenario.name, (server.sent.get(scenario.name) ?? 0) + requests + connections)
  return requests
}
