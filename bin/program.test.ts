import { expect } from 'chai'
import { type Command, CommandError, defineCommand } from './command.ts'
import { EXIT, type ExitCode } from '../server/base/exit-codes.ts'
import { captureProgram } from '../fixtures/captured.ts'
import { runProgram } from './program.ts'

const NOT_INTERRUPTED = { signal: new AbortController().signal, exitCode: undefined }

/** A command that returns `--code`, or throws what `failures` has under `--fail`. */
const probe: Command = defineCommand({
  command: 'probe [file]',
  describe: 'Ends as the options say',
  builder: (yargs) =>
    yargs
      .positional('file', { type: 'string' })
      .option('code', { type: 'number', default: 0 })
      .option('fail', { type: 'string' }),
  run: async (args) => {
    if (args.fail !== undefined) throw failures[args.fail]
    return args.code as ExitCode
  },
})

const loadError = Object.assign(new Error('routes/pets.ts:4  auth must be an authenticator'), {
  name: 'LoadError',
  code: 'SVC_AUTH_INVALID',
})
const failures: Readonly<Record<string, unknown>> = {
  load: loadError,
  command: new CommandError(
    'SVC_SERVER_UNREACHABLE',
    'nothing answers  http://127.0.0.1:1  start it first',
    EXIT.unreachable,
  ),
  bug: new TypeError('x is not\n  a function'),
  string: 'just text',
}

describe('runProgram', () => {
  const cases: readonly { argv: readonly string[]; exitCode: number; stderr: string }[] = [
    { argv: ['probe'], exitCode: 0, stderr: '' },
    { argv: ['probe', 'file.ts', '--code', '4'], exitCode: 4, stderr: '' },
    { argv: [], exitCode: 2, stderr: 'error: no command given: probe  see svc --help\n' },
    {
      argv: ['porbe', '--code', '1'],
      exitCode: 2,
      stderr: 'error: there is no command "porbe". Did you mean svc probe?  see svc --help\n',
    },
    { argv: ['serve'], exitCode: 2, stderr: 'error: there is no command "serve".  see svc --help\n' },
    {
      argv: ['probe', '--cod', '1'],
      exitCode: 2,
      stderr: 'error: svc probe has no option --cod. Did you mean --code?  see svc probe --help\n',
    },
    { argv: ['probe', 'a', 'b'], exitCode: 2, stderr: 'error: Unknown argument: b  see svc probe --help\n' },
    { argv: ['--cod'], exitCode: 2, stderr: 'error: no command given: probe  see svc --help\n' },
    {
      argv: ['probe', '--fail', 'load'],
      exitCode: 2,
      stderr: 'error: routes/pets.ts:4  auth must be an authenticator\n  svc explain SVC_AUTH_INVALID\n',
    },
    {
      argv: ['probe', '--fail', 'command'],
      exitCode: 3,
      stderr: 'error: nothing answers  http://127.0.0.1:1  start it first\n  svc explain SVC_SERVER_UNREACHABLE\n',
    },
    {
      argv: ['probe', '--fail', 'bug'],
      exitCode: 2,
      stderr: 'error: x is not  a function  run again with --debug for the stack\n',
    },
    {
      argv: ['probe', '--fail', 'string'],
      exitCode: 2,
      stderr: 'error: just text  run again with --debug for the stack\n',
    },
  ]
  for (const { argv, exitCode, stderr } of cases) {
    it(`ends "svc ${argv.join(' ')}" with ${exitCode}`, async () => {
      expect(await run(argv)).to.deep.equal({ exitCode, stderr })
    })
  }

  it('prints the stack with --debug', async () => {
    const { exitCode, stderr } = await run(['probe', '--fail', 'bug', '--debug'])
    expect(exitCode).to.equal(EXIT.usage)
    expect(stderr).to.match(/^error: TypeError: x is not\n {2}a function\n {4}at .*program\.test\.ts:\d+/)
  })

  it('explains a code, in whatever case, and names the nearest of one that does not exist', async () => {
    const setting = { version: '0.0.0', interruption: NOT_INTERRUPTED }
    expect(await captureProgram(['explain', 'svc_auth_class'], setting)).to.deep.include({
      exitCode: 0,
      stdout: 'SVC_AUTH_CLASS\n  `auth` is a class and not an instance of it.\n  Write `new TokenAuth()`.\n',
      stderr: '',
    })
    expect((await captureProgram(['explain'], setting)).stdout).to.include(
      'SVC_AUTH_CLASS  `auth` is a class and not an instance of it.\n',
    )
    expect(await captureProgram(['explain', 'SVC_AUTH_CLAS'], setting)).to.deep.include({
      exitCode: 2,
      stderr: 'error: there is no code SVC_AUTH_CLAS. Did you mean SVC_AUTH_CLASS?\n  svc explain SVC_CODE_UNKNOWN\n',
    })
  })

  it('ends with the status of the signal that interrupted a command', async () => {
    const interruption = { signal: AbortSignal.abort(), exitCode: EXIT.interrupted }
    expect(await runProgram(['probe'], { version: '0.0.0', interruption, commands: [probe] })).to.equal(130)
  })
})

/** Runs the program with the command `probe` alone. */
async function run(argv: readonly string[]): Promise<{ exitCode: number; stderr: string }> {
  const setting = { version: '0.0.0', interruption: NOT_INTERRUPTED, commands: [probe] }
  const { exitCode, stderr } = await captureProgram(argv, setting)
  return { exitCode, stderr }
}
