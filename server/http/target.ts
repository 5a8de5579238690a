/** The request target, split as received. */
export interface Target {
  /** The canonical path: nothing in it is decoded, and nothing in it could be read in two ways. */
  readonly path: string
  /** The query with its `?`, or an empty string. */
  readonly search: string
}

/** A percent sign that starts no escape. */
const BROKEN_ESCAPE = /%(?![0-9A-Fa-f]{2})/
/** Escapes of separators, of `.` (which could make a dot segment) and of control characters. */
const AMBIGUOUS_ESCAPE = /%(?:2[Ff]|5[Cc]|[01][0-9A-Fa-f]|7[Ff])/
/** Characters that no origin-form target contains (RFC 3986 section 3.3); a fragment never travels. */
// oxlint-disable-next-line no-control-regex -- the control characters are the point
const FORBIDDEN_CHARACTER = /[\u0000-\u0020\u007f-\uffff"#<>\\^`{|}]/
const DOT_SEGMENT = /(?:^|\/)(?:\.|%2[Ee]){1,2}(?:\/|$)/

/**
 * Reads a request target in origin form (RFC 9112 section 3.2.1).
 *
 * One reading of a path must be the only one: dot segments, backslashes, encoded separators, control characters and
 * broken escapes are what makes a guard and a router disagree, so such a text is not accepted as a path.
 *
 * @returns `undefined` for a target that is malformed or ambiguous; the answer is 400.
 */
export function readTarget(target: string): Target | undefined {
  const mark = target.indexOf('?')
  const path = mark < 0 ? target : target.slice(0, mark)
  if (target.charCodeAt(0) !== SLASH || path === '' || FORBIDDEN_CHARACTER.test(path)) return undefined
  if ((path.includes('.') || path.includes('%')) && isAmbiguous(path)) return undefined
  if (mark < 0) return { path, search: '' }
  return target.includes('#', mark) ? undefined : { path, search: target.slice(mark) }
}

const SLASH = 47

function isAmbiguous(path: string): boolean {
  return DOT_SEGMENT.test(path) || BROKEN_ESCAPE.test(path) || AMBIGUOUS_ESCAPE.test(path) || !isUtf8(path)
}

/** Overlong and truncated sequences are how one decoder's slash hides from another. */
function isUtf8(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
