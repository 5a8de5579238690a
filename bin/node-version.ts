/**
 * The message, on one line, if Node is older than the program needs; `undefined` for a version that will do. This file
 * and the program's first are read by any Node, so they hold no newer syntax.
 *
 * @param version such as `20.19.0`
 */
export function refuseNode(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isSupported = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major >= 24
  if (isSupported) return undefined
  return `svc needs Node 20.19, 22.12, or 24 and later; this is ${version}. Install one of them: https://nodejs.org`
}
