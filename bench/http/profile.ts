/** Where the processor time of a server goes, by part, from a profile of V8. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Contestant } from './contestants.ts'
import { load } from './load.ts'
import type { Scenario } from './scenarios.ts'
import { checkAnswer, startServer, variablesOf } from './server-process.ts'

/** Microseconds of processor time per request, by part. */
export type Parts = ReadonlyMap<string, number>

interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number
    readonly callFrame: { readonly functionName: string; readonly url: string }
  }[]
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
}

const PROFILER = new URL('profiler.mjs', import.meta.url).href
const WRITE_LIMIT = 10_000

/** Starts a contestant anew, loads it for two seconds and profiles the second one. */
export async function profile({ name, command }: Contestant, scenario: Scenario): Promise<Parts> {
  const folder = mkdtempSync(`${tmpdir()}/svc-profile-`)
  const file = `${folder}/profile.json`
  const [program = '', ...args] = command
  const profiled = { name, command: [program, '--import', PROFILER, ...args] }
  const server = await startServer(profiled, { ...variablesOf(scenario.needs), PROFILE_FILE: file })
  try {
    await checkAnswer(server, scenario)
    await load(server, scenario, 1)
    server.signal('SIGUSR2')
    const { requests } = await load(server, scenario, 1)
    server.signal('SIGUSR2')
    return partsOf(await readProfile(file), requests)
  } finally {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function readProfile(file: string): Promise<CpuProfile> {
  for (const ends = Date.now() + WRITE_LIMIT; Date.now() < ends; await delay(50)) {
    try {
      return JSON.parse(readFileSync(file, 'utf8')) as CpuProfile
    } catch {
      // Not written yet, or not to its end.
    }
  }
  throw new Error(`no profile after ${WRITE_LIMIT / 1_000} s`)
}

function partsOf({ nodes, samples, timeDeltas }: CpuProfile, requests: number): Parts {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, partOf(callFrame)]))
  const parts = new Map<string, number>()
  for (let at = 0; at < samples.length; at++) {
    const part = names.get(samples[at] as number)
    if (part !== undefined) parts.set(part, (parts.get(part) ?? 0) + (timeDeltas[at] ?? 0) / requests)
  }
  return parts
}

const KERNEL = /^(?:writev|write\w+String|writeBuffer|shutdown)$/
const OWN = fileURLToPath(new URL('../..', import.meta.url))

/** `undefined` for what is not the work of a request: waiting, and the profiler. */
function partOf({ functionName, url }: CpuProfile['nodes'][number]['callFrame']): string | undefined {
  if (functionName === '(idle)' || functionName === 'dispatch') return undefined
  if (functionName === '(garbage collector)') return 'garbage collection'
  if (KERNEL.test(functionName)) return 'write to the socket'
  if (/^node:(?:_http|internal\/http)/.test(url)) return 'HTTP of Node'
  if (url.startsWith('node:')) return 'streams, sockets and queue of Node'
  if (url === '') return 'V8 and C++ of Node'
  if (/\/bench\/http\/[^/]+\.\w+$|\/bench\/http\/peers\/[^/]+\.mjs$/.test(url)) return 'the application'
  if (url.includes('/node_modules/')) return 'the framework'
  return url.includes(OWN) || url.includes('/dist/') ? 'the framework' : 'the application'
}

/** A Markdown table: what two servers spend on one scenario. */
export function formatParts(scenario: string, columns: ReadonlyMap<string, Parts>): string {
  const parts = [...new Set([...columns.values()].flatMap((own) => [...own.keys()]))]
  const sumOf = (own: Parts): number => [...own.values()].reduce((sum, cost) => sum + cost, 0)
  const most = (part: string): number => Math.max(...[...columns.values()].map((own) => own.get(part) ?? 0))
  const rows = parts
    .toSorted((a, b) => most(b) - most(a))
    .map((part) => `| ${part} | ${[...columns.values()].map((own) => (own.get(part) ?? 0).toFixed(1)).join(' | ')} |`)
  return [
    `| ${scenario}, µs per request under the profiler | ${[...columns.keys()].join(' | ')} |`,
    `|---|${[...columns.keys()].map(() => '---').join('|')}|`,
    ...rows,
    `| together | ${[...columns.values()].map((own) => sumOf(own).toFixed(1)).join(' | ')} |`,
  ].join('\n')
}
