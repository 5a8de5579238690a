import { fileURLToPath } from 'node:url'
import type { SourcePosition } from './errors.ts'

/** Names of folders, such as `(group)`, may have parentheses too. */
const FRAME = /(?:\(|\bat |\basync )((?:file:\/\/)?(?:\/|[A-Za-z]:[\\/]).*?):(\d+):\d+\)?$/

/**
 * Where a function of the public API was called from: the position that messages and `svc routes` show.
 *
 * @param callee the function whose caller is meant
 */
export function callSiteOf(callee: CallableFunction | NewableFunction): SourcePosition | undefined {
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = 1
  const trace: { stack?: string } = {}
  Error.captureStackTrace(trace, callee)
  const frame = FRAME.exec(trace.stack?.split('\n').at(-1)?.trim() ?? '')
  Error.stackTraceLimit = limit
  if (!frame) return undefined
  const file = frame[1] as string
  return { file: file.startsWith('file:') ? fileURLToPath(file) : file, line: Number(frame[2]) }
}
