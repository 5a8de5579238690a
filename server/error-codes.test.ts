import { readdirSync, readFileSync } from 'node:fs'
import { expect } from 'chai'

const ROOT = new URL('..', import.meta.url)
/** Look like codes and are names of environment variables. */
const VARIABLES: ReadonlySet<string> = new Set([
  'SVC_SESSION_SECRET',
  'SVC_TOKEN',
  'SVC_STORE',
  'SVC_BROWSER',
  'SVC_WORKER',
])

function codesIn(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].map((match) => match[1] as string)
}

describe('docs/reference/errors.md', () => {
  it('explains exactly the codes that the product can give', () => {
    const sources = ['server', 'harness', 'bin']
      .flatMap((folder) =>
        readdirSync(new URL(folder, ROOT), { recursive: true }).map((file) => `${folder}/${String(file)}`),
      )
      .filter((file) => file.endsWith('.ts') && !/\.test(-d)?\.ts$|testdata/.test(file))
    const given = sources.flatMap((file) => codesIn(readFileSync(new URL(file, ROOT), 'utf8'), /'(SVC_[A-Z_]*[A-Z])'/g))
    const explained = codesIn(
      readFileSync(new URL('docs/reference/errors.md', ROOT), 'utf8'),
      /^\| `(SVC_[A-Z_]+)` \|/gm,
    )
    expect(sources.length).to.be.greaterThan(100)
    expect(explained.toSorted()).to.deep.equal([...new Set(given)].filter((code) => !VARIABLES.has(code)).toSorted())
  })
})
