import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'

/** Files by their path, folders by their name: `{ routes: { 'pets.ts': 'export …' } }`. */
export interface Tree {
  readonly [name: string]: string | Tree
}

/** A folder that exists for one test. */
export interface SampleFolder {
  /** Absolute, with forward slashes. */
  readonly root: string
  /** Writes or overwrites one file; returns its absolute path. */
  write(path: string, text: string): string
  remove(path: string): void
  /** Takes the folder's own path out of a message. */
  strip(message: string): string
  /** Deletes everything. */
  dispose(): void
}

/** Writes a tree to a new folder below the system's temporary one. */
export function createSample(tree: Tree): SampleFolder {
  const root = realpathSync(mkdtempSync(`${tmpdir()}/svc-sample-`)).replaceAll('\\', '/')
  const write = (path: string, text: string): string => {
    mkdirSync(dirname(`${root}/${path}`), { recursive: true })
    writeFileSync(`${root}/${path}`, text)
    return `${root}/${path}`
  }
  writeTree(tree, '', write)
  return {
    root,
    write,
    remove: (path) => rmSync(`${root}/${path}`, { recursive: true }),
    strip: (message) => message.replaceAll(`${root}/`, ''),
    dispose: () => rmSync(root, { recursive: true, force: true }),
  }
}

function writeTree(tree: Tree, below: string, write: (path: string, text: string) => string): void {
  for (const [name, content] of Object.entries(tree)) {
    if (typeof content === 'string') write(`${below}${name}`, content)
    else writeTree(content, `${below}${name}/`, write)
  }
}
