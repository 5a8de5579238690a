import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { BuiltServer } from '../../server/production/open-build.ts'
import { type Command, type CommandContext, CommandError, defineCommand } from '../command.ts'
import { requireEnvFile } from '../env-files.ts'
import { EXIT, type ExitCode } from '../../server/base/exit-codes.ts'
import { enterProject } from '../project.ts'

/** `svc start [dir]` */
export const start: Command = defineCommand({
  command: 'start [dir]',
  describe: 'Serve what svc build wrote',
  builder: (yargs) =>
    yargs
      .positional('dir', { type: 'string', default: '.', describe: 'Folder that holds dist, or dist itself' })
      .option('port', { alias: 'p', type: 'string', describe: 'Port; 3000 if absent' })
      .option('host', { type: 'string', describe: 'Address to listen on; 127.0.0.1 if absent' })
      .option('workers', { type: 'string', describe: 'Processes that share the port; auto for one a processor' })
      .option('health', { type: 'string', describe: 'Path of a health check, such as /health' })
      .option('drain', { type: 'string', describe: 'Seconds for requests in flight at the end; 30 if absent' })
      .option('log', {
        type: 'string',
        describe: 'Requests to log: requests (all, the default) or errors (500 and more)',
      })
      .option('dotenv', { type: 'string', array: true, nargs: 1, describe: 'File with variables; several' })
      .option('env-file', {
        type: 'string',
        array: true,
        nargs: 1,
        describe: 'The same; where the file is missing, Node itself ends the program, with 9',
      }),
  run: async ({ dir, dotenv = [], envFile = [], ...texts }, context) => {
    for (const file of [...dotenv, ...envFile]) requireEnvFile(file)
    const root = await enterProject(dir)
    const server = findServer(root)
    const { readSettings } = await import('../../server/production/settings.ts')
    const { PORT: port, HOST: host, WORKERS: workers, HEALTH: health, DRAIN: drain, LOG: log } = process.env
    const fromEnv = readSettings({ port, host, workers, health, drain, log }, (option) => option.toUpperCase())
    const given = readSettings(texts, (option) => `--${option}`)
    const said = (option: keyof typeof texts): boolean => typeof texts[option] === 'string'
    const settings = {
      port: given.port ?? fromEnv.port,
      host: given.host ?? fromEnv.host,
      workers: said('workers') ? given.workers : fromEnv.workers,
      health: given.health ?? fromEnv.health,
      drain: said('drain') ? given.drain : fromEnv.drain,
      log: said('log') ? given.log : fromEnv.log,
    }
    return serve(server, settings, context)
  },
})

function findServer(root: string): string {
  const found = [join(root, 'dist', 'server.js'), join(root, 'server.js')].find((file) => existsSync(file))
  if (found !== undefined) return found
  throw new CommandError(
    'SVC_START_MISSING',
    'dist/server.js is not there. Run svc build, or name the folder that it wrote.',
    EXIT.usage,
  )
}

async function serve(
  file: string,
  settings: Parameters<BuiltServer['serve']>[0],
  { release }: CommandContext,
): Promise<ExitCode> {
  const [{ processOutput }, { runServer }] = await Promise.all([
    import('../../server/production/boot.ts'),
    import('../../server/production/run-server.ts'),
  ])
  const runPrimary = settings.workers > 1 ? (await import('../../server/production/primary.ts')).runPrimary : undefined
  // A server takes longer to end than a command may, and its signals mean something else.
  release()
  process.env['NODE_ENV'] ??= 'production'
  const output = processOutput()
  return new Promise((resolve) => {
    const exit = (code: number): void => resolve(code as ExitCode)
    if (runPrimary) return runPrimary({ file, settings, env: process.env, output, exit })
    const load = async () => {
      const { serve: start } = (await import(pathToFileURL(file).href)) as BuiltServer
      return start(settings, output)
    }
    void runServer(load, output, { exit, isWorker: false })
  })
}
