/**
 * `npm run bench`: svc beside its peers, as ratios to a hand-written handler of `node:http`.
 *
 * All servers are up at once, each on the same processor, and only one is loaded at a time: {@link SLICES} slices of a
 * tenth of a second in random order, so that a machine that slows down slows all of them. A new one is loaded with the same
 * requests for a second before its first slice, or until each of the tokens that come again has come once: what is compared is code that the engine has compiled. The figure of a round
 * is requests per second of the server's processor time, divided by the baseline's in the same round; the table shows medians
 * over the rounds. With `--fresh` every round starts its servers anew, as the published table does. For each line on which svc
 * is not the first, `--profile` adds where its time goes and where that of the first does. Whatever fails, a wrong status
 * included, ends the run with 1, and nothing is written.
 *
 * `--write --section bench:tokens` writes some lines into another section of the page than that of the whole table.
 *
 *     npm run bench:some -- --rounds 5 --only svc,fastify --scenario open --scenario '1,000 routes'
 */

import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { BASELINE, BUILT, builtContestant, type Contestant, CONTESTANTS } from './contestants.ts'
import { load, SlicedLoad } from './load.ts'
import { formatParts, profile } from './profile.ts'
import { type Extra, type Scenario, SCENARIOS } from './scenarios.ts'
import { checkAnswer, type ServerProcess, startServer, variablesOf } from './server-process.ts'
import { shuffled, spreadOf } from './statistics.ts'
import { buildContestProject } from './svc-project.ts'
import {
  describeLead,
  describeMachine,
  findLeaders,
  formatTable,
  type Ratios,
  resolutionOf,
  writeSection,
} from './table.ts'
import { keyVariables, tokensOf } from './tokens.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    only: { type: 'string' },
    scenario: { type: 'string', multiple: true },
    add: { type: 'string', multiple: true, default: [] },
    fresh: { type: 'boolean', default: false },
    profile: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    section: { type: 'string', default: 'bench:http' },
  },
})
const rounds = Number(values.rounds)
const scenarios = SCENARIOS.filter(({ name }) => values.scenario?.includes(name) ?? true)

/** Slices of a server in one scenario of a round, and milliseconds of each. */
const SLICES = 8
const SLICE = 100

/** `--add 'name=command with arguments'` measures any other server. */
function chooseContestants(project: string | undefined): readonly Contestant[] {
  const added = values.add.map((text): Contestant => {
    const [name = '', command = ''] = text.split(/=(.*)/s)
    return { name, command: command.split(' ') }
  })
  const [listening, ...peers] = CONTESTANTS
  const own = [...(listening ? [listening] : []), ...(project === undefined ? [] : [builtContestant(project)])]
  return [...own, ...peers, ...added].filter(({ name }) => isChosen(name))
}

function isChosen(name: string): boolean {
  return values.only?.split(',').includes(name) ?? true
}

function requireTools(): void {
  for (const tool of ['wrk', 'taskset']) {
    if (spawnSync(tool, ['--version']).error)
      throw new Error(`${tool} is not installed: apt-get install wrk util-linux`)
  }
}

/** Servers by what they have more than every server: `undefined` for those that have nothing more. */
type Fleet = ReadonlyMap<Extra | undefined, readonly ServerProcess[]>

async function startAll(contestants: readonly Contestant[]): Promise<Fleet> {
  const fleet = new Map<Extra | undefined, ServerProcess[]>()
  try {
    for (const extra of new Set(scenarios.map(({ needs }) => needs))) {
      const servers: ServerProcess[] = []
      fleet.set(extra, servers)
      for (const contestant of [BASELINE, ...contestants]) {
        if (extra !== undefined && !contestant.extras?.includes(extra)) continue
        const server = await startServer(contestant, variablesOf(extra))
        servers.push(server)
        for (const scenario of scenarios) if (scenario.needs === extra) await checkAnswer(server, scenario)
      }
    }
    return fleet
  } catch (error) {
    await closeAll(fleet)
    throw error
  }
}

async function closeAll(fleet: Fleet): Promise<void> {
  for (const server of [...fleet.values()].flat()) await server.close()
}

