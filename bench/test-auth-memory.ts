/**
 * The cost of all reports of a run: the memory of `svc test-auth` as a process of its own, and the sizes of the files.
 *
 *     npm run build && node --import tsx bench/test-auth-memory.ts [routes…] [--keep]
 *
 * `MB` is the largest resident set of the process, with the server in it. `--keep` leaves the last folder, with its reports.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createApplication } from './auth-application.ts'

const PROGRAM = process.env['SVC_PROGRAM'] ?? fileURLToPath(new URL('../dist/bin/svc.js', import.meta.url))
const FORMATS = ['html', 'junit', 'sarif', 'ndjson', 'github'] as const
const PROBE = `import { writeFileSync } from 'node:fs'
process.on('exit', () => writeFileSync(process.env.USAGE, String(process.resourceUsage().maxRSS)))`

function measure(routes: number, isKept: boolean): Readonly<Record<string, number | string>> {
  const root = createApplication(routes)
  const usage = `${root}/usage`
  const started = performance.now()
  try {
    const reporters = FORMATS.flatMap((format) => ['--reporter', `${format}=reports/${format}`])
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--import', `data:text/javascript,${encodeURIComponent(PROBE)}`, PROGRAM, 'test-auth', ...reporters],
      { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28, env: { ...process.env, USAGE: usage } },
    )
    if (status !== 0) throw new Error(`svc test-auth ended with ${status}:\n${stdout.slice(-2_000)}${stderr}`)
    const size = (format: string): number => statSync(`${root}/reports/${format}`, { throwIfNoEntry: false })?.size ?? 0
    return {
      routes,
      scenarios: Number(/(\d+) scenarios  /.exec(stdout)?.[1] ?? 0),
      s: ((performance.now() - started) / 1_000).toFixed(1),
      MB: Math.round(Number(readFileSync(usage, 'utf8')) / 1_024),
      ...Object.fromEntries(FORMATS.map((format) => [`${format} kB`, Math.round(size(format) / 1_000)])),
    }
  } finally {
    if (isKept) console.log(root)
    else rmSync(root, { recursive: true, force: true })
  }
}

const counts = process.argv.slice(2).map(Number).filter(Number.isFinite)
const isKept = process.argv.includes('--keep')
console.table((counts.length > 0 ? counts : [30, 300]).map((routes) => measure(routes, isKept)))
