import { load, type Loaded } from '../load.ts'
import { Modules } from '../modules.ts'
import { createSample, type SampleFolder, type Tree } from './tree.ts'

/** The `package.json` of a project. */
export const PACKAGE: Tree = { 'package.json': '{"type":"module"}' }

/** Projects of files for the tests of a suite, one at a time. */
export interface Projects {
  /** The folder of the one that is open. */
  readonly sample: SampleFolder
  readonly modules: Modules
  /** Writes a project to a folder of its own and opens its modules. */
  open(tree: Tree): Promise<Modules>
  /** The same, loaded. */
  load(tree: Tree): Promise<Loaded>
}

/** Called in a suite: each test may open a project, which is closed and deleted before the next. */
export function useProjects(): Projects {
  let opened: { readonly sample: SampleFolder; readonly modules: Modules } | undefined
  const project = (): NonNullable<typeof opened> => {
    if (!opened) throw new Error('this test has opened no project')
    return opened
  }
  const close = async (): Promise<void> => {
    await opened?.modules.close()
    opened?.sample.dispose()
    opened = undefined
  }
  afterEach(close)
  const open = async (tree: Tree): Promise<Modules> => {
    await close()
    const sample = createSample(tree)
    opened = { sample, modules: await Modules.open(sample.root) }
    return opened.modules
  }
  return {
    get sample() {
      return project().sample
    },
    get modules() {
      return project().modules
    },
    open,
    load: async (tree) => load(await open(tree)),
  }
}
