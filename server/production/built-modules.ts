import type { ModuleExports, ModuleSource } from '../files/modules.ts'
import type { DeclaredLines, FindLine } from '../files/positions.ts'
import type { BuildData, BuiltLines } from './build-data.ts'

interface BuiltFile {
  readonly exports: ModuleExports
  readonly lines: BuiltLines
}

/**
 * The modules of a build, and where their sources declare what.
 *
 * @param modules in the order of the files
 */
export function builtModules(files: BuildData['files'], modules: readonly ModuleExports[]): ModuleSource {
  const known = new Map<string, BuiltFile>()
  for (let index = 0; index < files.length; index++) {
    const [file, lines] = files[index] as BuildData['files'][number]
    known.set(file, { exports: modules[index] as ModuleExports, lines })
  }
  return {
    import: (file) => known.get(file)?.exports as ModuleExports,
    positions: (file) => {
      const lines = known.get(file)?.lines
      return lines && new SourceLines(lines)
    },
    isFixed: true,
  }
}

const NO_LITERALS: DeclaredLines['routes'] = Object.freeze([])

class SourceLines implements DeclaredLines {
  readonly exports: FindLine
  readonly star: number | undefined
  readonly auth: FindLine
  readonly routes = NO_LITERALS
  readonly apiAuth: undefined

  constructor(lines: BuiltLines) {
    this.exports = new Lines(lines, 0)
    this.star = this.exports.get('*')
    this.auth = new Lines(lines, 1)
  }
}

class Lines implements FindLine {
  readonly #lines: BuiltLines
  readonly #part: 0 | 1

  constructor(lines: BuiltLines, part: 0 | 1) {
    this.#lines = lines
    this.#part = part
  }

  get(name: string): number | undefined {
    if (!Object.hasOwn(this.#lines, name)) return undefined
    const line = this.#lines[name]
    return typeof line === 'object' ? line[this.#part] : line
  }
}
