import { lettersOf } from './file-name.ts'
import { isAuthFile, isMiddlewareFile, isResourceFile } from './listing.ts'

/**
 * How a name that is not `_auth.ts` relates to it.
 *
 * - `twin`: a misspelling of `_auth.ts`: wrong case, look-alike or swapped letters, extra spaces, `_` or `-`, or an extension
 *   of modules that is not loaded.
 * - `copy`: the same letters, and no extension of a module: `_auth`, `_auth.ts.bak`. Beside an `_auth.ts` it is a copy;
 *   alone it is what should be one.
 * - `near`: one letter more, less or other. An honest name (`_oauth.ts`), unless the file has a default export.
 * - `bare`: without the `_`, which makes it a route: `auth.ts`. Honest, unless its default export is an authenticator.
 */
export type AuthFileLikeness = 'twin' | 'copy' | 'near' | 'bare'

/** How a file name is like `_auth.ts`; `undefined` for `_auth.ts` itself, tests, hidden files and all other names. */
export function likenessOf(name: string): AuthFileLikeness | undefined {
  return isAuthFile(name) ? undefined : compare(name, 'auth')
}

/**
 * Whether a file name that is not `_middleware.ts` is meant to be: a twin, or one letter more, less or other. The word is
 * so long that no honest name is near it.
 *
 * @param isAlone whether there is no `_middleware.ts`, of which a file without the extension of a module may be a copy
 */
export function isLikeMiddleware(name: string, isAlone: boolean): boolean {
  const likeness = isMiddlewareFile(name) ? undefined : compare(name, 'middleware')
  return likeness === 'twin' || likeness === 'near' || (likeness === 'copy' && isAlone)
}

/** How a file name is like `_resource.ts`, as {@link likenessOf} says it of `_auth.ts`. */
export function resourceLikenessOf(name: string): AuthFileLikeness | undefined {
  return isResourceFile(name) ? undefined : compare(name, 'resource')
}

/** Longer names that are given to the file `_auth.ts`. */
const LONG_FORMS = /^_(?:authentication|authori[sz]ation|authenticate|authorize|authn|authz)\.[cm]?[jt]sx?$/i

function compare(name: string, word: string): AuthFileLikeness | undefined {
  if (name.startsWith('.')) return undefined
  if (word === 'auth' && LONG_FORMS.test(name)) return 'near'
  if (isFarFrom(name, word)) return undefined
  const plain = plainName(name)
  const [, separators = '', stem = '', extension = ''] = /^([_-]*)([^.]*)(.*)$/.exec(plain) ?? []
  if (/^\.(?:test|spec|d)\.[^.]+$/.test(extension)) return undefined
  const letters = stem.replace(/[_-]/g, '')
  const isModule = MODULE.test(extension)
  const isSame = letters.length === word.length && lettersOf(letters) === lettersOf(word)
  const isNear = isSame || isOneEditAway(letters, word)
  if (separators === '') return isModule && isNear ? 'bare' : undefined
  if (isSame) return isModule ? 'twin' : 'copy'
  return isModule && isNear ? 'near' : undefined
}

/**
 * Rules out most names at little cost: in plain letters, longer or shorter by more than one, or with more than one letter
 * that the word lacks.
 */
function isFarFrom(name: string, word: string): boolean {
  if (!PLAIN.test(name)) return false
  const start = name.startsWith('_') ? 1 : 0
  const end = name.indexOf('.')
  if (Math.abs(end - start - word.length) > 1) return true
  let shared = 0
  for (let index = start; index < end; index++) if (word.includes(name.charAt(index).toLowerCase())) shared++
  return shared < word.length - 1
}

/** Without a `_`, a `-` or an accent, which do not count as letters. */
const PLAIN = /^_?[a-z\d]*\.[a-z]+$/i

const MODULE = /^\.(?:[cm]?[jt]s|[jt]sx)$/

/** Letters of other alphabets that look like those of the names here, small or capital, once accents are taken off. */
const CONFUSABLE: ReadonlyMap<string, string> = new Map(
  Object.entries({
    a: 'аαɑꭺ',
    u: 'υսʋцꭎ',
    t: 'тτꭲ',
    h: 'һнհηꮋ',
    s: 'ѕꮪ',
    m: 'мμ',
    j: 'јϳ',
    i: 'іιı',
    d: 'ԁ',
    l: 'ӏ',
    e: 'еε',
    w: 'ԝѡω',
    r: 'г',
    o: 'оοօ',
    c: 'сϲ',
    _: 'ˍ‐‑‒–—−',
    '.': '․。',
  }).flatMap(([letter, others]) => [...others].map((other) => [other, letter] as const)),
)

const ASCII = /^[!-~]*$/

/** A name as it looks: without accents, blanks and what is invisible, in small letters of one alphabet. */
function plainName(name: string): string {
  if (ASCII.test(name)) return name.toLowerCase()
  const bare = name.normalize('NFKD').replace(/[\p{M}\p{C}\p{Z}\s]/gu, '')
  return [...bare.toLowerCase()].map((letter) => CONFUSABLE.get(letter) ?? letter).join('')
}

/** Whether one letter added, dropped or replaced makes one of the other. */
function isOneEditAway(left: string, right: string): boolean {
  const [short, long] = left.length <= right.length ? [left, right] : [right, left]
  if (long.length - short.length > 1 || short === long) return false
  let start = 0
  while (start < short.length && short[start] === long[start]) start++
  return short.slice(long.length === short.length ? start + 1 : start) === long.slice(start + 1)
}
