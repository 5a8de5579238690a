import type { ClosedPath } from '../answering/application.ts'
import type { Operation } from '../model/operation.ts'
import { joinPaths, parsePath } from '../grammar/path.ts'
import { isWithin, type Problem, type RoutePlaces } from './scan.ts'

/**
 * The paths that must answer 503 because of these problems: those of every route file that a problem takes along, and
 * everything else below a folder whose `_auth` file is in doubt.
 *
 * A folder is closed by the patterns of its files and by a rest, and not by a prefix: a file elsewhere, in a group or
 * beside the folder, may well answer below the same prefix, and has nothing to do with the problem.
 */
export function closePaths(
  problems: readonly Problem[],
  tree: Pick<RoutePlaces, 'files'>,
  operations: readonly Operation[],
): readonly ClosedPath[] {
  if (problems.length === 0) return []
  const healthy = new Set(operations.map(({ path }) => parsePath(path, 'bracket').shape))
  const closed = new Map<string, ClosedPath>()
  const close = (path: string, reason: string): void => {
    const { shape } = parsePath(path, 'bracket')
    if (!healthy.has(shape) && !closed.has(shape)) closed.set(shape, { path, reason })
  }
  for (const { error, files = [], folder, paths = [] } of problems) {
    for (const path of [...files.map(({ pattern }) => pattern.text), ...paths]) close(path, error.message)
    if (!folder) continue
    for (const file of tree.files) if (isWithin(file.folder, folder)) close(file.pattern.text, error.message)
    close(joinPaths(folder.path, `/[...${REST}]`), error.message)
  }
  return [...closed.values()]
}

/** No folder is likely to have a parameter of this name, which would then be there twice. */
export const REST = 'svc_closed'
