import { resolve } from 'node:path'
import { type Command, CommandError, defineCommand } from '../command.ts'
import { plural } from '../../server/base/plural.ts'
import { EXIT } from '../../server/base/exit-codes.ts'
import { type LoadedProject, loadProject } from '../project.ts'

/** `svc build [dir]` */
export const build: Command = defineCommand({
  command: 'build [dir]',
  describe: 'Write a server for production',
  builder: (yargs) =>
    yargs
      .positional('dir', { type: 'string', default: '.', describe: 'Folder with svc.config.ts' })
      .option('out', { type: 'string', default: 'dist', describe: 'Folder to write', requiresArg: true })
      .option('external', { type: 'string', array: true, nargs: 1, default: [], describe: 'Package to leave out' })
      .option('minify', { type: 'boolean', default: false, describe: 'Make the files smaller' })
      .option('strict', { type: 'boolean', default: false, describe: 'Fail on warnings too, undeclared auth included' })
      .option('docs', {
        type: 'boolean',
        describe: 'The reference page and the document, if absent, where the config sets docs',
      }),
  run: async ({ dir, out, external, minify, strict, docs }) => {
    const project = await loadProject(dir).catch((error: unknown) => {
      // Whatever does not load, nothing is built.
      throw error instanceof CommandError
        ? new CommandError(error.code, error.message, EXIT.usage, { cause: error })
        : error
    })
    try {
      if (strict) requireNoWarnings(project)
      const { buildProject } = await import('../../server/build/build.ts')
      const options = { out: resolve(project.root, out), external, minify, docs }
      const result = await buildProject(project.modules, options)
      const { operations } = result.loaded
      const packages = Object.keys(result.external)
      const size = `${(result.size / 1_000).toFixed(0)} kB`
      process.stderr.write(
        `${out}  ${plural(operations.length, 'operation')}, ${plural(result.modules.length, 'module')}, ${size}\n`,
      )
      process.stderr.write(`page  ${result.page}\n`)
      if (packages.length > 0) {
        process.stderr.write(`external  ${packages.join(', ')}  npm install --omit=dev in ${out} installs them\n`)
      }
      return EXIT.ok
    } finally {
      await project.close()
    }
  },
})

/** The warnings themselves are on stderr already. */
function requireNoWarnings({ loaded }: LoadedProject): void {
  const warnings = loaded.warnings.filter(({ isAdvice }) => !isAdvice)
  if (warnings.length === 0) return
  const count = warnings.length === 1 ? 'a warning' : `${warnings.length} warnings`
  throw new CommandError('SVC_BUILD_WARNINGS', `--strict: ${count}. Nothing was built.`, EXIT.usage)
}
