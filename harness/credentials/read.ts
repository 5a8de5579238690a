import { existsSync, readFileSync } from 'node:fs'
import { extname, join, relative, resolve } from 'node:path'
import { HarnessError } from '../model/failure.ts'
import type { FixtureFile } from './define.ts'
import { checkStructure } from './structure.ts'

/** Fixtures as written. */
export interface ReadFixtures {
  readonly fixtures: FixtureFile
  /** Absolute. */
  readonly file: string
  /** For messages. */
  readonly name: string
  /** The text of a module; absent for YAML and JSON. */
  readonly written?: string
}

/** Evaluates a module of the project. */
export type ImportModule = (file: string) => Promise<Readonly<Record<string, unknown>>>

const STEMS = ['fixtures/auth.fixtures', 'fixtures/auth', 'auth.fixtures']
const EXTENSIONS = ['.ts', '.mts', '.js', '.mjs', '.yaml', '.yml', '.json']

/** The fixtures file of a project, by its usual names; `undefined` if no such file exists. */
export function findFixtures(root: string): string | undefined {
  return STEMS.flatMap((stem) => EXTENSIONS.map((extension) => join(root, stem + extension))).find((file) =>
    existsSync(file),
  )
}

/**
 * Reads a fixtures file: a module with a default export, YAML or JSON.
 *
 * @throws HarnessError for a file that does not exist or does not export fixtures.
 */
export async function readFixtures(path: string, root: string, importModule: ImportModule): Promise<ReadFixtures> {
  const file = resolve(root, path)
  const name = relative(process.cwd(), file) || file
  if (!existsSync(file))
    throw new HarnessError('SVC_FIXTURES_MISSING', `${name} does not exist; svc test-auth --init writes a skeleton`)
  const isData = ['.yaml', '.yml', '.json'].includes(extname(file))
  const fixtures = isData ? await readData(file, name) : (await importModule(file))['default']
  if (typeof fixtures !== 'object' || fixtures === null || Array.isArray(fixtures)) {
    throw new HarnessError(
      'SVC_FIXTURES_UNREADABLE',
      `${name} does not export fixtures; export default defineFixtures({ … })`,
    )
  }
  checkStructure(fixtures, name)
  return { fixtures, file, name, ...(isData ? {} : { written: readFileSync(file, 'utf8') }) }
}

/** The parser's message shows a piece of the file, perhaps a key: only the place and the kind of the error are reported. */
async function readData(file: string, name: string): Promise<unknown> {
  // 70 modules, which fixtures in TypeScript do not need.
  const { LineCounter, parseDocument } = await import('yaml')
  const lines = new LineCounter()
  const document = parseDocument(readFileSync(file, 'utf8'), {
    lineCounter: lines,
    prettyErrors: false,
    logLevel: 'silent',
  })
  const problem = document.errors[0] ?? document.warnings[0]
  if (problem) {
    const { line, col } = lines.linePos(problem.pos[0])
    throw new HarnessError(
      'SVC_FIXTURES_UNREADABLE',
      `${name}:${line}:${col} is not valid YAML or JSON (${problem.code})`,
    )
  }
  try {
    return document.toJS()
  } catch {
    throw new HarnessError(
      'SVC_FIXTURES_UNREADABLE',
      `${name} is not valid YAML or JSON: an alias or a merge in it cannot be resolved`,
    )
  }
}
