/**
 * `npm run bench:curves`: what a request to svc costs as the work around it grows, and what idle connections and cached
 * sessions hold. At each point a second warms up and another one counts: about a minute and a half.
 */
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { BASELINE, builtContestant, type Contestant } from './contestants.ts'
import { type Curve, CURVES, type Point } from './curve-points.ts'
import { load } from './load.ts'
import { memoryPerConnection, memoryPerSession } from './memory.ts'
import { checkAnswer, type ServerProcess, startServer } from './server-process.ts'
import { buildContestProject } from './svc-project.ts'
import { describeMachine, writeSection } from './table.ts'

const SERVER = fileURLToPath(new URL('curve-server.ts', import.meta.url))

/** Microseconds of the server's processor time per request. */
async function measure(server: ServerProcess, { scenario, connections }: Point): Promise<number> {
  await checkAnswer(server, scenario)
  await load(server, scenario, 1, connections)
  const { requests, cpu } = await load(server, scenario, 1, connections)
  return (cpu / requests) * 1e6
}

async function draw({ points }: Curve, contestant: Contestant): Promise<readonly number[]> {
  const costs: number[] = []
  let server: ServerProcess | undefined
  try {
    for (const point of points) {
      if (server === undefined || point.variables) {
        await server?.close()
        server = await startServer(contestant, point.variables)
        await load(server, point.scenario, 1, point.connections)
      }
      costs.push(await measure(server, point))
    }
    return costs
  } finally {
    await server?.close()
  }
}

async function measureMemory(contestant: Contestant): Promise<readonly string[]> {
  const server = await startServer(contestant)
  try {
    const perConnection = await memoryPerConnection(server)
    return [
      `| memory of an idle connection | ${perConnection.toFixed(1)} KB |`,
      `| memory of a cached session | ${(await memoryPerSession(server)).toFixed(1)} KB |`,
    ]
  } finally {
    await server.close()
  }
}

const listening: Contestant = { name: 'svc', command: [process.execPath, '--expose-gc', '--import=tsx', SERVER] }
const project = await buildContestProject('open')
const contestants: Readonly<Record<Curve['server'], Contestant>> = {
  listen: listening,
  built: builtContestant(project),
  raw: BASELINE,
}
const lines = ['| | µs of processor time per request |', '|---|---|']
try {
  for (const curve of CURVES) {
    const costs = await draw(curve, contestants[curve.server])
    const cells = curve.points.map(({ at }, index) => `${at.toLocaleString('en')}: ${costs[index]?.toFixed(1)}`)
    lines.push(`| ${curve.name} | ${cells.join(' · ')} |`)
    process.stderr.write(`${curve.name}: ${cells.join(', ')}\n`)
  }
  lines.push(...(await measureMemory(listening)))
} finally {
  rmSync(project, { recursive: true, force: true })
}
const text = `${lines.join('\n')}\n\n${describeMachine()}; one second for each figure, the load on the other processor.`
process.stdout.write(`${text}\n`)
writeSection(new URL('../../docs/performance.md', import.meta.url), 'bench:curves', text)
