import type { Rolldown } from 'vite'

/** The bundler may leave out declarations that nothing refers to. Everything that may throw stays. */
export const SAFE_TREE_SHAKING: Rolldown.TreeshakingOptions = {
  propertyReadSideEffects: 'always',
  propertyWriteSideEffects: 'always',
  unknownGlobalSideEffects: true,
}

/**
 * Functions of the language that throw on some arguments and that the bundler takes for pure: it would remove the check in
 * `try { decodeURIComponent(text) } catch { … }`. As members of `globalThis` they are calls like any other.
 */
const THROWING = [
  'decodeURI',
  'decodeURIComponent',
  'encodeURI',
  'encodeURIComponent',
  'String.fromCodePoint',
  'Symbol.for',
]

/** Replacements for the bundler, by expression. */
export const IMPURE: Readonly<Record<string, string>> = Object.fromEntries(
  THROWING.map((name) => [name, `globalThis.${name}`]),
)

/** Shorter names and no blanks. The compressor takes statements away: see {@link IMPURE}. */
export const SAFE_MINIFICATION: Rolldown.MinifyOptions = {
  compress: false,
  // A stack must name the functions as they were written.
  mangle: { toplevel: true, keepNames: true },
  codegen: { removeWhitespace: true, legalComments: 'inline' },
}
