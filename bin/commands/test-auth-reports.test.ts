import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { captureProgram } from '../../fixtures/captured.ts'
import { junitFaultsOf, sarifFaultsOf } from '../../harness/report/testdata/schemas.ts'
import { load } from '../../server/files/load.ts'
import { Modules } from '../../server/files/modules.ts'
import { createSample, type SampleFolder } from '../../server/files/testdata/tree.ts'

const SECRET = 'Key-of-the-notes-4711'
const GOOD = `constantTimeEqual(key, '${SECRET}')`
const BROKEN = `'${SECRET}'.startsWith(key)`

const configOf = (compare: string): string => `import { SvcAPI, defineConfig } from 'svc'
import { constantTimeEqual, headerKey } from 'svc/security'
const notesKey = headerKey('X-Key', (_, key) => (key !== '' && ${compare} ? { client: 'acme <&> "co"' } : null), { name: 'notesKey' })
const api = new SvcAPI({ auth: notesKey })
api.get('/notes', {}, (request) => ({ client: request.auth.client }))
api.get('/public', { auth: null }, () => 'public')
export default defineConfig({ api, base: '' })
`

/** A line of a stream of version 13: a result with its number, the plan, or a comment; blocks are indented. */
const TAP = /^(?:(?:not )?ok \d+ .*|1\.\.\d+|#.*| {2}.*|)$/

/** The facts of one run that each format has: how many scenarios there were, how many failed, and of how many causes. */
interface Reports {
  readonly exitCode: number
  readonly faults: readonly unknown[]
  readonly ran: Readonly<Record<string, number>>
  readonly failed: Readonly<Record<string, number>>
  readonly causes: Readonly<Record<string, number>>
}

describe('the reports of svc test-auth, as other programs read them', () => {
  let folder: string
  before(() => (folder = mkdtempSync(join(tmpdir(), 'svc-reports-'))))
  after(() => rmSync(folder, { recursive: true, force: true }))

  const read = (name: string): string => readFileSync(join(folder, name), 'utf8')
  const count = (text: string, pattern: RegExp): number => [...text.matchAll(pattern)].length

  /** Runs the program once with every format. */
  async function report(argv: readonly string[]): Promise<Reports> {
    const files = ['junit', 'sarif', 'html', 'ndjson', 'github'].flatMap((name) => [
      '--reporter',
      `${name}=${join(folder, name)}`,
    ])
    const { exitCode, stdout } = await captureProgram(['test-auth', ...argv, ...files, '--reporter', 'tap'])
    const junit = read('junit')
    const sarif = JSON.parse(read('sarif')) as { readonly runs: readonly { readonly results: readonly unknown[] }[] }
    const events = read('ndjson')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { readonly type: string; readonly verdict?: { readonly outcome: string } })
    const ended = events.filter(({ type }) => type === 'scenario.ended')
    const numbers = [...stdout.matchAll(/^(?:not )?ok (\d+) /gm)].map(([, number]) => Number(number))
    const html = read('html')
    return {
      exitCode,
      faults: [
        ...(await junitFaultsOf(junit)),
        ...sarifFaultsOf(sarif),
        ...stdout.split('\n').filter((line) => !TAP.test(line)),
        ...numbers.filter((number, at) => number !== at + 1),
        ...(html.startsWith('<!doctype html>') && html.trimEnd().endsWith('</html>') ? [] : ['html']),
        ...['junit', 'sarif', 'html', 'ndjson', 'github'].filter((name) => read(name).includes(SECRET)),
      ],
      ran: {
        ndjson: ended.length,
        junit: Number(/tests="(\d+)"/.exec(junit)?.[1]),
        tap: Number(/^1\.\.(\d+)$/m.exec(stdout)?.[1]),
      },
      failed: {
        ndjson: ended.filter(({ verdict }) => verdict?.outcome === 'failed').length,
        junit: count(junit, /<failure /g),
        tap: count(stdout, /^not ok /gm),
      },
      causes: {
        ndjson: events.filter(({ type }) => type === 'cause.found').length,
        sarif: sarif.runs[0]?.results.length ?? 0,
      },
    }
  }

  for (const [title, compare, exitCode] of [
    ['correct', GOOD, 0],
    ['broken', BROKEN, 1],
  ] as const) {
    describe(`of a ${title} application`, () => {
      let sample: SampleFolder
      before(() => {
        sample = createSample({
          'package.json': '{"type":"module"}',
          'svc.config.ts': configOf(compare),
          fixtures: { 'auth.yaml': `credentials:\n  notesKey: { valid: ${SECRET} }\n` },
        })
      })
      after(() => sample.dispose())

      function expectSound({ faults, ran, failed, causes, exitCode: ended }: Reports): void {
        expect(faults).to.deep.equal([])
        expect(ended).to.equal(exitCode)
        expect(ran['ndjson']).to.be.above(100)
        expect(new Set(Object.values(ran)).size, JSON.stringify(ran)).to.equal(1)
        expect(new Set(Object.values(failed)).size, JSON.stringify(failed)).to.equal(1)
        expect(causes).to.deep.equal({ ndjson: exitCode, sarif: exitCode })
        expect((failed['ndjson'] as number) > 0).to.equal(exitCode === 1)
      }

      it('are valid and agree, in this process', async () => {
        expectSound(await report(['--dir', sample.root]))
      })

      it('say where curl sends to, where there is a finding', async () => {
        const { stderr } = await captureProgram(['test-auth', '--dir', sample.root, '--only', 'key', '--curl'])
        expect(stderr.includes(`npx svc dev ${sample.root} --port 3000`)).to.equal(exitCode === 1)
      })

      it('are valid and agree, by its address', async () => {
        const modules = await Modules.open(sample.root)
        const { api } = await load(modules)
        const served = await api.listen({ port: 0, log: false })
        try {
          expectSound(await report(['--url', served.url, '--fixtures', `${sample.root}/fixtures/auth.yaml`]))
        } finally {
          await served.close()
          await modules.close()
        }
      })
    })
  }
})
