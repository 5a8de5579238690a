import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Subject } from './subject.ts'

/** A server that runs as a process of its own. */
export interface Serving {
  readonly url: string
  /** Whether the process still runs. */
  isAlive(): boolean
  close(): Promise<void>
}

/** Milliseconds in which a server must say its address. */
const START_LIMIT = 60_000
/** Milliseconds after SIGTERM until SIGKILL. */
const END_LIMIT = 2_000
/** The line that servers print when they listen: the address, with a port that is not 0. */
const ADDRESS = /(http:\/\/(?:127\.0\.0\.1|localhost|\[::1\]):[1-9]\d*)/

/** Starts a server in a folder, on a port that the system chooses, and waits for its address. */
export async function serve(subject: Subject, folder: string, python: string): Promise<Serving> {
  const [program, ...argv] = subject.start
  const child = spawn(program === 'python3' ? python : program === 'node' ? process.execPath : program, argv, {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production', PYTHONDONTWRITEBYTECODE: '1', ...subject.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const close = (): Promise<void> => end(child)
  try {
    const url = await readAddress(child, subject.name)
    return { url, isAlive: () => child.exitCode === null && child.signalCode === null, close }
  } catch (error) {
    await close()
    throw error
  }
}

function readAddress(child: ChildProcess, name: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const said: string[] = []
    const fail = (why: string): void => reject(new Error(`${name} ${why}:\n${said.slice(-20).join('\n')}`))
    const timer = setTimeout(() => fail('does not say its address'), START_LIMIT)
    for (const stream of [child.stdout, child.stderr]) {
      if (stream === null) continue
      createInterface({ input: stream }).on('line', (line) => {
        if (said.length < 200) said.push(line)
        const [, url] = ADDRESS.exec(line) ?? []
        if (url === undefined) return
        clearTimeout(timer)
        resolve(url)
      })
    }
    child.once('error', (error) => fail(error.message))
    child.once('exit', (code) => {
      clearTimeout(timer)
      fail(`ended with ${code}`)
    })
  })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), END_LIMIT)
  await ended
  clearTimeout(timer)
}
