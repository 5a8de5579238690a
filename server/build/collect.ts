import { relative } from 'node:path/posix'
import { type Loaded, load } from '../files/load.ts'
import { requireConfigFile } from '../files/load-config.ts'
import type { ModuleExports, ProjectModules } from '../files/modules.ts'
import type { Positions } from '../files/positions.ts'
import { formatOperation } from '../model/operation.ts'
import type { BuildData, BuiltLines, BuiltPosition } from '../production/build-data.ts'
import { writeTree } from '../production/built-tree.ts'
import { formatRoutesLock } from '../listing/routes-lock.ts'

/** The parts of a build. */
export interface BuildInput {
  readonly loaded: Loaded
  readonly data: BuildData
  /** The modules that the loader asks for, by their names in the data. */
  readonly files: ReadonlyMap<string, BuiltModule>
}

/** A module that the loader asks for. */
export interface BuiltModule {
  /** Absolute. */
  readonly file: string
  /** The names of its exports; `undefined` where its text does not say all of them. */
  readonly exports: readonly string[] | undefined
}

/** Loads a project and notes what the loader read: the build gives it the same again, without a disk. */
export async function collectBuild(modules: ProjectModules, docs: boolean | undefined): Promise<BuildInput> {
  const { root } = modules
  const files = new Map<string, BuiltModule>()
  const nameOf = (file: string): string => relative(root, file)
  const loaded = await load({
    root,
    inputs: modules.inputs,
    import: async (file) => {
      const exports = await modules.import(file)
      files.set(nameOf(file), { file, exports: exportsOf(exports, modules.positions(file)) })
      return exports
    },
    positions: (file) => modules.positions(file),
  })
  const { api, base, config, operations, tree } = loaded
  const sorted = new Map([...files].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  const own = config?.api.operations().length ?? 0
  const global = operations.slice(own).find(({ auth }) => auth.level === 'api')?.auth.source
  const data: BuildData = {
    config: nameOf(requireConfigFile(root)),
    files: [...sorted].map(([name, { file }]) => [name, linesOf(modules.positions(file))]),
    tree: tree?.directory ? writeTree(tree, nameOf, [...sorted.keys()]) : null,
    positions: Object.fromEntries(
      operations
        .slice(0, own)
        .map((operation) => ({ name: formatOperation(operation), operation }))
        .toSorted((a, b) => (a.name < b.name ? -1 : 1))
        .map(({ name, operation }) => [name, positionOf(operation, nameOf)]),
    ),
    apiAuth: global ? [nameOf(global.file), global.line] : null,
    lock: formatRoutesLock(operations, base, api.settings.csrf),
    docs: api.settings.docs !== false && (docs ?? api.settings.offersDocs),
  }
  return { loaded, data, files: sorted }
}

function linesOf(positions: Positions | undefined): BuiltLines {
  if (!positions) return {}
  const { exports, auth, star } = positions
  const lines = [...exports].map(([name, line]) => {
    const authLine = auth.get(name) ?? line
    return [name, authLine === line ? line : ([line, authLine] as const)] as const
  })
  return Object.fromEntries([...lines, ...(star === undefined ? [] : [['*', star] as const])])
}

/** Sorted. A name that comes from `export *` is known to the bundler alone. */
function exportsOf(exports: ModuleExports, positions: Positions | undefined): readonly string[] | undefined {
  const names = Object.keys(exports).toSorted()
  const isWhole = positions?.star === undefined && names.length === positions?.exports.size
  return isWhole && names.every((name) => positions.exports.has(name) && IDENTIFIER.test(name)) ? names : undefined
}

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/

function positionOf({ source, auth }: Loaded['operations'][number], nameOf: (file: string) => string): BuiltPosition {
  const fileOf = (position: typeof source): string | null => (position ? nameOf(position.file) : null)
  return [fileOf(source), source?.line ?? 0, fileOf(auth.source), auth.source?.line ?? 0]
}
