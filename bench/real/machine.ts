import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { delimiter, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** Something that this machine lacks: the target is skipped, and it is said. */
export class Missing extends Error {
  override readonly name = 'Missing'
}

/** Milliseconds for a step: a clone, an installation, a migration. */
const STEP_LIMIT = 600_000
/** Milliseconds in which a server must answer; one hashes the passwords and cards of its users first. */
const START_LIMIT = 600_000
/** Milliseconds after SIGTERM until SIGKILL. */
const END_LIMIT = 3_000

/** Runs a program to its end; its output goes to the log. @throws Missing with its last lines where it fails */
export function runStep(
  command: readonly [string, ...string[]],
  { cwd, env, log }: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv; readonly log: string },
): string {
  const [program, ...argv] = command
  const { status, stdout, stderr, error } = spawnSync(program, argv, {
    ...(cwd === undefined ? {} : { cwd }),
    env: { ...process.env, ...env },
    encoding: 'utf8',
    timeout: STEP_LIMIT,
    maxBuffer: 64 * 1024 * 1024,
  })
  appendFileSync(log, `$ ${command.join(' ').slice(0, 400)}\n${stdout}${stderr}\n`)
  if (status === 0) return stdout
  const said = (error?.message ?? `${stderr}${stdout}`).trim().split('\n').slice(-3).join(' / ')
  throw new Missing(`${program} ${argv[0] ?? ''} failed: ${said}`)
}

/** A program of the path; `undefined` where it is absent. */
export function findProgram(name: string, folders: readonly string[] = []): string | undefined {
  const path = [...(process.env['PATH'] ?? '').split(delimiter), ...folders]
  return path.map((folder) => join(folder, name)).find((file) => existsSync(file))
}

/** A free port of loopback. */
export async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return String(port)
}

/** A process that is ended with the run. */
export interface Started {
  close(): Promise<void>
}

/** Starts a server and waits until it answers at an address; its output goes to the log. @throws Error where it ends */
export async function startServer(
  command: readonly [string, ...string[]],
  address: string,
  { cwd, env, log }: { readonly cwd: string; readonly env: NodeJS.ProcessEnv; readonly log: string },
): Promise<Started> {
  const [program, ...argv] = command
  const child = spawn(program, argv, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => appendFileSync(log, text))
  const until = Date.now() + START_LIMIT
  while (Date.now() < until && child.exitCode === null) {
    const answer = await fetch(address, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined)
    await answer?.arrayBuffer()
    if (answer !== undefined) return { close: () => end(child) }
    await delay(200)
  }
  await end(child)
  const said = readFileSync(log, 'utf8').trim().split('\n').slice(-5).join('\n')
  throw new Error(`the server did not start:\n${said}`)
}

async function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const ended = once(child, 'exit')
  child.kill(signal)
  const timer = setTimeout(() => child.kill('SIGKILL'), END_LIMIT)
  await ended
  clearTimeout(timer)
}

/** A throw-away PostgreSQL on loopback, with an empty database for each target. */
export interface Postgres extends Started {
  readonly host: string
  readonly port: string
  readonly user: string
  /** Makes a database anew. */
  create(name: string): void
  /** Runs SQL: the rows as text, members apart by `|`. */
  query(name: string, sql: string): readonly string[]
  runFile(name: string, file: string): void
}

/** Starts a PostgreSQL in a folder. It refuses to run as root, so it then runs as another user. */
export async function startPostgres(folder: string, log: string): Promise<Postgres> {
  const installed = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : []
  const folders = installed.map((version) => `/usr/lib/postgresql/${version}/bin`)
  const [initdb, postgres, psql] = ['initdb', 'postgres', 'psql'].map((name) => findProgram(name, folders))
  if (initdb === undefined || postgres === undefined || psql === undefined)
    throw new Missing('there is no PostgreSQL (initdb, postgres, psql)')
  const data = join(folder, 'postgres')
  rmSync(data, { recursive: true, force: true })
  mkdirSync(data, { recursive: true })
  const user = 'postgres'
  const asUser = process.getuid?.() === 0 ? unprivileged(data, log) : []
  const password = join(folder, 'postgres-password')
  writeFileSync(password, 'postgres\n', { mode: 0o644 })
  const init = [
    ...asUser,
    initdb,
    '-D',
    data,
    '-U',
    user,
    '-A',
    'md5',
    `--pwfile=${password}`,
    '-E',
    'UTF8',
    '--no-sync',
  ]
  runStep(init as [string, ...string[]], { log, cwd: '/' })
  const port = await freePort()
  const argv = ['-D', data, '-h', '127.0.0.1', '-p', port, '-c', 'unix_socket_directories=', '-c', 'fsync=off']
  const [program, ...before] = asUser
  const child = spawn(program ?? postgres, program === undefined ? argv : [...before, postgres, ...argv], {
    cwd: '/',
    stdio: 'ignore',
  })
  const env = { PGPASSWORD: 'postgres' }
  const base = [psql, '-h', '127.0.0.1', '-p', port, '-U', user, '-v', 'ON_ERROR_STOP=1', '-At']
  const run = (database: string, ...more: readonly string[]): string =>
    runStep([...base, '-d', database, ...more] as [string, ...string[]], { env, log })
  for (let tries = 0; tries < 100; tries++) {
    const { status } = spawnSync(psql, [...base.slice(1), '-d', 'postgres', '-c', 'select 1'], {
      env: { ...process.env, ...env },
    })
    if (status === 0) break
    await delay(100)
  }
  return {
    host: '127.0.0.1',
    port,
    user,
    create: (name) => {
      run('postgres', '-c', `drop database if exists ${name} with (force)`)
      run('postgres', '-c', `create database ${name}`)
    },
    query: (name, sql) =>
      run(name, '-c', sql)
        .split('\n')
        .filter((line) => line !== ''),
    runFile: (name, file) => void run(name, '-f', file),
    // SIGINT: fast, without waiting for clients.
    close: () => end(child, 'SIGINT'),
  }
}

/** The command that runs another one as a user without privileges, to whom the folder then belongs. */
function unprivileged(folder: string, log: string): readonly string[] {
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const [user, , , group] =
    users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody') ?? []
  if (user === undefined) throw new Missing('PostgreSQL does not run as root, and there is no other user for it')
  if (findProgram('setpriv') === undefined)
    throw new Missing('setpriv is not there, and PostgreSQL does not run as root')
  runStep(['chown', '-R', user, folder], { log })
  // It becomes the program; runuser stays its parent and keeps SIGINT from it.
  return ['setpriv', `--reuid=${user}`, `--regid=${group}`, '--init-groups', '--']
}
