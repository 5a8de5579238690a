import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../../../fixtures/free-port.ts'

/** A Redis of a test, on a port of its own, that keeps nothing. */
export interface RedisServer {
  readonly port: number
  /** With a time limit that a busy machine keeps. */
  readonly url: string
  /** Runs a command with `redis-cli`. */
  run(...command: readonly string[]): string
  /** The same; a refusal is fine. */
  tryRun(...command: readonly string[]): void
  /** Takes its folder away, so that it can write nothing. */
  loseFolder(): void
  /** Waits for a line of `INFO`. */
  until(line: string): void
  /** Stops it without ending it: connections stay open and get no answer. */
  pause(): void
  resume(): void
  /** Ends it at once. */
  kill(): Promise<void>
  /** Starts it again on the same port, empty. */
  start(): Promise<void>
}

/** `describe` for tests that need `redis-server`. Without it they are skipped aloud; where `CI` is set, they fail. */
export function describeWithRedis(title: string, tests: (this: Mocha.Suite) => void): void {
  if (findRedis()) {
    describe(title, tests)
  } else if (process.env['CI']) {
    describe(title, () => {
      it('needs redis-server', () => {
        throw new Error('redis-server is not installed, and CI is set. Install the package redis-server.')
      })
    })
  } else {
    process.stderr.write(`\n  !! SKIPPED: ${title}: redis-server is not installed\n\n`)
    describe.skip(title, tests)
  }
}

/** Starts a Redis and waits until it answers. */
export async function startRedis(...options: readonly string[]): Promise<RedisServer> {
  const port = await findFreePort()
  const directory = join(tmpdir(), `svc-redis-${process.pid}-${port}`)
  let child: ChildProcess | undefined
  const server: RedisServer = {
    port,
    url: `redis://127.0.0.1:${port}?timeout=5000`,
    run: (...command) => execFileSync('redis-cli', ['-p', String(port), ...command], { encoding: 'utf8' }).trim(),
    tryRun: (...command) => {
      try {
        server.run(...command)
      } catch {
        // Its reply is of no interest.
      }
    },
    loseFolder: () => rmSync(directory, { recursive: true, force: true }),
    until: (line) => {
      while (!server.run('INFO').includes(line)) execFileSync('sleep', ['0.02'])
    },
    pause: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
    kill: async () => {
      const ending = child
      child = undefined
      if (!ending) return
      const ended = once(ending, 'exit')
      ending.kill('SIGKILL')
      await ended
      rmSync(directory, { recursive: true, force: true })
    },
    start: async () => {
      const own = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
      mkdirSync(directory)
      child = spawn('redis-server', [...own, '--dir', directory, ...options], { stdio: ['ignore', 'pipe', 'inherit'] })
      await untilReady(child)
    },
  }
  await server.start()
  return server
}

function findRedis(): boolean {
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

function untilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = ''
    child.once('exit', () => reject(new Error(`redis-server ended: ${text}`)))
    child.stdout?.on('data', (chunk: Buffer) => {
      text = (text + chunk.toString()).slice(-4_096)
      if (text.includes('Ready to accept connections')) resolve()
    })
  })
}
