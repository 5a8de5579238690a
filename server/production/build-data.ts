import type { BuiltTree } from './built-tree.ts'

/** File and line of an operation, then of the declaration that decided over its auth. */
export type BuiltPosition = readonly [file: string | null, line: number, authFile: string | null, authLine: number]

/** Lines by exported name: that of the export, or with it that of `auth` in its call. `*` is that of `export * from`. */
export type BuiltLines = Readonly<Record<string, number | readonly [line: number, authLine: number]>>

/** The facts of a build about its project besides the modules: names and positions, and no decision. */
export interface BuildData {
  /** The file of the config. Files are named relative to the project, with forward slashes. */
  readonly config: string
  /** The files that the loader asks for, in the order of their modules. */
  readonly files: readonly (readonly [file: string, lines: BuiltLines])[]
  /** `null` where the API declares everything itself. */
  readonly tree: BuiltTree | null
  /** Of the operations that the config declares, by `GET /pets`. Call sites in a bundle would be positions in the bundle. */
  readonly positions: Readonly<Record<string, BuiltPosition>>
  /** Where the global auth is declared. */
  readonly apiAuth: readonly [file: string, line: number] | null
  /** The text of `routes.lock`. */
  readonly lock: string
  /** Whether the reference page and the document are served where the API offers them. */
  readonly docs: boolean
}

/** Name of the file beside the built server that says who may call what. */
export const BUILT_LOCK = 'routes.lock'

/** Name of the folder beside the built server with the files of the reference page. */
export const BUILT_PAGE = 'page'
