import { findNearest } from './nearest.ts'

declare const EXHAUSTIVE: unique symbol

/** Names of options, proved equal to those of their type; only {@link namesOf} and {@link joinNames} make them. */
export type OptionNames<Name extends string = string> = readonly Name[] & { readonly [EXHAUSTIVE]: true }

/**
 * The names of the options of a type, from an object with one member for each. A member that is missing does not
 * compile, nor does one too many: an option that is added to its type cannot be refused when it is used.
 */
export function namesOf<Options extends object>(members: {
  readonly [Name in keyof Required<Options> & string]: unknown
}): OptionNames<keyof Options & string> {
  return Object.keys(members) as readonly string[] as OptionNames<keyof Options & string>
}

/** The names of two types, for an object that holds the options of both. */
export function joinNames(one: OptionNames, other: OptionNames): OptionNames {
  return [...one, ...other] as readonly string[] as OptionNames
}

/**
 * The refusal of a misspelt option: one that is passed over in silence may be the one that protects.
 *
 * @param owner what has the options, as the message names it
 * @returns the problem with its remedy; `undefined` where each name is known
 */
export function findUnknownOption(options: object, known: readonly string[], owner: string): string | undefined {
  const unknown = Object.keys(options).find((key) => !known.includes(key))
  if (unknown === undefined) return undefined
  const meant = findNearest(unknown, known)
  return `${owner} has no option "${unknown}". ${meant ? `Did you mean "${meant}"?` : `Options are ${known.join(', ')}.`}`
}
