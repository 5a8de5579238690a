import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, sep } from 'node:path'
import { makeFolder } from '../../server/base/make-folder.ts'
import { CommandError } from '../command.ts'
import { EXIT } from '../../server/base/exit-codes.ts'
import { packSelf } from './pack.ts'
import { formatPackageFile } from './package-json.ts'
import { type ProjectAnswers, renderTemplate } from './template.ts'
import { writeNewFiles } from './write-new-files.ts'

/** A folder that holds only these counts as empty. */
const HARMLESS: ReadonlySet<string> = new Set(['.git', '.gitattributes', '.DS_Store', '.idea', '.vscode', 'LICENSE'])

/** The folder of the packed package in the new project. */
const VENDOR = 'vendor'

/**
 * Makes sure that nothing would be overwritten, and that a new folder can be made, before questions are asked and npm
 * packs.
 *
 * @throws {@link CommandError} where the folder has files, or cannot be used
 */
export async function requireEmpty(root: string): Promise<void> {
  // Elsewhere than on Windows it is a letter of the name, and tools that are given such a path take it for a separator.
  if (sep === '/' && root.includes('\\')) {
    const problem = `${root}  has a backslash in its path, which no project can have. Separate folders with "/".`
    throw new CommandError('SVC_INIT_FOLDER', problem, EXIT.usage)
  }
  const names = await readdir(root).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return tryFolder(root)
    const problem = error.code === 'ENOTDIR' ? 'is not a directory' : 'cannot be read'
    throw new CommandError('SVC_INIT_FOLDER', `${root}  ${problem}. Name a new or empty folder.`, EXIT.usage)
  })
  const found = names.find((name) => !HARMLESS.has(name))
  if (found === undefined) return
  const fix = 'svc init does not overwrite: name a new or empty folder, such as svc init my-api.'
  throw new CommandError('SVC_INIT_FOLDER', `${root}  is not empty: it has ${found}. ${fix}`, EXIT.usage)
}

function tryFolder(root: string): readonly [] {
  try {
    const made = makeFolder(root)
    if (made !== undefined) rmSync(made, { recursive: true })
    return []
  } catch (error) {
    throw unwritable(root, error as NodeJS.ErrnoException)
  }
}

function unwritable(root: string, error: NodeJS.ErrnoException): CommandError {
  const problem = `${error.path ?? root}  cannot be written (${error.code}). Name a folder that can be written.`
  return new CommandError('SVC_INIT_FOLDER', problem, EXIT.usage, { cause: error })
}

/**
 * Writes a new project.
 *
 * @returns how many files were written
 * @throws {@link CommandError} where the folder has files, or npm cannot pack
 */
export async function createProject(root: string, answers: ProjectAnswers): Promise<number> {
  await requireEmpty(root)
  // Elsewhere first: where npm fails, nothing is left that would be in the way of another try.
  const packed = await mkdtemp(join(tmpdir(), 'svc-init-'))
  try {
    const tarball = await packSelf(packed)
    return await writeProject(root, answers, join(packed, tarball))
  } catch (error) {
    // Of the file system, whatever it is: a full disk, a name that is too long, a folder that takes no files.
    const isOfFiles = !(error instanceof CommandError) && (error as NodeJS.ErrnoException).syscall !== undefined
    throw isOfFiles ? unwritable(root, error as NodeJS.ErrnoException) : error
  } finally {
    await rm(packed, { recursive: true, force: true })
  }
}

async function writeProject(root: string, answers: ProjectAnswers, packed: string): Promise<number> {
  const tarball = `${VENDOR}/${basename(packed)}`
  const files = new Map<string, string | Uint8Array>(renderTemplate(answers))
  files.set('package.json', formatPackageFile(answers.name, tarball))
  files.set('.env', fillEnv(String(files.get('.env.example'))))
  files.set(tarball, await readFile(packed))
  await writeNewFiles(root, files, ['.env'])
  return files.size
}

/** Random secrets in the place of empty ones. */
function fillEnv(example: string): string {
  const lines = example.split('\n').filter((line) => !line.startsWith('#'))
  return lines.map((line) => (line.endsWith('=') ? line + randomBytes(24).toString('base64url') : line)).join('\n')
}
