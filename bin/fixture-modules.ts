import { pathToFileURL } from 'node:url'
import type { Modules } from '../server/files/modules.ts'

type Exports = Readonly<Record<string, unknown>>

/** Modules of fixtures where no project is loaded. TypeScript is loaded as a project loads it: Node 20 cannot. */
export class FixtureModules {
  readonly #root: string
  #modules: Promise<Modules> | undefined

  constructor(root: string) {
    this.#root = root
  }

  async import(file: string): Promise<Exports> {
    if (!/\.[cm]?ts$/.test(file)) return (await import(pathToFileURL(file).href)) as Exports
    this.#modules ??= openModules(this.#root)
    return (await this.#modules).import(file.replaceAll('\\', '/'))
  }

  async close(): Promise<void> {
    await (await this.#modules)?.close()
  }
}

async function openModules(root: string): Promise<Modules> {
  const { Modules } = await import('../server/files/modules.ts')
  return Modules.open(root.replaceAll('\\', '/'))
}
