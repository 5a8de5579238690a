import { type Command, CommandError, defineCommand } from '../command.ts'
import { EXIT } from '../../server/base/exit-codes.ts'

/** `svc explain [code]` */
export const explain: Command = defineCommand({
  command: 'explain [code]',
  describe: 'Print what the code of an error means and how to fix it; every code, if none is given',
  builder: (yargs) => yargs.positional('code', { type: 'string', describe: 'SVC_… below an error or in a log' }),
  run: async ({ code }) => {
    const [{ readErrorEntries }, { findNearest }] = await Promise.all([
      import('../error-entries.ts'),
      import('../../server/base/nearest.ts'),
    ])
    const entries = readErrorEntries()
    if (code === undefined) {
      process.stdout.write([...entries].map(([known, { what }]) => `${known}  ${what}\n`).join(''))
      return EXIT.ok
    }
    const name = code.toUpperCase()
    const entry = entries.get(name)
    if (!entry) {
      const nearest = findNearest(name, entries.keys())
      const fix = nearest === undefined ? 'Copy it from below the error.' : `Did you mean ${nearest}?`
      throw new CommandError('SVC_CODE_UNKNOWN', `there is no code ${name}. ${fix}`, EXIT.usage)
    }
    process.stdout.write(`${name}\n  ${entry.what}\n  ${entry.fix}\n`)
    return EXIT.ok
  },
})
