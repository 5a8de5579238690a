import { execFile } from 'node:child_process'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CommandError } from '../command.ts'
import { EXIT } from '../../server/base/exit-codes.ts'
import { packedManifest } from './packed-manifest.ts'
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
  const args = [
    ...first,
    'pack',
    await stage(folder),
    '--pack-destination',
    folder,
    '--ignore-scripts',
    '--json',
    '--silent',
  ]
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

/** Entries that npm packs beside those of `files`. */
const ALWAYS = ['README.md', 'LICENSE']

/**
 * The folder to pack: a copy, since the `package.json` of a checkout has scripts and tools that are not for users, and
 * other programs read and pack it meanwhile.
 */
async function stage(folder: string): Promise<string> {
  const text = await readFile(join(PACKAGE, 'package.json'), 'utf8')
  const { files } = JSON.parse(text) as Manifest
  const copy = join(folder, 'package')
  const entries = [...files.filter((entry) => !entry.startsWith('!')), ...ALWAYS]
  // Tests, which are not packed, need not be copied.
  const filter = (path: string): boolean => !/\.test\.ts$|[\\/]testdata$/.test(path)
  for (const entry of entries) await cp(join(PACKAGE, entry), join(copy, entry), { recursive: true, filter })
  await writeFile(join(copy, 'package.json'), packedManifest(text))
  return copy
}

interface Manifest {
  readonly files: readonly string[]
}

function readFileName(stdout: string): string {
  const packed = JSON.parse(stdout) as
    | readonly { readonly filename?: string }[]
    | Record<string, { readonly filename?: string }>
  const [entry] = Object.values(packed)
  if (entry?.filename === undefined) throw new Error('it named no file')
  return entry.filename
}
