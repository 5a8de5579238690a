import { existsSync, readFileSync } from 'node:fs'

/** Colours of the codes that the program uses (ECMA-48 section 8.3.117). */
const STYLES: Readonly<Record<string, string>> = {
  '1': 'font-weight: 600',
  '2': 'opacity: 0.6',
  '31': 'color: #f2777a',
  '32': 'color: #99cc99',
  '33': 'color: #ffcc66',
  '34': 'color: #6699cc',
  '35': 'color: #cc99cc',
  '36': 'color: #66cccc',
  '90': 'opacity: 0.6',
}
const CODE = new RegExp(`${String.fromCodePoint(27)}\\[([0-9;]*)m`)

/** Where machines have a font whose characters are all as wide; a browser that brings fonts of its own may lack one. */
const FONTS = [
  'truetype/dejavu/DejaVuSansMono',
  'truetype/liberation/LiberationMono-Regular',
  'TTF/DejaVuSansMono',
].map((name) => `/usr/share/fonts/${name}.ttf`)

/** A page that looks like a terminal after a command. */
export function terminalPage(command: string, output: string): string {
  const file = FONTS.find((font) => existsSync(font))
  const source = file === undefined ? 'local(monospace)' : `url(data:font/ttf;base64,${readFileSync(file, 'base64')})`
  return `<!doctype html><meta charset="utf-8"><style>
    @font-face { font-family: terminal; src: ${source} }
    body { margin: 0; background: #1d1f21 }
    main { display: inline-block; min-width: 900px; padding: 20px 24px; background: #1d1f21; color: #e0e0e0 }
    pre { margin: 0; font: 13px/1.45 terminal, monospace }
  </style><main><pre>$ ${escape(command)}\n\n${paint(output.trimEnd())}</pre></main>`
}

function paint(text: string): string {
  const [first = '', ...rest] = text.split(CODE)
  let painted = escape(first)
  let open = 0
  for (let index = 0; index < rest.length; index += 2) {
    for (const code of (rest[index] ?? '').split(';')) {
      const style = STYLES[code]
      if (style === undefined) {
        painted += '</span>'.repeat(open)
        open = 0
      } else {
        painted += `<span style="${style}">`
        open += 1
      }
    }
    painted += escape(rest[index + 1] ?? '')
  }
  return painted + '</span>'.repeat(open)
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
