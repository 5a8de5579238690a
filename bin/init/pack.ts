import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { CommandError } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import { PACKAGE } from './template.ts'

/**
 * Packs the package that this program belongs to, so that the new project has it wherever it is copied: to a container,
 * to another machine, to CI. No registry has it.
 *
 * @returns the name of the file
 */
export async function packSelf(folder: string): Promise<string> {
  // npm, and no other package manager, says where its program is; its shell wrapper cannot be started on Windows.
  const { npm_execpath: program } = process.env
  const [command, first] = program?.endsWith('npm-cli.js') ? [process.execPath, [program]] : ['npm', []]
  const args = [...first, 'pack', PACKAGE, '--pack-destination', folder, '--ignore-scripts', '--json', '--silent']
  try {
    const { stdout } = await promisify(execFile)(command, args, { cwd: folder })
    return readFileName(stdout)
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n', 1).join() : String(error)
    throw new CommandError(
      'SVC_INIT_PACK',
      `npm could not pack svc: ${reason}. Check that npm --version works.`,
      EXIT.usage,
      {
        cause: error,
      },
    )
  }
}

function readFileName(stdout: string): string {
  const packed = JSON.parse(stdout) as
    | readonly { readonly filename?: string }[]
    | Record<string, { readonly filename?: string }>
  const [entry] = Object.values(packed)
  if (entry?.filename === undefined) throw new Error('it named no file')
  return entry.filename
}
