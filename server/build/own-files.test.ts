import { expect } from 'chai'
import { findOwnPlace } from './own-files.ts'

describe('a module that asks where it lies', () => {
  const cases: readonly (readonly [code: string, found: ReturnType<typeof findOwnPlace>])[] = [
    ["load(__dirname + '/a.wasm')", { line: 1, isAtLoad: true }],
    ['\nmodule.exports = () => load(__filename)', { line: 2, isAtLoad: false }],
    ["export const open = () => new URL('./a.wasm', import.meta.url)", { line: 1, isAtLoad: false }],
    [
      "import { readFileSync } from 'node:fs'\nexport const text = readFileSync(new URL('a.txt', import.meta.url), 'utf8')",
      { line: 2, isAtLoad: true },
    ],
    [
      "import fs from 'node:fs'\nimport { fileURLToPath } from 'node:url'\nconst __dirname = fileURLToPath(new URL('.', import.meta.url))\nexport const text = fs.readFileSync(__dirname + '/a.txt')",
      { line: 3, isAtLoad: true },
    ],
    ['export const folder = import.meta.dirname', { line: 1, isAtLoad: false }],
    // Nothing of its own is read.
    ["if (typeof __dirname !== 'undefined') run()", undefined],
    ['const require = createRequire(import.meta.url)', undefined],
    ['export const mode = import.meta.env', undefined],
    ['const __dirname = process.cwd()\nrun(__dirname)', undefined],
    ['run({ __dirname: 1 }.__dirname)', undefined],
  ]
  for (const [code, found] of cases) {
    it(JSON.stringify(code), () => {
      expect(findOwnPlace(code)).to.deep.equal(found)
    })
  }
})
