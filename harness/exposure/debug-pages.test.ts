import { expect } from 'chai'
import { debugPageIn } from './debug-pages.ts'

describe('pages for developers', () => {
  const werkzeug = '<title>Console // Werkzeug Debugger</title><script>var CONSOLE_MODE = true, EVALEX = true;</script>'
  const table: readonly (readonly [text: string, page: string | undefined])[] = [
    [werkzeug, 'the console of Werkzeug, which runs Python'],
    [werkzeug.replace('EVALEX = true', 'EVALEX = false'), undefined],
    ['<h1>Console</h1> of the kitchen, made with Werkzeug', undefined],
    ['<title>PHP 8.3.1 - phpinfo()</title>', 'the page of phpinfo()'],
    ['<p>How to use phpinfo()</p>', undefined],
    [
      '<p>You&#x27;re seeing this error because you have <code>DEBUG = True</code> in your settings',
      'a page of Django with DEBUG = True',
    ],
    ['{"detail":"Not Found"}', undefined],
  ]
  for (const [text, page] of table)
    it(`${page ?? 'none'}: ${text.slice(0, 40)}`, () => expect(debugPageIn(text)).to.equal(page))
})
