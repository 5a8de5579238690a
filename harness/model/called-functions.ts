/** Words before a parenthesis that call nothing. */
const KEYWORDS: ReadonlySet<string> = new Set(['catch', 'for', 'function', 'if', 'return', 'switch', 'while'])

/** `name(`, and `(0, module.name)(`, as compilers write a call of what is imported. */
const CALL = /(?<![.\w$])([A-Za-z_$][\w$]*)\s*\(|\(0,\s*[\w$]+\.([\w$]+)\)\s*\(/g

/** Names of the functions that texts of JavaScript call, methods left out. */
export function calledIn(texts: readonly string[]): readonly string[] {
  const names = texts.flatMap((text) => [...text.matchAll(CALL)].map(([, own, imported = '']) => own ?? imported))
  return [...new Set(names)].filter((name) => !KEYWORDS.has(name))
}
