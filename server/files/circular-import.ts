import type { EvaluatedModuleNode, EvaluatedModules } from 'vite/module-runner'
import { formatFile, LoadError } from '../base/errors.ts'
import type { ImportedName } from './positions.ts'

/** A name that a module reads of another one before that has defined it. */
export interface EarlyRead {
  /** Reads the name while it is loaded. */
  readonly importer: Readonly<EvaluatedModuleNode>
  /** The exports of the other module so far. */
  readonly namespace: object
  readonly name: string
  /** The import of the name, where the text of the importer is known. */
  readonly imported: ImportedName | undefined
}

/**
 * The error for an early read. Node throws a `ReferenceError` there; the module runner alone would give `undefined`.
 *
 * @returns `undefined` where no circle of imports leads back to the importer
 */
export function explainCircle(modules: EvaluatedModules, read: EarlyRead): LoadError | undefined {
  const { importer, namespace, name, imported } = read
  const all = [...modules.idToModuleMap.values()]
  const dependency = all.find(({ exports }) => exports === namespace)
  const way = dependency && findWay(modules, dependency, importer)
  if (!dependency || !way) return undefined
  const circle = [importer, ...way].map(({ file }) => formatFile(file)).join(' → ')
  const what = name === 'default' ? 'The default export' : `"${name}"`
  const problem = `circular import: ${circle}. ${what} of ${formatFile(dependency.file)} is read here before it is defined.`
  const fix = 'Move what both need into a file of its own, or read it inside a function.'
  const position = imported && { file: importer.file, line: imported.line }
  const text = `${problem} ${fix}`
  return new LoadError('SVC_IMPORT_CIRCULAR', position ? text : `${formatFile(importer.file)}  ${text}`, position)
}

/** The shortest way along imports, both ends included. */
function findWay(
  modules: EvaluatedModules,
  from: EvaluatedModuleNode,
  to: Readonly<EvaluatedModuleNode>,
): readonly EvaluatedModuleNode[] | undefined {
  const ways: (readonly EvaluatedModuleNode[])[] = [[from]]
  const seen = new Set([from.id])
  for (const way of ways) {
    const last = way.at(-1) as EvaluatedModuleNode
    if (last.id === to.id) return way
    for (const id of last.imports) {
      const next = modules.getModuleById(id)
      if (!next || seen.has(id)) continue
      seen.add(id)
      ways.push([...way, next])
    }
  }
  return undefined
}
