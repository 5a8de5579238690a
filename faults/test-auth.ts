import { spawn } from 'node:child_process'
import type { Checkout } from './checkout.ts'
import type { Fault } from './fault.ts'
import type { Verdict } from './outcome.ts'

const NODE = ['--conditions=source', '--import', 'tsx']
/** The example application, and one with the options that the example does not use. */
const PROGRAMS: readonly (readonly string[])[] = [
  [...NODE, 'bin/svc.ts', 'test-auth', '--bail', '1', '--seed', 'faults'],
  [...NODE, 'faults/strict-application.ts'],
]
/** Milliseconds; a run takes one to ten seconds. */
const LIMIT = 60_000

interface Run {
  readonly code: number | null
  readonly output: string
}

/** The first line of the failure if `svc test-auth` fails without any fault; `undefined` if it passes. */
export async function findRed(checkout: Checkout): Promise<string | undefined> {
  const { code, output } = await testAuth(checkout)
  return code === 0 ? undefined : `exit ${code}  ${lastLine(output)}`
}

/** Judges faults by `svc test-auth` on the example application and a stricter one: exit code 1 means noticed. */
export class TestAuthJudge {
  readonly #checkout: Checkout

  constructor(checkout: Checkout) {
    this.#checkout = checkout
  }

  /** The fault is in the checkout already. An exit code other than 0 and 1 means that the program did not get to test. */
  async judge(_fault: Fault): Promise<Verdict> {
    const { code, output } = await testAuth(this.#checkout)
    if (code === 0) return { kind: 'survived' }
    if (code === null) return { kind: 'timed out', by: 'svc test-auth' }
    return { kind: 'noticed', by: code === 1 ? findScenario(output) : `exit ${code}  ${lastLine(output)}` }
  }

  close(): void {}
}

/** The first run that fails, else the last. */
async function testAuth(checkout: Checkout): Promise<Run> {
  let run: Run = { code: 0, output: '' }
  for (const program of PROGRAMS) {
    run = await runProgram(program, checkout)
    if (run.code !== 0) return run
  }
  return run
}

function runProgram(program: readonly string[], { directory, scratch }: Checkout): Promise<Run> {
  const child = spawn(process.execPath, program, {
    cwd: directory,
    env: { ...process.env, TMPDIR: scratch, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const timer = setTimeout(() => child.kill('SIGKILL'), LIMIT)
  return new Promise((resolve) => {
    child.once('close', (code) => {
      clearTimeout(timer)
      resolve({ code, output })
    })
  })
}

/** The first finding. */
function findScenario(output: string): string {
  return /FAIL\s+(.*\S)/.exec(output)?.[1]?.replaceAll(/\s{2,}/g, '  ') ?? lastLine(output)
}

function lastLine(output: string): string {
  return output.trim().split('\n').at(-1) ?? ''
}
