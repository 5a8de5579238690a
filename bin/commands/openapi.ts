import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type Command, CommandError, defineCommand } from '../command.ts'
import { plural } from '../../server/base/plural.ts'
import { EXIT } from '../../server/base/exit-codes.ts'
import { loadProject } from '../project.ts'

/** `svc openapi [dir]` */
export const openapi: Command = defineCommand({
  command: 'openapi [dir]',
  describe: 'Write the OpenAPI 3.1 document',
  builder: (yargs) =>
    yargs
      .positional('dir', { type: 'string', default: '.', describe: 'Folder with svc.config.ts' })
      .option('output', { alias: 'o', type: 'string', describe: 'File to write; stdout if absent', requiresArg: true })
      .option('strict', { type: 'boolean', describe: 'Fail where the code does what the document cannot say' })
      .option('positions', { type: 'boolean', describe: 'Say file and line of each auth that decided' })
      .option('json', { type: 'boolean', describe: 'Say what was written as JSON, on stdout', implies: 'output' }),
  run: async (args) => {
    const { output, strict = false, positions = false, json = false } = args
    // Loading makes the project's folder the working directory.
    const file = output === undefined ? undefined : resolve(output)
    refuseAsFolder(args.dir)
    const project = await loadProject(args.dir)
    try {
      const [{ describeApi }, { findGaps }, { findMisshapenErrors }] = await Promise.all([
        import('../../server/openapi/document.ts'),
        import('../../server/openapi/gaps.ts'),
        import('../../server/openapi/error-shapes.ts'),
      ])
      const { api, base, operations } = project.loaded
      const source = { ...api.settings, base, operations, sessionCookieName: api.sessions.cookieName }
      const document = describeApi(source, { positions })
      const gaps = strict ? [...findGaps(document), ...(await findMisshapenErrors(api, document))] : []
      const text = `${JSON.stringify(document, undefined, 2)}\n`
      if (file === undefined) process.stdout.write(text)
      else await write(file, text)
      const counts = {
        operations: countOperations(document.paths),
        schemes: Object.keys(document.components.securitySchemes).length,
      }
      if (json) process.stdout.write(`${JSON.stringify({ file: output, ...counts, gaps })}\n`)
      else if (file !== undefined)
        process.stderr.write(
          `${output}  ${plural(counts.operations, 'operation')}, ${plural(counts.schemes, 'security scheme')}\n`,
        )
      for (const { where, problem } of json ? [] : gaps) process.stderr.write(`${where}  ${problem}\n`)
      return gaps.length > 0 ? EXIT.findings : EXIT.ok
    } finally {
      await project.close()
    }
  },
})

/** The file to write in the place of the folder to read. */
function refuseAsFolder(path: string): void {
  if (!/\.(?:json|ya?ml)$/.test(path) || existsSync(path)) return
  const fix = `To write the document there: svc openapi -o ${path}`
  throw new CommandError('SVC_FOLDER_MISSING', `${path}  is not a folder. ${fix}`, EXIT.usage)
}

async function write(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new CommandError(
      'SVC_FILE_UNWRITABLE',
      `${file}  cannot be written (${code}). Name a file in a folder that exists.`,
      EXIT.usage,
    )
  }
}

function countOperations(paths: Readonly<Record<string, object>>): number {
  return Object.values(paths).reduce((count, item) => count + Object.keys(item).length, 0)
}
