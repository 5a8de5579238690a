/** Where text goes, as far as colour is concerned. */
export interface ColorTarget {
  readonly isTTY?: boolean
}

/**
 * Whether to write colours to `stream`: a non-empty `NO_COLOR` says no (no-color.org), else `FORCE_COLOR` decides,
 * else whether it is a terminal that knows colours.
 */
export function wantsColor(stream: ColorTarget, env: Readonly<Record<string, string | undefined>>): boolean {
  if (env['NO_COLOR']) return false
  if (env['FORCE_COLOR']) return env['FORCE_COLOR'] !== '0' && env['FORCE_COLOR'] !== 'false'
  return stream.isTTY === true && env['TERM'] !== 'dumb'
}
