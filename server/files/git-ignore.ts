import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { dirname, relative } from 'node:path/posix'

const seen = new Set<string>()

/**
 * Keeps `.svc/` out of git, but for its types: what else is in it is secret or of this machine. Where no `.gitignore`
 * from the top of the repository down to the project names it, the project's own gets the lines. Looks once per project.
 */
export function ensureIgnored(root: string): void {
  if (seen.has(root)) return
  seen.add(root)
  const top = findRepository(root)
  if (top === undefined || foldersBetween(top, root).some(namesSvc)) return
  try {
    const file = `${root}/.gitignore`
    const before = existsSync(file) ? readFileSync(file, 'utf8') : ''
    appendFileSync(file, `${before === '' || before.endsWith('\n') ? '' : '\n'}${LINES}`)
  } catch {
    // A project that may not be written is not committed from here.
  }
}

const LINES = '.svc/*\n!.svc/types.ts\n'

function findRepository(folder: string): string | undefined {
  if (existsSync(`${folder}/.git`)) return folder
  return dirname(folder) === folder ? undefined : findRepository(dirname(folder))
}

function foldersBetween(top: string, root: string): readonly string[] {
  const names = relative(top, root).split('/').filter(Boolean)
  return [top, ...names.map((_, index) => `${top}/${names.slice(0, index + 1).join('/')}`)]
}

/** Whether a line of the folder's `.gitignore` is about `.svc`, one that takes it out of the rules included. */
function namesSvc(folder: string): boolean {
  try {
    return /^!?(?:.*\/)?\.svc(?:\/.*)?\s*$/m.test(readFileSync(`${folder}/.gitignore`, 'utf8'))
  } catch {
    return false
  }
}
