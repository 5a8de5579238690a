import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'

const ROOT = fileURLToPath(new URL('..', import.meta.url)).replaceAll('\\', '/')

/** Folders of this repository. `routes/` is not one of them: documentation names routes of the reader's project too. */
const FOLDERS = ['bin', 'server', 'harness', 'fixtures', 'bench', 'docs', 'examples', '.ci', '.github']

/** A path that a document names, and the line that names it. */
interface Named {
  readonly line: number
  readonly path: string
}

describe('the documentation', () => {
  const text = [
    'See [one](./a.md#part), [two](https://host/b.md), [three](#here) and ![four](c.png).',
    '`server/api/api.ts`, `server/http/`, `routes/pets.ts`, `server/*.test.ts`, `a server/api/api.ts` and `api.ts:4`.',
    '```ts',
    '// [five](d.md) `bin/svc.ts`',
    '```',
    '`harness/<floor>/x.ts`, `bench/soak.ts:12`',
  ].join('\n')

  it('is read for relative links and paths of the repository, outside code blocks', () => {
    expect(readNames('docs/x.md', text)).to.deep.equal([
      { line: 1, path: 'docs/a.md' },
      { line: 1, path: 'docs/c.png' },
      { line: 2, path: 'server/api/api.ts' },
      { line: 2, path: 'server/http/' },
      { line: 6, path: 'bench/soak.ts' },
    ])
  })

  for (const file of listDocuments()) {
    it(`names only what exists: ${file}`, () => {
      const missing = readNames(file, readFileSync(join(ROOT, file), 'utf8')).filter(
        ({ path }) => !existsSync(join(ROOT, path)),
      )
      expect(missing.map(({ line, path }) => `${file}:${line}  ${path}`)).to.deep.equal([])
    })
  }

  it('names every folder of the server and the harness in architecture.md', () => {
    const names = readNames('docs/architecture.md', readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8'))
    const named = new Set(names.map(({ path }) => path.replace(/\/$/, '')))
    const folders = ['server', 'harness'].flatMap((top) =>
      readdirSync(join(ROOT, top), { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && entry.name !== 'testdata')
        .map(({ name }) => `${top}/${name}`),
    )
    expect(folders.filter((folder) => !named.has(folder))).to.deep.equal([])
  })
})

function listDocuments(): readonly string[] {
  const top = readdirSync(ROOT).filter((name) => name.endsWith('.md'))
  const below = ['docs', '.github'].flatMap((folder) =>
    existsSync(join(ROOT, folder))
      ? readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
          .filter((name) => name.endsWith('.md') && !/node_modules|reference.api/.test(name))
          .map((name) => join(folder, name.replaceAll('\\', '/')))
      : [],
  )
  return [...top, ...below]
}

function readNames(file: string, text: string): readonly Named[] {
  const found: Named[] = []
  let isCode = false
  for (const [index, content] of text.split('\n').entries()) {
    if (content.trimStart().startsWith('```')) isCode = !isCode
    if (isCode) continue
    const line = index + 1
    for (const [, target = ''] of content.matchAll(/\]\(([^)\s]+)\)/g)) {
      const path = target.replace(/#.*$/, '')
      if (path !== '' && !/^[a-z]+:/.test(path)) found.push({ line, path: join(dirname(file), path) })
    }
    for (const [, span = ''] of content.matchAll(/`([^`]+)`/g)) {
      const path = span.replace(/:\d+$/, '')
      if (/^[\w./-]+$/.test(path) && FOLDERS.some((folder) => path.startsWith(`${folder}/`))) found.push({ line, path })
    }
  }
  return found
}
