import { readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import { LoadError, type SourcePosition } from '../base/errors.ts'
import { findPackageOf } from './externals.ts'

/** An error of the bundler. */
interface BundlerProblem {
  readonly code?: string
  readonly message?: string
  /** The module. */
  readonly id?: string
  /** The specifier of an import. */
  readonly exporter?: string
}

/** An error of the bundler as one line with its place: bundlers print code with colours over many lines. */
export function bundleError(error: unknown): unknown {
  const problems = (error as { readonly errors?: unknown } | null | undefined)?.errors
  if (!Array.isArray(problems) || problems.length === 0) return error
  const first = problems[0] as BundlerProblem
  const more = problems.length > 1 ? ` ${problems.length - 1} more like this.` : ''
  return new LoadError('SVC_BUILD_BUNDLE', `${sentenceOf(first)}${more}`, placeOf(first), { cause: error })
}

function sentenceOf({ code, exporter, id = '', message = '' }: BundlerProblem): string {
  const owner = findPackageOf(id)?.name
  const fix = owner === undefined ? '' : ` Give --external ${owner}, if it works without.`
  if (code === 'UNRESOLVED_IMPORT' && exporter !== undefined)
    return `imports "${exporter}", which does not exist.${fix}`
  const [line = ''] = stripVTControlCharacters(message).split('\n')
  return `cannot be bundled: ${line.replace(/^\[\w+\] /, '').trim()}${fix}`
}

/** The line as it is in the file: what a bundler counts are lines of what it made of the file. */
function placeOf({ id, exporter }: BundlerProblem): SourcePosition | undefined {
  if (id === undefined) return undefined
  const quoted = [`'${exporter}'`, `"${exporter}"`, `\`${exporter}\``]
  const at = linesOf(id).findIndex((line) => quoted.some((text) => line.includes(text)))
  return { file: id, line: at + 1 }
}

function linesOf(path: string): readonly string[] {
  try {
    return readFileSync(path, 'utf8').split('\n')
  } catch {
    return []
  }
}
