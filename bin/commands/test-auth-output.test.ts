import { expect } from 'chai'
import { captureProgram } from '../../fixtures/captured.ts'
import { createSample, type SampleFolder } from '../../server/files/testdata/tree.ts'

const FILES = {
  'package.json': '{"type":"module"}',
  'svc.config.ts': `import { SvcAPI, defineConfig } from 'svc'
import { bearer } from 'svc/security'
console.log('printed by the config')
const Token = bearer((_, token) => {
  process.stdout.write('printed by an authenticator\\n')
  return token === 'Token-of-ann-77' && { user: 'ann' }
}, { name: 'Token' })
const api = new SvcAPI({ auth: Token, docs: false })
api.get('/a', {}, () => {
  setImmediate(() => console.log('printed after the answer'))
  return 'a'
})
export default defineConfig({ api, start: () => console.log('printed at the start') })
`,
  'fixtures/auth.fixtures.ts': `console.log('printed by the fixtures')
export default { credentials: { Token: { valid: 'Token-of-ann-77' } } }
`,
  'harness/own.spec.ts': `declare const it: (title: string, run: () => void) => void
console.log('printed by a test file')
it('passes', () => console.log('printed by a test'))
`,
}

const LOADING = ['config', 'start', 'fixtures']
const SERVING = [...LOADING, 'authenticator', 'after the answer']
const ALL = [...SERVING, 'test file', 'test']

describe('what svc test-auth writes on stdout', () => {
  let sample: SampleFolder
  before(() => (sample = createSample(FILES)))
  after(() => sample.dispose())

  const isJson = (text: string): boolean => typeof JSON.parse(text) === 'object'
  const table: readonly (readonly [
    argv: readonly string[],
    isReport: (text: string) => boolean,
    printed: readonly string[],
  ])[] = [
    [['--reporter', 'ndjson'], (text) => text.trim().split('\n').every(isJson), ALL],
    [['--reporter', 'sarif'], isJson, ALL],
    [['--reporter', 'json'], isJson, ALL],
    [['--reporter', 'junit'], (text) => text.startsWith('<?xml') && text.endsWith('</testsuites>\n'), ALL],
    [['--reporter', 'tap'], (text) => /^(?:(?:ok|#) .*\n)+1\.\.\d+\n$/.test(text), ALL],
    [['--reporter', 'dot'], (text) => /^[\s.․]+\d+ passing .*\n\s*$/.test(text), ALL],
    [['--list', '--json'], isJson, LOADING],
    [['--reporter', 'terminal'], (text) => text.startsWith('svc test-auth  1 route'), ALL],
  ]
  for (const [argv, isReport, printed] of table) {
    it(`is only the report with ${argv.join(' ')}, and what the application prints is on stderr`, async () => {
      const { stdout, stderr } = await captureProgram([
        'test-auth',
        '--dir',
        sample.root,
        '--only',
        'bearer,control,common',
        ...argv,
      ])
      expect(stdout).not.to.contain('printed')
      expect(isReport(stdout), stdout).to.equal(true)
      for (const name of printed)
        expect(stderr).to.match(new RegExp(`^printed (?:by (?:an? |the )?|at the )?${name}$`, 'm'))
    })
  }

  it('is handed back at the end', async () => {
    const before = Object.getOwnPropertyDescriptor(process.stdout, 'write')
    await captureProgram(['test-auth', '--dir', sample.root, '--list'])
    expect(Object.getOwnPropertyDescriptor(process.stdout, 'write')).to.deep.equal(before)
  })
})
