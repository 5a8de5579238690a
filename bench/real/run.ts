/**
 * Runs `svc test-auth --url` on public applications and compares what it finds with what is known of them.
 *
 *   npm run bench:real -- [target…] [options]
 *
 *   --sources <folder>  where the sources are, as checkouts or bare repositories; else they are cloned
 *   --cache <folder>    sources, packages and logs; below the system's temporary folder if absent
 *   --held              also those that were chosen after the design; nothing may be tuned to them
 *   --targets <module>  more targets: its TARGETS are as those of targets.ts, and are not kept here
 *   --write             writes results.json, and the tables of README.md and docs/measured.md
 *   --har               from recordings of users who play the application's Postman collection, in place of the document; writes nothing down
 *   --serve             starts the first target and leaves it to other tools, until it is interrupted
 *
 * A target is a part of its name or of its folder. Exit 0: all that was asked for was run. 1: something was skipped or did not end. It is said
 * loudly what was skipped, and why. Everything listens on loopback.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Folders, installNode, installPython, takeSource } from './install.ts'
import { freePort, Missing, type Postgres, runStep, type Started, startPostgres, startServer } from './machine.ts'
import { recordUsers } from './record.ts'
import { type Score, scoreRun } from './score.ts'
import { type Result, writeSummary, writeTables } from './table.ts'
import { type Command, type Place, type Target, TARGETS } from './targets.ts'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sources: { type: 'string' },
    cache: { type: 'string', default: join(tmpdir(), 'svc-bench-real') },
    targets: { type: 'string' },
    held: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    serve: { type: 'boolean', default: false },
    har: { type: 'boolean', default: false },
  },
})
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const RESULTS = new URL('results.json', import.meta.url)
/** Milliseconds for one run of the program. */
const RUN_LIMIT = 900_000
/** The most lines of `auth.yaml`. */
const MOST_LINES = 10

/** Prints the rows of each table of a database of SQLite. */
const COUNT = `import sqlite3, sys
c = sqlite3.connect(sys.argv[1])
for (t,) in c.execute("select name from sqlite_master where type = 'table' order by 1").fetchall():
    print(t, c.execute('select count(*) from "%s"' % t).fetchone()[0])`

const cache = resolve(options.cache)
mkdirSync(cache, { recursive: true })
const more =
  options.targets === undefined ? [] : ((await import(resolve(options.targets))) as { TARGETS: typeof TARGETS }).TARGETS
const all = [...TARGETS, ...more]
const chosen = all.filter(
  ({ name, folder, isHeld, collection }) =>
    (!options.har || collection !== undefined) &&
    (options.held || isHeld !== true) &&
    (positionals.length === 0 ||
      positionals.some((text) => `${name} ${folder}`.toLowerCase().includes(text.toLowerCase()))),
)
let postgres: Postgres | undefined
let running: Started | undefined
const results: Result[] = []
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    void Promise.allSettled([running?.close(), postgres?.close()]).then(() => process.exit(130))
  })
try {
  for (const target of chosen) results.push(await tryTarget(target))
} finally {
  await postgres?.close()
}
const known = existsSync(RESULTS) ? (JSON.parse(readFileSync(RESULTS, 'utf8')) as readonly Result[]) : []
const names = new Set([...TARGETS, ...known, ...more].map(({ name }) => name))
const merged = [...names].flatMap(
  (name) => (results.find((one) => one.name === name && one.score) ?? known.find((one) => one.name === name)) || [],
)
console.log(`\n${writeTables(results)}`)
if (options.write && !options.har) {
  writeFileSync(RESULTS, `${JSON.stringify(merged, null, 2)}\n`)
  const readme = new URL('README.md', import.meta.url)
  const [before = ''] = readFileSync(readme, 'utf8').split('<!-- results -->')
  writeFileSync(readme, `${before}<!-- results -->\n\n${writeTables(merged)}`)
  const page = new URL('../../docs/measured.md', import.meta.url)
  const [head = '', , tail = ''] = readFileSync(page, 'utf8').split(/^<!-- (?:end of )?bench:real -->$/m)
  writeFileSync(page, `${head}<!-- bench:real -->\n\n${writeSummary(merged)}\n\n<!-- end of bench:real -->${tail}`)
}
process.exitCode = results.every(({ score }) => score !== undefined) ? 0 : 1

