import { SourceMap, type SourceMapPayload } from 'node:module'
import { expect } from 'chai'
import { shrinkFile } from './shrink.ts'
import { composeMappings, decodeMappings, encodeMappings } from './source-map.ts'

/** The rest of a module that exports `kept`. */
function shrink(code: string): string {
  const map = { sources: ['a.ts'], mappings: '' }
  return shrinkFile({ name: 'a.js', code, map }, { minify: false, isCoarse: () => false }).code
}

describe('declarations that nothing refers to', () => {
  const removed: readonly (readonly [what: string, code: string])[] = [
    ['a function', 'function unused() {\n\tthrow 1;\n}'],
    ['functions that refer to each other', 'function one() {\n\ttwo();\n}\nfunction two() {\n\tone();\n}'],
    ['a class', 'var Unused = class extends Base {\n\tstatic name = "x";\n\tvalue = run();\n\tget key() {}\n};'],
    ['values that run nothing', 'var unused = [1, { a: -1, b: /x/ }, () => run(), `x`];'],
    ['sets of values', 'var unused = new Set(["a"]);'],
    ['symbols', 'var unused = Symbol.for("x");'],
    ['a call that its author marks as pure', 'var unused = /* @__PURE__ */ (() => run())();'],
    ['what is renamed by the bundler', 'function unused$1() {}\n__name(unused$1, "unused");'],
    ['variables without a value', 'var one, two;'],
    ['an import from Node', 'import { createServer } from "node:http2";'],
  ]
  for (const [what, code] of removed) {
    it(`are removed: ${what}`, () => {
      expect(shrink(`${code}\nvar kept = 1;\nexport { kept };\n`)).to.equal('var kept = 1;\nexport { kept };\n')
    })
  }

  const stays: readonly (readonly [what: string, code: string])[] = [
    ['a call', 'var unused = run();'],
    ['arguments of a pure call that run something', 'var unused = /* @__PURE__ */ make(run());'],
    ['a getter that may run something', 'var unused = config.value;'],
    ['a name that may not exist', 'var unused = missing;'],
    ['a new object', 'var unused = new URL(text);'],
    ['a set of what may not be iterable', 'var unused = new Set(text);'],
    ['a pattern', 'var { unused } = config;'],
    ['a static value that runs something', 'var Unused = class {\n\tstatic value = run();\n};'],
    ['a static block', 'var Unused = class {\n\tstatic {\n\t\trun();\n\t}\n};'],
    ['a computed name', 'var Unused = class {\n\t[run()]() {}\n};'],
    ['a parent that is made', 'var Unused = class extends make() {};'],
    ['what is given to a global', 'fetch = () => 1;'],
    ['a statement', 'decodeURIComponent(text);'],
    ['an import of another package', 'import { value } from "other";'],
    ['an import for what it does', 'import "node:http2";'],
    ['one that shares its line', 'function unused() {} run();'],
    ['what a statement refers to', 'function check() {}\ncheck;'],
    ['what a function that stays refers to', 'function inner() {}\nfunction outer() {\n\tinner();\n}\nouter();'],
    ['what a key in braces refers to', 'function value() {}\nrun({ value });'],
    ['everything where text may be evaluated', 'function unused() {}\neval(text);'],
  ]
  for (const [what, code] of stays) {
    it(`stay: ${what}`, () => {
      const text = `${code}\nvar kept = 1;\nexport { kept };\n`
      expect(shrink(text)).to.equal(text)
    })
  }

  it('are removed from modules that are evaluated when they are asked for', () => {
    const code = `import { createServer } from "node:http2";
var Used, Unused;
var init_used = __esmMin((() => {
	init_other();
	Used = class extends Base {};
	Unused = class {
		open() {
			return createServer();
		}
	};
	value = run();
	fetch = () => value;
}));
export { Used, init_used };
`
    expect(shrink(code)).to.equal(`var Used, Unused;
var init_used = __esmMin((() => {
	init_other();
	Used = class extends Base {};
	value = run();
	fetch = () => value;
}));
export { Used, init_used };
`)
  })

  it('leave the inside of functions as it is', () => {
    const text = `function isFine(text) {
\ttry {
\t\tdecodeURIComponent(text);
\t\tconst unused = text.length;
\t\treturn true;
\t} catch {
\t\treturn false;
\t}
}
export { isFine };
`
    expect(shrink(text)).to.equal(text)
  })
})

describe('the map of a file', () => {
  const code = 'function unused() {\n}\nfunction kept(a, b) {\n\tthrow a + b;\n}\nexport { kept };\n'
  // Line 3 of the bundle is line 8 of the source, line 4 is line 9, each with columns of its own.
  const mappings = encodeMappings([
    [[0, 0, 0, 0]],
    [],
    [
      [0, 0, 7, 0],
      [9, 0, 7, 16],
    ],
    [
      [1, 0, 8, 2],
      [7, 0, 8, 8],
    ],
    [],
    [],
  ])
  const map = { sources: ['../a.ts'], mappings }
  const positionOf = (payload: object, line: number, column: number): unknown => {
    const entry = new SourceMap(payload as SourceMapPayload).findEntry(line, column)
    return 'originalLine' in entry ? [entry.originalSource, entry.originalLine, entry.originalColumn] : entry
  }

  for (const { name, minify, isCoarse, line, column, expected } of [
    { name: 'follows lines that move up', minify: false, isCoarse: false, line: 1, column: 7, expected: 8 },
    { name: 'keeps the line only of what is coarse', minify: false, isCoarse: true, line: 1, column: 7, expected: 2 },
  ]) {
    it(name, () => {
      const shrunk = shrinkFile({ name: 'a.js', code, map }, { minify, isCoarse: () => isCoarse })
      expect(shrunk.code.split('\n')[line]).to.equal('\tthrow a + b;')
      expect(positionOf(shrunk.map, line, column)).to.deep.equal(['../a.ts', 8, expected])
    })
  }

  it('leads from a minified file to the sources', () => {
    const shrunk = shrinkFile({ name: 'a.js', code, map }, { minify: true, isCoarse: () => false })
    const at = shrunk.code.indexOf('throw')
    expect(shrunk.code).to.match(/^function kept\(\w,\w\)\{throw \w\+\w\}/)
    expect(positionOf(shrunk.map, 0, at)).to.deep.equal(['../a.ts', 8, 2])
    expect(shrunk.map).to.include({ version: 3, file: 'a.js' })
  })

  it('is written as it was read', () => {
    const text = 'AAAA,SAAS;;ACxBA,+/+/BAAA;AAAA'
    expect(encodeMappings(decodeMappings(text))).to.equal(text)
  })

  it('leaves out what leads nowhere', () => {
    expect(composeMappings([[[0, 0, 5, 0]]], [[[0, 0, 1, 0]]])).to.deep.equal([[]])
  })
})
