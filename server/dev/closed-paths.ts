import { REST } from '../files/closing.ts'
import type { Loaded } from '../files/load.ts'
import { templateOf } from '../openapi/path-template.ts'
import type { ClosedPath } from '../openapi/page/configuration.ts'

/** The paths that answer 503 and why, as the document writes them: an open reference page shows them. */
export function closedPathsOf({ closed, base }: Loaded): readonly ClosedPath[] {
  return closed.map(({ path, reason }) => ({ path: path === '/**' ? '/*' : base + withoutRest(path), reason }))
}

function withoutRest(path: string): string {
  const rest = `/[...${REST}]`
  return path.endsWith(rest) ? `${templateOf(path.slice(0, -rest.length)).template}/*` : templateOf(path).template
}
