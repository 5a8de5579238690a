import { expect } from 'chai'
import { takeBuiltins } from './builtins.ts'

describe('imports from Node in a bundle', () => {
  const cases: readonly (readonly [what: string, code: string, expected: string])[] = [
    [
      'names',
      'import { createServer, request as ask } from "node:http";',
      'const { createServer, request: ask } = globalThis.process.getBuiltinModule("node:http");',
    ],
    ['a default', 'import path from "path";', 'const path = globalThis.process.getBuiltinModule("path");'],
    [
      'a default by its name',
      'import { default as path } from "path";',
      'const path = globalThis.process.getBuiltinModule("path");',
    ],
    [
      'a default and names',
      'import http, { Agent } from "node:http";',
      'const http = globalThis.process.getBuiltinModule("node:http"), { Agent } = globalThis.process.getBuiltinModule("node:http");',
    ],
    [
      'a namespace',
      'import * as fs from "node:fs/promises";',
      'const fs = globalThis.process.getBuiltinModule("node:fs/promises");',
    ],
    [
      'each of several, in the lines that they are in',
      'import { a } from "./a.js";\nimport { join } from "node:path";\njoin(a);',
      'import { a } from "./a.js";\nconst { join } = globalThis.process.getBuiltinModule("node:path");\njoin(a);',
    ],
  ]
  for (const [what, code, expected] of cases) {
    it(`are taken from the process: ${what}`, () => {
      expect(takeBuiltins(`${code}\n`)).to.equal(`${expected}\n`)
    })
  }

  for (const code of [
    'import "node:http";',
    'import { a } from "./node.js";',
    'import { a } from "package";',
    'import { a } from "data:text/javascript,";',
    'export { join } from "node:path";',
    'const later = import("node:http");',
    'run("import { a } from \\"node:http\\";");',
  ]) {
    it(`stay: ${code}`, () => {
      expect(takeBuiltins(code)).to.equal(code)
    })
  }
})
