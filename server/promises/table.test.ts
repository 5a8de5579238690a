import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path/posix'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'

const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replaceAll('\\', '/')
/** The tests of promise 30 are in `fixtures/mounted/`: they need the servers of others. */
const PROMISES = [...Array.from({ length: 29 }, (_, index) => index + 1), 31, 32, 33, 36]

describe('docs/security.md', () => {
  const rows = [...readFileSync(join(ROOT, 'docs/security.md'), 'utf8').matchAll(/^\| (\d+) \|.*\| ([^|]*) \|$/gm)]
  const linked = new Map(
    rows.map(([, number, cell = '']) => [
      Number(number),
      [...cell.matchAll(/\]\(\.\.\/([^)]+)\)/g)].map(([, file]) => file),
    ]),
  )
  const found = new Map<number, string[]>()
  for (const file of listTests()) {
    const text = readFileSync(join(ROOT, file), 'utf8')
    for (const [, number] of text.matchAll(/describe(?:WithRedis)?\([`'"]promise (\d+):/g)) {
      const files = found.get(Number(number)) ?? []
      if (!files.includes(file)) found.set(Number(number), [...files, file])
    }
  }

  it('has a row for each promise, in order', () => {
    expect(rows.map(([, number]) => Number(number))).to.deep.equal(PROMISES)
  })

  for (const promise of PROMISES) {
    it(`links the tests of promise ${promise}, all and no others`, () => {
      expect(linked.get(promise)).to.have.members(found.get(promise) ?? []).and.not.be.empty
    })
  }

  it('knows of every promise that a test names', () => {
    expect([...found.keys()].filter((promise) => !linked.has(promise))).to.deep.equal([])
  })
})

function listTests(): readonly string[] {
  return readdirSync(join(ROOT, 'server'), { recursive: true, encoding: 'utf8' })
    .map((file) => join('server', file.replaceAll('\\', '/')))
    .filter((file) => file.endsWith('.test.ts'))
}
