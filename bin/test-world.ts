import type { Output, TestWorld } from '../harness/command/world.ts'
import type { LoadedProject } from './project.ts'

/** A project of this process, as the commands of the harness know it. */
export function localWorld(
  { root, loaded, modules }: Pick<LoadedProject, 'root' | 'loaded' | 'modules'>,
  output: Output,
): TestWorld {
  return {
    ...output,
    root,
    subject: { kind: 'local', api: loaded.api, base: loaded.base },
    problems: loaded.problems,
    importModule: (file) => modules.import(file.replaceAll('\\', '/')),
    env: process.env,
    title: loaded.api.settings.title,
    version: loaded.api.settings.version,
    specs: [],
  }
}
