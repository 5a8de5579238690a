/**
 * `npm run bench`: svc beside its peers, as ratios to a hand-written handler of `node:http`.
 *
 * All servers are up at once, each on the same processor, and only one is loaded at a time: slices of a second in random
 * order, so that a machine that slows down slows all of them. A new one is loaded with the same requests for a second before its
 * first slice: what is compared is code that the engine has compiled. The figure of a round is requests per second of the
 * server's processor time, divided by the baseline's in the same round; the table shows medians over the rounds.
 * With `--fresh` every round starts its servers anew, as the published table does, which `npm run bench` writes in about
 * twelve minutes. Whatever fails, a wrong status included, ends the run with 1, and nothing is written.
 *
 *     npm run bench:some -- --rounds 5 --only svc,fastify --scenario open --scenario '1,000 routes'
 */

import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { BASELINE, type Contestant, CONTESTANTS } from './contestants.ts'
import { load } from './load.ts'
import { type Scenario, SCENARIOS } from './scenarios.ts'
import { checkAnswer, type ServerProcess, startServer } from './server-process.ts'
import { shuffled, type Spread, spreadOf } from './statistics.ts'
import { describeLead, describeMachine, formatTable, resolutionOf, writeSection } from './table.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '1' },
    only: { type: 'string' },
    scenario: { type: 'string', multiple: true },
    add: { type: 'string', multiple: true, default: [] },
    fresh: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
})
const rounds = Number(values.rounds)
const seconds = Number(values.seconds)
const contestants = chooseContestants()
const scenarios = SCENARIOS.filter(({ name }) => values.scenario?.includes(name) ?? true)

/** `--add 'name=command with arguments'` measures any other server. */
function chooseContestants(): readonly Contestant[] {
  const added = values.add.map((text): Contestant => {
    const [name = '', command = ''] = text.split(/=(.*)/s)
    return { name, command: command.split(' ') }
  })
  const all = [...CONTESTANTS, ...added]
  return all.filter(({ name }) => values.only?.split(',').includes(name) ?? true)
}

function requireTools(): void {
  for (const tool of ['wrk', 'taskset']) {
    if (spawnSync(tool, ['--version']).error)
      throw new Error(`${tool} is not installed: apt-get install wrk util-linux`)
  }
}

async function startAll(): Promise<readonly ServerProcess[]> {
  const servers: ServerProcess[] = []
  try {
    for (const contestant of [BASELINE, ...contestants]) {
      const server = await startServer(contestant)
      servers.push(server)
      for (const scenario of scenarios) await checkAnswer(server, scenario)
    }
    return servers
  } catch (error) {
    for (const server of servers) await server.close()
    throw error
  }
}

/** Ratios of one round, by contestant. */
async function measureRound(
  servers: readonly ServerProcess[],
  scenario: Scenario,
  areNew: boolean,
): Promise<ReadonlyMap<string, number>> {
  const readings = new Map<string, number>()
  if (areNew) for (const server of servers) await load(server, scenario, seconds)
  for (const server of shuffled(servers)) readings.set(server.name, (await load(server, scenario, seconds)).perCpu)
  const unit = readings.get(BASELINE.name) as number
  return new Map(contestants.map(({ name }) => [name, (readings.get(name) as number) / unit]))
}

async function measure(): Promise<ReadonlyMap<string, ReadonlyMap<string, Spread>>> {
  const samples = new Map(scenarios.map(({ name }) => [name, new Map<string, number[]>()]))
  let servers: readonly ServerProcess[] = []
  try {
    for (let round = 0; round < rounds; round++) {
      const areNew = round === 0 || values.fresh
      if (areNew) {
        for (const server of servers) await server.close()
        servers = await startAll()
      }
      for (const scenario of scenarios) {
        for (const [name, ratio] of await measureRound(servers, scenario, areNew)) {
          const row = samples.get(scenario.name) as Map<string, number[]>
          row.set(name, [...(row.get(name) ?? []), ratio])
        }
      }
      process.stderr.write(`round ${round + 1} of ${rounds}\n`)
    }
  } finally {
    for (const server of servers) await server.close()
  }
  return new Map(
    [...samples].map(([scenario, row]) => [
      scenario,
      new Map([...row].map(([name, ratios]) => [name, spreadOf(ratios)])),
    ]),
  )
}

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  readonly version: string
}
requireTools()
const ratios = await measure()
const table = formatTable(
  ratios,
  contestants.map(({ name }) => name),
)
const foot =
  `svc ${version} on ${describeMachine()}; ${rounds} rounds of ${seconds} s${values.fresh ? ', fresh processes' : ''}; ` +
  `the widest quartiles are ${(resolutionOf(ratios) * 100).toFixed(0)} % apart. ${describeLead(ratios)}`
process.stdout.write(`${table}\n\n${foot}\n`)
if (values.write)
  writeSection(new URL('../../docs/performance.md', import.meta.url), 'bench:http', `${table}\n\n${foot}`)