async function tryTarget(target: Target): Promise<Result> {
  const log = join(cache, `${target.folder}.log`)
  rmSync(log, { force: true })
  appendFileSync(log, '')
  const { name, source, isHeld } = target
  const about = { name, commit: source.commit, folder: target.folder, ...(isHeld ? { held: true as const } : {}) }
  try {
    const result = { ...about, ...(await runTarget(target, { cache, sources: options.sources, log })) }
    const { flaws, others } = result.score
    console.log(
      `${name}  ${flaws.filter(({ found }) => found.length > 0).length}/${flaws.length} found, ${others.length} other groups, ${result.seconds} s`,
    )
    return result
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    console.error(`${error instanceof Missing ? 'SKIPPED' : 'FAILED'} ${name}: ${why}\n  ${log}`)
    return { ...about, skipped: why.split('\n')[0] ?? '' }
  }
}

interface Ran {
  readonly score: Score
  readonly exitCode: number | undefined
  readonly seconds: number
  /** Rows of each table, before and after. */
  readonly rows: Readonly<Record<string, readonly [before: number, after: number]>>
  readonly fixtures: number
}

async function runTarget(target: Target, folders: Folders): Promise<Ran> {
  const fixtures = fileURLToPath(new URL(`${target.folder}/auth.yaml`, import.meta.url))
  const lines = readFileSync(fixtures, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
  if (lines.length > MOST_LINES) throw new Error(`${fixtures} has ${lines.length} lines, more than ${MOST_LINES}`)
  const folder = takeSource(target, folders)
  const python = installPython(target, folder, folders)
  installNode(target, folder, folders)
  const database = { host: '', port: '', user: '', name: `svc_${target.folder}` }
  if (target.postgres) {
    postgres ??= await startPostgres(cache, folders.log)
    postgres.create(database.name)
    Object.assign(database, { host: postgres.host, port: postgres.port, user: postgres.user })
  }
  const place: Place = { port: await freePort(), database, root: ROOT }
  const env = { PYTHONDONTWRITEBYTECODE: '1', ...target.env?.(place) }
  const cwd = join(folder, target.workingFolder ?? '.')
  const programs = { python: python ?? 'python3', node: process.execPath }
  const command = ([program, ...argv]: Command): [string, ...string[]] => [
    programs[program as keyof typeof programs] ?? program,
    ...argv,
  ]
  for (const step of target.prepare?.(place) ?? [])
    prepare(step, { cwd, env, log: folders.log, database: database.name }, command)
  const origin = `http://127.0.0.1:${place.port}`
  const server = await startServer(command(target.start(place)), origin + target.ready, { cwd, env, log: folders.log })
  try {
    running = server
    await seed(target, origin)
    if (options.serve) await serveOnly(target, origin, folder)
    const count = (): Readonly<Record<string, number>> =>
      countRows(target, { cwd, database: database.name, log: folders.log }, command)
    const before = count()
    const events = join(cache, `${target.name.replaceAll(/\W+/g, '-')}.ndjson`)
    const started = performance.now()
    const har = options.har ? await recordUsers(target, { origin: origin + (target.base ?? ''), folder, cache }) : []
    const exitCode = await runProgram(target, { origin, folder, fixtures, events, log: folders.log }, har)
    const seconds = Math.round((performance.now() - started) / 1000)
    if (exitCode === undefined || exitCode === 2 || exitCode === 3)
      throw new Error(`svc test-auth ended with ${exitCode}:\n${readFileSync(folders.log, 'utf8').slice(-2_000)}`)
    const after = count()
    const rows = Object.fromEntries(
      Object.keys(before).map((table) => [table, [before[table] ?? 0, after[table] ?? 0] as const]),
    )
    const score = scoreRun(events, new URL(`${target.folder}/`, import.meta.url), target.flaws)
    return { score, exitCode, seconds, rows, fixtures: lines.length }
  } finally {
    await server.close()
  }
}

interface Setting {
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  readonly log: string
  readonly database: string
}

/** A step before the start: a program, a file to write, or every SQL file of the folders below one. */
function prepare(
  step: Command,
  { cwd, env, log, database }: Setting,
  command: (step: Command) => [string, ...string[]],
): void {
  const [program, first = '', text = ''] = step
  if (program === 'write') return writeFileSync(join(cwd, first), text)
  if (program !== 'psql-files') return void runStep(command(step), { cwd, env, log })
  const folder = join(cwd, first)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.sql'))
  for (const file of files.toSorted()) postgres?.runFile(database, join(folder, file))
}

/** Says where the target is, and waits for the end of the process. */
async function serveOnly({ name, base = '', openapi, secrets }: Target, origin: string, folder: string): Promise<void> {
  console.log(
    `${name}  ${origin}${base}  document ${openapi.startsWith('/') ? origin + openapi : join(folder, openapi)}`,
  )
  for (const [variable, value] of Object.entries(secrets)) console.log(`export ${variable}=${value}`)
  setInterval(() => undefined, 60_000)
  await new Promise(() => undefined)
}

async function seed(target: Target, origin: string): Promise<void> {
  for (const { path, method = 'POST', json } of target.seed ?? []) {
    const body =
      json === undefined ? {} : { body: JSON.stringify(json), headers: { 'content-type': 'application/json' } }
    const answer = await fetch(origin + path, { method, ...body })
    if (!answer.ok)
      throw new Error(`${method} ${path} answered ${answer.status}: ${(await answer.text()).slice(0, 300)}`)
  }
}

function countRows(
  { sqlite }: Target,
  { cwd, database, log }: Pick<Setting, 'cwd' | 'database' | 'log'>,
  command: (step: Command) => [string, ...string[]],
): Readonly<Record<string, number>> {
  if (sqlite !== undefined) {
    const lines = runStep(command(['python', '-c', COUNT, join(cwd, sqlite)]), { log })
      .trim()
      .split('\n')
    return Object.fromEntries(lines.map((line) => [line.split(' ')[0] ?? '', Number(line.split(' ')[1])]))
  }
  const tables =
    postgres?.query(
      database,
      "select table_name from information_schema.tables where table_schema = 'public' order by 1",
    ) ?? []
  return Object.fromEntries(
    tables.map((table) => [table, Number(postgres?.query(database, `select count(*) from "${table}"`)[0])]),
  )
}

async function runProgram(
  { base = '', openapi, secrets }: Target,
  {
    origin,
    folder,
    fixtures,
    events,
    log,
  }: Readonly<Record<'origin' | 'folder' | 'fixtures' | 'events' | 'log', string>>,
  har: readonly string[],
): Promise<number | undefined> {
  rmSync(events, { force: true })
  const document = openapi.startsWith('/') ? origin + openapi : join(folder, openapi)
  const argv = [
    'test-auth',
    '--url',
    origin + base,
    ...(har.length === 0 ? ['--openapi', document] : har.flatMap((one) => ['--har', one])),
    '--fixtures',
    fixtures,
    '--unsafe',
    '--matrix',
  ]
  const child = spawn(
    process.execPath,
    [
      join(ROOT, 'dist/bin/svc.js'),
      ...argv,
      '--reporter',
      'terminal',
      '--reporter',
      `ndjson=${events}`,
      '--reporter',
      `html=${events}.html`,
    ],
    { cwd: folder, env: { ...process.env, ...secrets, NO_COLOR: '1' }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => appendFileSync(log, text))
  const timer = setTimeout(() => child.kill('SIGKILL'), RUN_LIMIT)
  const [exitCode] = (await once(child, 'close')) as [number | null]
  clearTimeout(timer)
  return exitCode ?? undefined
}
