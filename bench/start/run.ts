/**
 * The processor time, the time and the memory of a built server until it serves, with 1 and with 1,000 routes, beside a
 * process of Node that does nothing. Starts after the first one find what Node keeps of it (from Node 22.10 on). Takes
 * about a minute.
 *
 *     node --conditions=source --import tsx bench/start/run.ts [rounds]
 *
 * Ends with 1 where the best of the rounds with 1,000 routes needs more than 120 ms.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { buildProject } from '../../server/build/build.ts'
import { Modules } from '../../server/files/modules.ts'

/** Milliseconds of processor time with {@link MOST} routes. */
const GOAL = 120
const MOST = 1_000
const HOOK = fileURLToPath(new URL('measure-start.cjs', import.meta.url))

interface Used {
  /** Milliseconds of processor time, of every thread. */
  readonly cpu: number
  /** Milliseconds since the process began. */
  readonly time: number
  /** Megabytes. */
  readonly memory: number
}

const rounds = Number(process.argv[2] ?? 9)
const folder = realpathSync(mkdtempSync(`${tmpdir()}/svc-start-`))
try {
  const subjects = [
    { name: 'Node alone', file: writeIdle() },
    { name: '1 route', file: await build(1) },
    { name: `${MOST} routes`, file: await build(MOST) },
  ].map((subject) => ({ ...subject, used: [] as Used[] }))
  for (const { file } of subjects) await start(file, 'SIGTERM')
  // In turn, so that what else the machine does meets all of them.
  for (let round = 0; round < rounds; round++) {
    for (const { file, used } of subjects) used.push(await start(file))
  }
  console.log(`Node ${process.version}, ${rounds} rounds: the least and the median`)
  for (const { name, used } of subjects) {
    const [cpu, time] = [used.map((one) => one.cpu), used.map((one) => one.time)].map(
      (all) => `${Math.min(...all).toFixed(0)} / ${medianOf(all).toFixed(0)} ms`,
    )
    const memory = medianOf(used.map((one) => one.memory)).toFixed(0)
    console.log(
      `${name.padEnd(12)} processor ${cpu?.padStart(14)}   time ${time?.padStart(14)} ${memory.padStart(6)} MB`,
    )
  }
  const best = Math.min(...(subjects.at(-1)?.used ?? []).map(({ cpu }) => cpu))
  console.log(`goal: ${MOST} routes within ${GOAL} ms: ${best <= GOAL ? 'met' : 'missed'}`)
  process.exitCode = best <= GOAL ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function writeIdle(): string {
  const file = `${folder}/idle.mjs`
  writeFileSync(file, "process.stderr.write('serving\\n')\nsetInterval(() => undefined, 60_000)\n")
  return file
}

/** A project of so many route files, each with an authenticator of its own. */
async function build(routes: number): Promise<string> {
  const root = `${folder}/${routes}`
  mkdirSync(`${root}/routes`, { recursive: true })
  writeFileSync(`${root}/package.json`, '{ "type": "module" }')
  writeFileSync(
    `${root}/svc.config.ts`,
    "import { defineConfig } from 'svc'\nexport default defineConfig({ auth: null })\n",
  )
  writeFileSync(
    `${root}/token-auth.ts`,
    `import { HttpBearer, type AuthRequest } from 'svc/security'

export class TokenAuth extends HttpBearer {
  authenticate(_request: AuthRequest, token: string): { readonly name: string } | null {
    return token === 'supersecret' ? { name: 'ann' } : null
  }
}
`,
  )
  for (let route = 0; route < routes; route++) {
    writeFileSync(
      `${root}/routes/r${route}.ts`,
      `import { operation } from 'svc'
import { TokenAuth } from '../token-auth.ts'

export const GET = operation({ auth: new TokenAuth() }, (request) => \`\${request.auth.name} ${route}\`)
`,
    )
  }
  const modules = await Modules.open(root)
  try {
    await buildProject(modules, { out: `${root}/dist`, external: [], minify: false, docs: true })
  } finally {
    await modules.close()
  }
  return `${root}/dist/server.js`
}

async function start(file: string, signal: NodeJS.Signals = 'SIGKILL'): Promise<Used> {
  const env = { PATH: process.env['PATH'] ?? '', PORT: '0' }
  const child = spawn(process.execPath, ['-r', HOOK, file], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = once(child, 'close')
  try {
    for await (const line of createInterface({ input: child.stderr })) {
      const [, used] = /^used (.*)/.exec(line) ?? []
      if (used !== undefined) return JSON.parse(used) as Used
    }
    throw new Error(`${file} ended before it served`)
  } finally {
    child.kill(signal)
    await ended
  }
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
}
