import type { EvaluatedModuleNode, ModuleRunner } from 'vite/module-runner'
import { groupBy } from '../base/group-by.ts'

type Evaluated = Pick<ModuleRunner, 'evaluatedModules'>

/** A file that is being evaluated; of several, one that waits for no other. */
export function findPending({ evaluatedModules }: Evaluated): string | undefined {
  const modules = [...evaluatedModules.idToModuleMap.values()]
  const pending = modules.filter(({ promise, evaluated }) => promise !== undefined && !evaluated)
  return (pending.find(({ imports }) => imports.size === 0) ?? pending[0])?.file
}

/** By what each module imports now: what the runner keeps as importers also holds those that no longer do. */
export function findImporters({ evaluatedModules }: Evaluated, file: string): readonly EvaluatedModuleNode[] {
  const { idToModuleMap, fileToModulesMap } = evaluatedModules
  const ids = [...(fileToModulesMap.get(file) ?? [])].map(({ id }) => id)
  return [...idToModuleMap.values()].filter((module) => ids.some((id) => module.imports.has(id)))
}

/** The modules of these files, and all that import them, however indirectly. */
export function findDependents(
  { evaluatedModules }: Evaluated,
  files: readonly string[],
): ReadonlySet<EvaluatedModuleNode> {
  const { idToModuleMap, fileToModulesMap } = evaluatedModules
  const imports = [...idToModuleMap.values()].flatMap((importer) =>
    [...importer.imports].map((id) => ({ id, importer })),
  )
  const importers = groupBy(imports, ({ id }) => id)
  const found = new Set<EvaluatedModuleNode>()
  const visit = (module: EvaluatedModuleNode): void => {
    if (found.has(module)) return
    found.add(module)
    importers.get(module.id)?.forEach(({ importer }) => visit(importer))
  }
  for (const file of files) fileToModulesMap.get(file)?.forEach(visit)
  return found
}
