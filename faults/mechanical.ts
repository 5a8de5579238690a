import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Fault, InvalidFault } from './fault.ts'
import { listSources } from './import-graph.ts'
import { type Edit, OPERATORS } from './operators.ts'
import { visitRuntime } from './syntax.ts'

/** Tests, what only tests use, and what runs in a browser. */
const NOT_MUTATED = /\.(?:test|test-d|spec)\.ts$|\/testdata\/|^server\/openapi\/page\//

/**
 * Every fault that the operators make of the files below the given paths.
 *
 * An id is made of file, scope, operator and a count, so that it outlives edits elsewhere:
 * `server/auth/basic.ts#readUserPass/and-or.2`.
 */
export function createMechanicalFaults(root: string, paths: readonly string[]): readonly Fault[] {
  const tops = [...new Set(paths.map((path) => path.split('/')[0] as string))]
  return tops
    .flatMap((top) => listSources(root, top))
    .filter((file) => !NOT_MUTATED.test(file) && paths.some((path) => file.startsWith(path)))
    .flatMap((file) => mutateFile(file, readFileSync(join(root, file), 'utf8')))
}

/** The faults of one file, in the order of its text. */
export function mutateFile(file: string, source: string): readonly Fault[] {
  const counts = new Map<string, number>()
  const faults: Fault[] = []
  for (const { node, parent, scope } of visitRuntime(file, source)) {
    for (const { name, story, apply } of OPERATORS) {
      for (const edit of apply(node, source, parent)) {
        if (edit.text === source.slice(edit.start, edit.end)) continue
        const kind = `${file}#${scope}/${name}`
        const count = (counts.get(kind) ?? 0) + 1
        counts.set(kind, count)
        faults.push(createFault(`${kind}.${count}`, file, scope, source, edit, story))
      }
    }
  }
  return faults
}

/** A sample that is the same for the same seed, whatever the order of the faults. Its first part is a sample too. */
export function sampleFaults(faults: readonly Fault[], size: number, seed: string): readonly Fault[] {
  const rankOf = ({ id }: Fault): string => createHash('sha256').update(`${seed} ${id}`).digest('hex')
  return faults.toSorted((a, b) => (rankOf(a) < rankOf(b) ? -1 : 1)).slice(0, size)
}

function createFault(id: string, file: string, scope: string, source: string, edit: Edit, story: string): Fault {
  const line = source.slice(0, edit.start).split('\n').length
  const [before, after] = [source.slice(edit.start, edit.end), edit.text].map(shorten)
  const rewrite = (current: string): string => {
    if (current !== source) throw new InvalidFault('the file has changed meanwhile')
    return source.slice(0, edit.start) + edit.text + source.slice(edit.end)
  }
  const caller = scope === 'module' ? {} : { caller: scope.split('.').at(-1) as string }
  return { id, file, ...caller, promise: 'mechanical', story: `line ${line} ${story}: ${before} -> ${after}`, rewrite }
}

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > 60 ? `${line.slice(0, 57)}...` : line
}
