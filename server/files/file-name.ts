import { formatFile, LoadError } from '../base/errors.ts'
import { METHODS } from '../model/operation.ts'

/**
 * Refuses the name of a route file that means something else than its author thinks.
 *
 * @throws {@link LoadError} `SVC_ROUTE_METHOD_SUFFIX`, `SVC_ROUTE_NAME`
 */
export function checkFileName(file: string, stem: string): void {
  if (WORD.test(stem)) return
  const suffix = METHOD_SUFFIX.exec(stem)
  if (suffix) {
    const extension = file.slice(file.lastIndexOf('.'))
    const method = (suffix[1] as string).toUpperCase()
    const fix = `Rename it to ${stem.slice(0, suffix.index)}${extension} and write: export const ${method} = operation(…)`
    throw new LoadError('SVC_ROUTE_METHOD_SUFFIX', `${formatFile(file)}  has a method in its name. ${fix}`)
  }
  if (/^\(.*\)$/.test(stem)) {
    throw misnamed(
      file,
      'is named like a group, and a group is a folder',
      `Move it into ${stem}/, or drop the parentheses.`,
    )
  }
  checkBrackets(file, stem)
}

/**
 * Refuses the name of a folder of routes that means something else than its author thinks.
 *
 * @throws {@link LoadError} `SVC_ROUTE_NAME`
 */
export function checkFolderName(folder: string, name: string): void {
  if (/^\(.+\)$/.test(name)) return
  if (name.startsWith('(') !== name.endsWith(')') || name === '()') {
    const group = name.replace(/[()]/g, '') || 'group'
    throw misnamed(folder, 'is neither a group nor a segment', `Rename it to (${group}) or to ${group}.`)
  }
  if (/^\[\.\.\.[^\]]*\]$/.test(name)) {
    throw misnamed(folder, 'is a rest, which must end the path', `Rename it to ${name.replace('...', '')}.`)
  }
  checkBrackets(folder, name)
}

/** The letters of a name, in lower case and sorted: equal for two names that differ in nothing else. */
export function lettersOf(name: string): string {
  return [...name.toLowerCase()].toSorted().join('')
}

/** Most names are one, and mean nothing else. */
const WORD = /^[\w-]+$/
const METHOD_SUFFIX = new RegExp(`\\.(${METHODS.join('|')})$`, 'i')
const OTHER_SYNTAX = /^(?::|\$)([A-Za-z_]\w*)$|^[{<]([A-Za-z_]\w*)[>}]$/

function checkBrackets(path: string, name: string): void {
  const other = OTHER_SYNTAX.exec(name)
  if (other)
    throw misnamed(path, 'is not a parameter', `Parameters are in brackets: rename it to [${other[1] ?? other[2]}].`)
  const bare = name.replace(/\[[^[\]]*\]/g, '')
  if (!/[[\]]/.test(bare) && !/\[(?:\.{0,3})\]|\[\.{1,2}[^.]/.test(name)) return
  const word = /[A-Za-z_][\w-]*/.exec(name)?.[0] ?? 'id'
  const fix = name.includes('..') ? `[...${word}]` : `[${word}]`
  throw misnamed(path, 'has brackets that name no parameter', `Rename it to ${fix}.`)
}

function misnamed(path: string, rule: string, fix: string): LoadError {
  return new LoadError('SVC_ROUTE_NAME', `${formatFile(path)}  ${rule}. ${fix}`)
}
