import { plural } from '../../server/base/plural.ts'
import { type Command, CommandError, defineCommand } from '../command.ts'
import { EXIT } from '../../server/base/exit-codes.ts'
import { describeProblem } from '../failure.ts'
import { enterProject } from '../project.ts'

/** `svc sync [dir]` */
export const sync: Command = defineCommand({
  command: 'sync [dir]',
  describe: 'Write the types that routes get from files, folders and config',
  builder: (yargs) =>
    yargs
      .positional('dir', { type: 'string', default: '.', describe: 'Folder with svc.config.ts' })
      .option('check', { type: 'boolean', describe: 'Write nothing; fail if the types are out of date' }),
  run: async ({ dir, check }) => {
    const root = await enterProject(dir)
    const [{ syncTypes }, { describeUnseenTypes }] = await Promise.all([
      import('../../server/files/sync.ts'),
      import('../../server/files/types-inclusion.ts'),
    ])
    const { routes, wasStale, problems } = await syncTypes(root, check !== true)
    const last = problems.at(-1)
    for (const problem of problems.slice(0, -1)) process.stderr.write(`${describeProblem(problem)}\n`)
    if (last) throw new CommandError(last.code, last.message, EXIT.usage)
    const unseen = describeUnseenTypes(root)
    if (unseen !== undefined) process.stderr.write(`warning: ${unseen}\n`)
    const stale = '.svc/types.ts is out of date. Run svc sync.'
    const done = `.svc/types.ts  ${plural(routes, 'route')}, ${wasStale ? 'written' : 'up to date'}`
    process.stderr.write(`${check && wasStale ? stale : done}\n`)
    return check && wasStale ? EXIT.findings : EXIT.ok
  },
})
