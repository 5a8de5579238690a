/**
 * `svc test-auth`, measured as a process of its own, on generated applications.
 *
 *     npm run build && node --import tsx bench/test-auth.ts [routes…]
 *
 * `checks` are scenarios that were decided. Seconds: `cpu` is user and system time of the whole process (server, harness
 * and mocha), `loading` is what `svc routes` takes for the same application, `own` is the difference: what the checks
 * cost. Medians of 5. Load of the machine decides `wall`, so compare `cpu`.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { createApplication } from './auth-application.ts'

const PROGRAM = process.env['SVC_PROGRAM'] ?? fileURLToPath(new URL('../dist/bin/svc.js', import.meta.url))
const ROUNDS = 5
/** Milliseconds after which a run counts as hung. */
const LONGEST = 120_000

interface Cost {
  readonly cpu: number
  readonly wall: number
}

function run(root: string, ...args: readonly string[]): Cost & { readonly output: string } {
  const started = performance.now()
  const usage = `${root}/usage.json`
  const probe = `data:text/javascript,${encodeURIComponent(
    `import { writeFileSync } from 'node:fs'; process.on('exit', () => { const { user, system } = process.cpuUsage(); writeFileSync(${JSON.stringify(usage)}, String((user + system) / 1e6)) })`,
  )}`
  const result = spawnSync(process.execPath, ['--import', probe, PROGRAM, ...args], {
    cwd: root,
    encoding: 'utf8',
    timeout: LONGEST,
    maxBuffer: 1 << 28,
  })
  const wall = (performance.now() - started) / 1000
  if (result.status !== 0)
    throw new Error(`svc ${args.join(' ')} ended with ${result.status}:\n${result.stdout}${result.stderr}`)
  return { cpu: Number(readFileSync(usage, 'utf8')), wall, output: result.stdout }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number
}

function measure(routes: number): Readonly<Record<string, number | string>> {
  const root = createApplication(routes)
  try {
    let checks = 0
    const loads: Cost[] = []
    const tests: Cost[] = []
    for (let round = 0; round < ROUNDS; round++) {
      loads.push(run(root, 'routes'))
      const test = run(root, 'test-auth', '--jobs', '4')
      tests.push(test)
      checks = Number(/(\d[\d,]*) scenarios/.exec(test.output)?.[1]?.replaceAll(',', '') ?? 0)
    }
    const [loadCpu, loadWall] = [median(loads.map(({ cpu }) => cpu)), median(loads.map(({ wall }) => wall))]
    const [cpu, wall] = [median(tests.map((test) => test.cpu)), median(tests.map((test) => test.wall))]
    return {
      routes,
      checks,
      'cpu s': cpu.toFixed(2),
      'wall s': wall.toFixed(2),
      'loading cpu': loadCpu.toFixed(2),
      'own cpu': (cpu - loadCpu).toFixed(2),
      'own wall': (wall - loadWall).toFixed(2),
    }
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

const counts = process.argv.slice(2).map(Number)
console.log(
  `load average ${loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')}`,
)
console.table((counts.length > 0 ? counts : [3, 26]).map(measure))
console.log(
  `load average ${loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')}`,
)
