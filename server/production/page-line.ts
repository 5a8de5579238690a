import { docsGuard } from '../api/docs-operations.ts'
import { joinPaths } from '../grammar/path.ts'
import { labelAuth } from '../listing/auth-label.ts'
import type { BuiltProject } from './built-project.ts'

/**
 * Whether a build has the reference page, and for whom: `/api/docs, public`, `off: the config does not set docs`.
 *
 * @param isBuilt whether it is part of the build
 */
export function describePage(
  { api: { settings }, base }: Pick<BuiltProject, 'api' | 'base'>,
  isBuilt: boolean,
): string {
  const guard = docsGuard(settings.docs)
  if (!isBuilt || !guard)
    return settings.docs === false || settings.offersDocs ? 'off' : 'off: the config does not set docs'
  return `${joinPaths(base, '/docs')}, ${labelAuth(guard)}`
}
