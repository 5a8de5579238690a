import { expect } from 'chai'
import { xmlAttribute, xmlText } from './xml.ts'

describe('text in XML', () => {
  const rows: readonly (readonly [title: string, text: string, element: string, attribute: string])[] = [
    ['shows a control character', 'a\u001b[0m', String.raw`a\x1b[0m`, String.raw`a\x1b[0m`],
    ['shows a lone surrogate', 'a\ud800', String.raw`a\ud800`, String.raw`a\ud800`],
    ['shows what is not a character', '\uffff', String.raw`\uffff`, String.raw`\uffff`],
    ['keeps a pair of surrogates', '\u{1f600}', '\u{1f600}', '\u{1f600}'],
    ['escapes markup', '<a b="c">&', '&lt;a b="c"&gt;&amp;', '&lt;a b=&quot;c&quot;&gt;&amp;'],
    ['keeps line ends', 'a\r\n\tb', 'a\r\n\tb', 'a&#13;&#10;&#9;b'],
  ]
  for (const [title, text, element, attribute] of rows) {
    it(title, () => expect([xmlText(text), xmlAttribute(text)]).to.deep.equal([element, attribute]))
  }
})
