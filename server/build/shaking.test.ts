import { expect } from 'chai'
import { build, type Rolldown } from 'vite'
import { IMPURE, SAFE_MINIFICATION, SAFE_TREE_SHAKING } from './shaking.ts'

/** Bundles one module as a project is bundled. */
async function bundle(code: string, minify = false): Promise<string> {
  const plugin = {
    name: 'test:module',
    enforce: 'pre' as const,
    resolveId: (id: string) => (id === 'test:code' ? id : undefined),
    load: (id: string) => (id === 'test:code' ? code : undefined),
  }
  const built = await build({
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: 'silent',
    ssr: { noExternal: true, target: 'node' },
    plugins: [plugin],
    build: {
      ssr: true,
      write: false,
      target: 'node20',
      minify: false,
      rolldownOptions: {
        input: { module: 'test:code' },
        treeshake: SAFE_TREE_SHAKING,
        transform: { define: IMPURE },
        onLog: () => undefined,
        output: { format: 'es', keepNames: true, minify: minify && SAFE_MINIFICATION },
      },
    },
  })
  return (built as Rolldown.RolldownOutput).output[0].code
}

/** Texts and numbers that are at the edge of what functions accept. */
const VALUES = ['', '%', '%zz', '\ud800', '(', '\0', -1, 0.5, 0x11_00_00, NaN, Infinity, true, null, undefined] as const

/** Every function of the language that throws on one of the values, as its call is written. */
function listThrowing(): readonly string[] {
  const calls: string[] = []
  for (const name of [
    'Array',
    'Object',
    'Reflect',
    'Number',
    'String',
    'Symbol',
    'Math',
    'Date',
    'JSON',
    'BigInt',
    'URL',
  ]) {
    const owner = (globalThis as unknown as Record<string, object>)[name] ?? {}
    const members = Object.getOwnPropertyNames(owner).filter((member) => /^[a-z]\w*$/i.test(member))
    calls.push(name, ...members.map((member) => `${name}.${member}`))
  }
  calls.push('decodeURI', 'decodeURIComponent', 'encodeURI', 'encodeURIComponent', 'escape', 'unescape', 'isFinite')
  calls.push('isNaN', 'parseFloat', 'parseInt', 'atob', 'btoa', 'structuredClone', 'RegExp')
  return calls.filter((call) => {
    const [owner = '', member] = call.split('.')
    const value = (globalThis as unknown as Record<string, Record<string, unknown>>)[owner]
    const run = member === undefined ? value : value?.[member]
    return typeof run === 'function' && VALUES.some((argument) => throws(() => run.call(value, argument)))
  })
}

function throws(run: () => unknown): boolean {
  try {
    run()
    return false
  } catch {
    return true
  }
}

describe('the shaking of a bundle', () => {
  it('leaves out what nothing refers to', async () => {
    const code = `function unused() { return run() }
      class Unused extends Array { read() { return unused() } }
      const symbol = new Set(['a'])
      export const kept = 1`
    expect(await bundle(code)).to.equal('// test:code\nvar kept = 1;\n\nexport { kept };')
  })

  for (const minify of [false, true]) {
    it(`removes no call that throws on a text or a number${minify ? ', nor does the minifier' : ''}`, async () => {
      const throwing = listThrowing()
      expect(throwing).to.include.members(['decodeURIComponent', 'String.fromCodePoint', 'BigInt', 'Object.create'])
      const checks = throwing.flatMap((call) => [call, ...(/^[A-Z]\w*$/.test(call) ? [`new ${call}`] : [])])
      const functions = checks.map(
        (call, index) =>
          `export function f${index}(a) { try { ${call}(a) } catch { return 'refused' } return 'passed' }`,
      )
      const modules = await Promise.all(functions.map((text) => bundle(text, minify)))
      const gone = checks.filter((call, index) => !modules[index]?.includes(`${call.replace('new ', '')}(`))
      expect(gone).to.deep.equal([])
    })
  }

  const stays: readonly (readonly [what: string, code: string])[] = [
    ['a call', 'run(a)'],
    ['a getter that may run something', 'a.value'],
    ['a member of what may be undefined', 'a.b.c'],
    ['a name that may not exist', 'missing'],
    ['a new object', 'new URL(a)'],
    ['what may not be iterable', '[...a]'],
    ['a set of what may not be iterable', 'new Set(a)'],
    ['a pattern', '(({ b }) => b)(a)'],
    ['an arithmetic conversion', '+a'],
    ['a test of membership', "'x' in a"],
    ['what is given to a global', 'fetch = a'],
    ['what may be evaluated', 'eval(a)'],
  ]
  for (const [what, check] of stays) {
    it(`keeps ${what}`, async () => {
      const text = await bundle(
        `export function check(a) { try { ${check} } catch { return false } return true }`,
        true,
      )
      expect(text).to.match(/try ?\{[^}]{2,}/)
    })
  }
})
