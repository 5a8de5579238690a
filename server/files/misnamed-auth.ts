import { basename } from 'node:path/posix'
import { readAuth } from '../auth/describe.ts'
import { findDeclared } from '../declaring/declaration.ts'
import { readSettled } from './file-record.ts'
import type { ModuleExports, ProjectModules } from './modules.ts'
import { readPositions } from './positions.ts'
import { misnamedLevel } from './level-files.ts'
import type { Problem, RouteTree, Suspect } from './scan.ts'
import { isResourceInput } from '../resources/resource.ts'

/** Files that are nearly named `_auth.ts` or `_resource.ts` and export what such a file exports: their folders must not be served. */
export async function findMisnamedAuth(modules: ProjectModules, { suspects }: RouteTree): Promise<readonly Problem[]> {
  const found = await Promise.all(suspects.map(async (suspect) => (await isMeant(modules, suspect)) && suspect))
  return found.flatMap((suspect) =>
    suspect
      ? [{ error: misnamedLevel(suspect.meant, suspect.file, basename(suspect.file)), folder: suspect.folder }]
      : [],
  )
}

async function isMeant(modules: ProjectModules, { file, likeness, meant }: Suspect): Promise<boolean> {
  if (likeness === 'near' && !(await hasDefault(modules, file))) return false
  if (meant === 'resource') {
    // `_resources.ts` is a good name for a module of several. One that does not load may be either: then its folder is closed.
    return modules.import(file).then(
      ({ default: value }) => isResourceInput(value),
      () => likeness === 'near',
    )
  }
  if (likeness === 'near') return true
  // A route that does not load is a problem of its own.
  return modules.import(file).then(isAuthModule, () => false)
}

/** From its text: no module imports it, and it may be anything. */
async function hasDefault(modules: ProjectModules, file: string): Promise<boolean> {
  const reading = await readSettled(file)
  const text = reading.bytes?.toString('utf8') ?? ''
  modules.inputs.noteRead(file, reading, text)
  return readPositions(file, text).exports.has('default')
}

/** A function may be anything too, but where there are operations beside it. */
function isAuthModule(exports: ModuleExports): boolean {
  const value = exports['default']
  const node = findDeclared(value) ? undefined : readAuth(value)
  if (node?.kind === 'list') return node.members.length > 0 && node.members.every((member) => readAuth(member))
  if (node?.kind !== 'callable') return node !== undefined
  return !Object.values(exports).some((exported) => findDeclared(exported))
}
