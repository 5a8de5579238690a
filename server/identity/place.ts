import { applicationCaller } from '../base/call-site.ts'
import { LoadError } from '../base/errors.ts'
import { findUnknownOption, type OptionNames } from '../base/option-names.ts'

/** A declaration that must not be served, where it stands: a key in a list is read far from there. */
export function refuseOption(code: `SVC_${string}`, problem: string): LoadError {
  return new LoadError(code, problem, applicationCaller(40))
}

/**
 * Makes sure that options are an object with known members, none of which is written and undefined.
 *
 * @throws {@link LoadError} `SVC_OPTIONS_INVALID`, `SVC_OPTION_UNKNOWN`, `SVC_OPTION_UNDEFINED`
 */
export function checkOptions(maker: string, options: unknown, names: OptionNames): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw refuseOption('SVC_OPTIONS_INVALID', `${maker}(…) takes its options as an object; got ${nameOf(options)}.`)
  }
  const unknown = findUnknownOption(options, names, maker)
  if (unknown !== undefined) throw refuseOption('SVC_OPTION_UNKNOWN', unknown)
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) {
      const problem = `${maker}({ ${name} }) is written and undefined, which is what an unset variable looks like.`
      throw refuseOption('SVC_OPTION_UNDEFINED', `${problem} Set it, or leave ${name} out.`)
    }
  }
}

/** A value for a message; never the text of a secret or a key. */
export function nameOf(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list'
  if (typeof value === 'function') return `the function ${value.name || 'without a name'}`
  if (typeof value === 'object' && value !== null) return 'an object'
  return typeof value === 'string' ? 'a text' : String(value)
}
