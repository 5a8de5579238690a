import { spawn } from 'node:child_process'
import type { DevServer } from '../../server/dev/dev-server.ts'
import type { TokenUsers } from '../../server/dev/dev-tokens.ts'
import { type Command, type CommandContext, defineCommand } from '../command.ts'
import { enterProjectEnv, watchProjectEnv } from '../env-files.ts'
import { EXIT, type ExitCode } from '../../server/base/exit-codes.ts'
import { readPort } from '../number-option.ts'
import { enterProject } from '../project.ts'

/** `svc dev [dir]` */
export const dev: Command = defineCommand({
  command: 'dev [dir]',
  describe: 'Serve the project and reload it on change',
  builder: (yargs) =>
    yargs
      .positional('dir', { type: 'string', default: '.', describe: 'Folder with svc.config.ts' })
      .option('port', { alias: 'p', type: 'number', describe: 'Port; the next free one if it is taken' })
      .option('host', { type: 'string', describe: 'Address to listen on; without a value, all of them' })
      .option('open', { type: 'boolean', describe: 'Show the reference page in the browser' })
      .option('https', { type: 'boolean', describe: 'Serve https with a certificate made on the spot' })
      .option('strict-port', { type: 'boolean', describe: 'Fail if the port is taken' })
      .option('json', { type: 'boolean', describe: 'Log requests as JSON lines on stdout, all else on stderr' })
      .option('docs-credentials', {
        type: 'boolean',
        describe: 'Fill the reference page with the credentials of the fixtures, on this machine only',
      }),
  run: async ({ dir, host, open, https, strictPort, json, docsCredentials, ...args }, context) => {
    const port = readPort({ command: 'dev', name: 'port' }, args.port)
    const root = await enterProject(dir)
    const { startDevServer } = await import('../../server/dev/dev-server.ts')
    const report = writeTo(process.stderr)
    enterProjectEnv(root, 'development')
    const fixtures = docsCredentials
      ? await (await import('../docs-credentials.ts')).readDocsCredentials(root, report)
      : undefined
    const tokenUsers = async (): Promise<TokenUsers> => (await import('../token-users.ts')).readTokenUsers(root, report)
    const server = await startDevServer(
      {
        root,
        port,
        ...fixtures,
        tokenUsers,
        host: host === '' ? '0.0.0.0' : host,
        https,
        strictPort,
        json,
        debug: context.debug,
      },
      { print: writeTo(process.stdout), report, color: context.color, columns: () => process.stdout.columns },
    )
    watchProjectEnv(root, report, context.signal)
    surviveStrays()
    if (open) await server.open()
    return untilEnd(root, server, context)
  },
})

/** An error thrown outside any request would end the process, and with it the reload that could fix it. */
function surviveStrays(): void {
  const report = (what: string) => (error: unknown) => {
    process.stderr.write(`error  ${what}: ${error instanceof Error ? error.stack : String(error)}\n`)
  }
  process.on('uncaughtException', report('thrown outside any request'))
  process.on('unhandledRejection', report('a promise was rejected and the rejection was not handled'))
}

async function untilEnd(root: string, server: DevServer, { signal }: CommandContext): Promise<ExitCode> {
  const ended = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true })
    if (process.stdin.isTTY) void listenToKeys(root, server, resolve)
  })
  await ended
  await server.close()
  return EXIT.ok
}

async function listenToKeys(root: string, server: DevServer, quit: () => void): Promise<void> {
  const { readKeys } = await import('../../server/dev/keys.ts')
  const release = readKeys(
    process.stdin,
    {
      r: () => server.printRoutes(),
      t: () => testAuth(root),
      o: () => void server.open(),
      q: () => quit(),
    },
    // To the process and not only to us: a second one must end it at once.
    () => process.kill(process.pid, 'SIGINT'),
  )
  process.once('exit', release)
  process.stdout.write('  r routes   t test-auth   o open   q quit\n\n')
}

/** In a process of its own: it loads the project anew, and its mocha must not meet ours. */
function testAuth(root: string): void {
  const program = process.argv[1] as string
  spawn(process.execPath, [...process.execArgv, program, 'test-auth'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}

function writeTo(stream: NodeJS.WriteStream): (line: string) => void {
  return (line) => void stream.write(`${line}\n`)
}
