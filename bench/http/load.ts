import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Scenario } from './scenarios.ts'
import { fieldsOf, LOAD_CPU, type ServerProcess } from './server-process.ts'

const CONNECTIONS = 32

/** One slice of load. */
export interface Reading {
  /** Requests per second of the server's processor time. */
  readonly perCpu: number
  /** Requests per second of the clock. */
  readonly perSecond: number
}

/**
 * Loads one server with one scenario through `wrk` (Debian's package) on the other processor.
 *
 * @param seconds of the clock
 */
export async function load(
  server: ServerProcess,
  scenario: Scenario,
  seconds: number,
  connections: number = CONNECTIONS,
): Promise<Reading> {
  const args = ['-c', LOAD_CPU, 'wrk', '-t1', `-c${connections}`, `-d${seconds}s`]
  const script = scenario.script ?? (scenario.body === undefined ? undefined : 'post.lua')
  if (script) args.push('-s', fileURLToPath(new URL(script, import.meta.url)))
  for (const [name, value] of Object.entries(fieldsOf(scenario, server))) args.push('-H', `${name}: ${value}`)
  args.push(`${server.url}${scenario.path}`)
  const before = server.readCpu()
  const env = { ...process.env, BODY: scenario.body ?? '' }
  const { stdout } = await promisify(execFile)('taskset', args, { env })
  const cpu = server.readCpu() - before
  const requests = Number(/(\d+) requests in/.exec(stdout)?.[1])
  const perSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1])
  if (!(requests > 0)) throw new Error(`${server.name}, ${scenario.name}: wrk counted no requests\n${stdout}`)
  const refused = Number(/Non-2xx or 3xx responses: (\d+)/.exec(stdout)?.[1] ?? 0)
  const expected = scenario.status >= 400 ? requests : 0
  if (Math.abs(refused - expected) > CONNECTIONS)
    throw new Error(`${server.name}, ${scenario.name}: ${refused} of ${requests} answers were not 2xx`)
  return { perCpu: requests / cpu, perSecond }
}
