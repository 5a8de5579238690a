import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { pathToFileURL } from 'node:url'
import { expect } from 'chai'
import { BUILT, FROM_SOURCE, REPOSITORY, SVC } from '../fixtures/svc-program.ts'
import { PATIENCE } from '../fixtures/test-time.ts'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }

describe('the program as a process', () => {
  it('prints its version', async () => {
    expect(await run([...SVC, '--version'])).to.deep.equal({ exitCode: 0, stdout: `${version}\n`, stderr: '' })
  })

  it('keeps what Node compiled in the package, if Node can and it is built', async () => {
    const folder = `${REPOSITORY}.compile-cache`
    rmSync(folder, { recursive: true, force: true })
    await run([...SVC, 'explain', 'SVC_AUTH_INVALID'])
    expect(existsSync(folder)).to.equal(BUILT && 'flushCompileCache' in nodeModule)
  })

  it('prints its version among other options', async () => {
    expect(await run([...SVC, '--debug', '--version'])).to.deep.equal({
      exitCode: 0,
      stdout: `${version}\n`,
      stderr: '',
    })
  })

  it('prints help on stdout', async () => {
    const { exitCode, stdout, stderr } = await run([...SVC, '--help'])
    expect({ exitCode, stderr }).to.deep.equal({ exitCode: 0, stderr: '' })
    expect(stdout).to.match(/^svc <command>\n/)
  })

  it('refuses an unknown command with one line and 2', async () => {
    expect(await run([...SVC, 'nonsense'])).to.deep.equal({
      exitCode: 2,
      stdout: '',
      stderr: 'error: there is no command "nonsense".  see svc --help\n',
    })
  })
})

describe('endProcess', () => {
  it('ends in spite of a timer, after everything is written', async () => {
    const { exitCode, stdout } = await runScript(`
      import { endProcess } from './end-process.ts'
      setInterval(() => {}, 60_000)
      process.stdout.write('x'.repeat(2_000_000))
      await endProcess(4)
    `)
    expect({ exitCode, length: stdout.length }).to.deep.equal({ exitCode: 4, length: 2_000_000 })
  })

  it('ends quietly when the reader has gone', async () => {
    const child = start(
      script(`
      import { endOnClosedPipe } from './end-process.ts'
      endOnClosedPipe()
      setInterval(() => process.stdout.write('x'.repeat(65_536)), 1)
    `),
    )
    await once(child.stdout, 'data')
    child.stdout.destroy()
    expect(await endOf(child)).to.deep.include({ exitCode: 0, stderr: '' })
  })
})

describe('catchInterrupts', () => {
  const program = `
    import { catchInterrupts } from './interrupt.ts'
    const interruption = catchInterrupts()
    const send = (signal) => process.kill(process.pid, signal)
    setInterval(() => {}, 60_000)
  `

  const signals: readonly { signal: string; exitCode: number }[] = [
    { signal: 'SIGINT', exitCode: 130 },
    { signal: 'SIGTERM', exitCode: 143 },
  ]
  for (const { signal, exitCode } of signals) {
    it(`ends a command that does not listen with ${exitCode} on ${signal}`, async () => {
      expect((await runScript(`${program} send('${signal}')`)).exitCode).to.equal(exitCode)
    })

    it(`lets a command that listens end by itself on ${signal}`, async () => {
      const { stdout } = await runScript(`${program}
        interruption.signal.addEventListener('abort', () => setTimeout(() => {
          console.log('closed', interruption.exitCode)
          process.exit(0)
        }, 50))
        send('${signal}')
      `)
      expect(stdout).to.equal(`closed ${exitCode}\n`)
    })
  }

  it('ends a command that takes its time on the second signal', async () => {
    const { exitCode } = await runScript(`${program}
      interruption.signal.addEventListener('abort', () => setImmediate(send, 'SIGINT'))
      send('SIGINT')
    `)
    expect(exitCode).to.equal(130)
  })
})

interface Ended {
  readonly exitCode: number | null
  readonly stdout: string
  readonly stderr: string
}

function run(args: readonly string[]): Promise<Ended> {
  return endOf(start(args))
}

/** Runs the text of a module that stands in this folder. */
function runScript(text: string): Promise<Ended> {
  return run(script(text))
}

function script(text: string): readonly string[] {
  const absolute = text.replaceAll(
    /from '\.\/([^']+)\.ts'/g,
    (_, name) => `from '${pathToFileURL(REPOSITORY).href}${BUILT ? `dist/bin/${name}.js` : `bin/${name}.ts`}'`,
  )
  return [...(BUILT ? [] : FROM_SOURCE), '--input-type=module', '--eval', absolute]
}

function start(args: readonly string[]) {
  return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], timeout: PATIENCE, killSignal: 'SIGKILL' })
}

async function endOf(child: ReturnType<typeof start>): Promise<Ended> {
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk) => (stdout += String(chunk)))
  child.stderr.on('data', (chunk) => (stderr += String(chunk)))
  const [exitCode] = (await once(child, 'close')) as [number | null]
  return { exitCode, stdout, stderr }
}