/** A second, or as long as it takes until tokens that come again have come once. */
async function warm(server: ServerProcess, scenario: Scenario): Promise<void> {
  const { tokens } = scenario
  const count = tokens?.isRemembered ? tokens.count : 1
  while ((server.sent.get(scenario.name) ?? 0) < count) await load(server, scenario, 1)
}

/** Ratios of one round, by contestant. */
async function measureRound(
  servers: readonly ServerProcess[],
  scenario: Scenario,
  areNew: boolean,
): Promise<ReadonlyMap<string, number>> {
  if (areNew) for (const server of servers) await warm(server, scenario)
  const loads = new Map<string, SlicedLoad>()
  const readings = new Map<string, number>()
  try {
    for (const server of shuffled(servers)) loads.set(server.name, await SlicedLoad.start(server, scenario, SLICE))
    for (let slice = 1; slice < SLICES; slice++) for (const [, one] of shuffled([...loads])) await one.run(SLICE)
    for (const [name, one] of loads) {
      const { requests, cpu } = await one.end()
      readings.set(name, requests / cpu)
    }
  } finally {
    for (const one of loads.values()) await one.kill()
  }
  const unit = readings.get(BASELINE.name) as number
  readings.delete(BASELINE.name)
  return new Map([...readings].map(([name, perCpu]) => [name, perCpu / unit]))
}

async function measure(contestants: readonly Contestant[]): Promise<Ratios> {
  const samples = new Map(scenarios.map(({ name }) => [name, new Map<string, number[]>()]))
  let fleet: Fleet = new Map()
  try {
    for (let round = 0; round < rounds; round++) {
      const areNew = round === 0 || values.fresh
      if (areNew) {
        await closeAll(fleet)
        fleet = await startAll(contestants)
      }
      for (const scenario of scenarios) {
        const servers = fleet.get(scenario.needs) as readonly ServerProcess[]
        for (const [name, ratio] of await measureRound(servers, scenario, areNew)) {
          const row = samples.get(scenario.name) as Map<string, number[]>
          row.set(name, [...(row.get(name) ?? []), ratio])
        }
      }
      process.stderr.write(`round ${round + 1} of ${rounds}\n`)
    }
  } finally {
    await closeAll(fleet)
  }
  return new Map(
    [...samples].map(([scenario, row]) => [
      scenario,
      new Map([...row].map(([name, ratios]) => [name, spreadOf(ratios)])),
    ]),
  )
}

/** Where the time goes on the lines that svc does not lead: its own, and the leader's. */
async function profileLosses(ratios: Ratios, contestants: readonly Contestant[]): Promise<readonly string[]> {
  const tables: string[] = []
  const [own] = contestants
  for (const [line, leader] of findLeaders(ratios)) {
    const scenario = scenarios.find(({ name }) => name === line)
    const peer = contestants.find(({ name }) => name === leader)
    if (!scenario || !peer || !own) continue
    const columns = new Map([
      [own.name, await profile(own, scenario)],
      [peer.name, await profile(peer, scenario)],
    ])
    tables.push(formatParts(line, columns))
  }
  return tables
}

async function run(project: string | undefined): Promise<void> {
  // Before any server is up: to sign them takes longer than an idle connection lasts.
  for (const { tokens } of scenarios) if (tokens) tokensOf(tokens)
  const contestants = chooseContestants(project)
  const ratios = await measure(contestants)
  const table = formatTable(
    ratios,
    contestants.map(({ name }) => name),
  )
  const foot =
    `svc ${version} on ${describeMachine()}; ${rounds} rounds of ${SLICES} slices of ${SLICE} ms` +
    `${values.fresh ? ', fresh processes' : ''}; the widest quartiles are ${(resolutionOf(ratios) * 100).toFixed(0)} % ` +
    `apart. ${describeLead(ratios)}`
  const text = [table, foot, ...(values.profile ? await profileLosses(ratios, contestants) : [])].join('\n\n')
  process.stdout.write(`${text}\n`)
  if (values.write) writeSection(new URL('../../docs/performance.md', import.meta.url), values.section, text)
}

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  readonly version: string
}
requireTools()
// Before the build: it has the routes that the servers have.
Object.assign(process.env, keyVariables())
const project = isChosen(BUILT) ? await buildContestProject('contest') : undefined
try {
  await run(project)
} finally {
  if (project !== undefined) rmSync(project, { recursive: true, force: true })
}
