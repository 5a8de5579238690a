/** Pages with which frameworks help their developers, by a text that no other page has. */
const PAGES: readonly (readonly [text: RegExp, page: string])[] = [
  [/Werkzeug Debugger[^]*\bEVALEX\s*=\s*true/, 'the console of Werkzeug, which runs Python'],
  [
    /You(?:&#x27;|')re seeing this error because you have <code>DEBUG = True<\/code>/,
    'a page of Django with DEBUG = True',
  ],
  [/<title>(?:PHP [\d.]+\S* - )?phpinfo\(\)<\/title>/, 'the page of phpinfo()'],
  [/<title>H2 Console<\/title>/, 'the console of the database H2'],
  [/<title>Symfony Profiler<\/title>/, 'the profiler of Symfony'],
  [/<title>\/debug\/pprof\/<\/title>/, 'the profiles of Go (pprof)'],
]

/** A page for developers in an answer of any status, in words. */
export function debugPageIn(text: string): string | undefined {
  return PAGES.find(([known]) => known.test(text))?.[1]
}
