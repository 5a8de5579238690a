import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { type BuildOptions, type BuildResult, buildProject } from '../../build/build.ts'
import { Modules } from '../../files/modules.ts'
import { createSample, type SampleFolder, type Tree } from '../../files/testdata/tree.ts'

/** A secret for sessions. */
export const SECRET = '0123456789abcdef0123456789abcdef'

/** A project that was built. */
export interface BuiltSample extends SampleFolder {
  readonly result: BuildResult
  /** The folder of the build. */
  readonly out: string
}

/** Builds a folder into `dist`. */
export async function buildFolder(root: string, options: Partial<BuildOptions> = {}): Promise<BuildResult> {
  const modules = await Modules.open(root)
  try {
    return await buildProject(modules, {
      out: `${root}/dist`,
      external: [],
      minify: false,
      docs: false,
      ...options,
    })
  } finally {
    await modules.close()
  }
}

/** Writes a project and builds it. */
export async function buildSample(tree: Tree, options: Partial<BuildOptions> = {}): Promise<BuiltSample> {
  const sample = createSample({ 'package.json': '{"type":"module"}', ...tree })
  try {
    return { ...sample, out: `${sample.root}/dist`, result: await buildFolder(sample.root, options) }
  } catch (error) {
    sample.dispose()
    throw error
  }
}

/** A built server in a process of its own. */
export interface ServerProcess {
  readonly child: ChildProcess
  /** Settles when it serves; rejects when it ends before that. */
  readonly url: Promise<string>
  /** Its lines on stdout and on stderr. */
  readonly out: readonly string[]
  readonly err: readonly string[]
  /** Its exit status, or the signal that ended it. */
  readonly ended: Promise<number | string>
  /** Resolves to the first line, of either stream, that fits, from before or after. */
  line(pattern: RegExp): Promise<string>
}

/** Starts `node server.js` in a folder, with this environment and no other. */
export function startServer(
  folder: string,
  env: Readonly<Record<string, string>> = {},
  args: readonly string[] = ['server.js'],
): ServerProcess {
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: { readonly out: string[]; readonly err: string[] } = { out: [], err: [] }
  const waiting = new Set<(line: string) => void>()
  for (const [stream, kept] of [
    [child.stdout, lines.out],
    [child.stderr, lines.err],
  ] as const) {
    createInterface({ input: stream }).on('line', (line) => {
      kept.push(line)
      for (const look of waiting) look(line)
    })
  }
  const ended = once(child, 'close').then(([code, signal]: (number | string | null)[]) => code ?? signal ?? -1)
  const line = (pattern: RegExp): Promise<string> => {
    const known = [...lines.out, ...lines.err].find((text) => pattern.test(text))
    if (known !== undefined) return Promise.resolve(known)
    return new Promise((resolve, reject) => {
      const look = (text: string): void => {
        if (!pattern.test(text)) return
        waiting.delete(look)
        resolve(text)
      }
      waiting.add(look)
      void ended.then((code) => reject(new Error(`ended with ${code} before ${pattern}: ${lines.err.join('\n')}`)))
    })
  }
  const url = line(/^serving {2}/).then((text) => /^serving {2}(\S+)/.exec(text)?.[1] ?? '')
  url.catch(() => undefined)
  return { child, url, ...lines, ended, line }
}

/** Ends a server that a test left running. */
export async function stopServer(server: ServerProcess | undefined): Promise<void> {
  if (!server || server.child.exitCode !== null || server.child.signalCode !== null) return
  server.child.kill('SIGKILL')
  await server.ended
}
