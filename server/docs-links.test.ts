import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { leavesSite, type Token, unlinkOutside } from '../docs/.vitepress/outside-links.ts'

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

describe('the site of the documentation', () => {
  for (const page of listDocuments().filter((file) => file.startsWith('docs/'))) {
    it(`has no dead link: ${page}`, () => {
      const links = readLinks(readFileSync(join(ROOT, page), 'utf8'))
      const dead = links.filter((target) => {
        // The build of the site refuses it: a reader of the site has no server there.
        if (/^https?:\/\/localhost\b/.test(target)) return true
        if (/^[a-z]+:/.test(target) || leavesSite(page.slice('docs/'.length), target)) return false
        return !leadsSomewhere(page, target)
      })
      expect(dead).to.deep.equal([])
    })
  }

  it('has no dead link in its navigation', () => {
    const config = readFileSync(join(ROOT, 'docs/.vitepress/config.ts'), 'utf8')
    const links = [...config.matchAll(/\blink: '([^']+)'/g)].map(([, link = '']) => link)
    expect(links).to.include.members(['/start', '/security'])
    expect(links.filter((link) => !leadsSomewhere('docs/index.md', link))).to.deep.equal([])
    expect(config).not.to.include('ignoreDeadLinks')
  })

  it('has every page in its navigation', () => {
    const config = readFileSync(join(ROOT, 'docs/.vitepress/config.ts'), 'utf8')
    const pages = listDocuments().filter((file) => /^docs\/(?!index)/.test(file))
    const missing = pages.filter((file) => !config.includes(`link: '${file.replace(/^docs|\.md$/g, '')}'`))
    expect(missing).to.deep.equal([])
  })

  it('shows links to files that it has not as text', () => {
    const link = (href: string): readonly Token[] => [
      { type: 'link_open', children: null, attrGet: () => href },
      { type: 'text', children: null, attrGet: () => null },
      { type: 'link_close', children: null, attrGet: () => null },
    ]
    const tokens: readonly Token[] = [
      { type: 'inline', children: [...link('../server/x.test.ts'), ...link('./a.md')], attrGet: () => null },
    ]
    unlinkOutside('security.md', tokens)
    const types = tokens[0]?.children?.map(({ type }) => type)
    expect(types).to.deep.equal(['text', 'link_open', 'text', 'link_close'])
    expect(leavesSite('moving/express.md', '../tokens.md')).to.equal(false)
    expect(leavesSite('moving/express.md', '../../SECURITY.md')).to.equal(true)
    expect(leavesSite('security.md', '../server/attacks')).to.equal(true)
    expect(leavesSite('security.md', 'https://host/../x')).to.equal(false)
  })

  it('has the anchors that VitePress makes', () => {
    const anchors = ['svc/testing', '`svc routes [--json]`', 'What is promised, and where', '3. Über', 'A & B']
    expect(anchors.map(anchorOf)).to.deep.equal([
      'svc-testing',
      'svc-routes-json',
      'what-is-promised-and-where',
      '_3-uber',
      'a-b',
    ])
  })
})

/** Whether a page, or a file of the site, is at a link of a page, and the heading where it names one. */
function leadsSomewhere(page: string, target: string): boolean {
  const [path = '', anchor] = target.split('#')
  // Made from doc comments when the site is built.
  if (path.startsWith('/reference/api/')) return existsSync(join(ROOT, 'docs/.vitepress/api-reference.ts'))
  const file = path === '' ? page : path.startsWith('/') ? `docs${path}.md` : join(dirname(page), path)
  if (!/\.(?:md|png|svg)$/.test(file) || !existsSync(join(ROOT, file))) return false
  if (anchor === undefined) return true
  const headings = readFileSync(join(ROOT, file), 'utf8').matchAll(/^#{1,6} (.*)$/gm)
  return [...headings].some(([, heading = '']) => anchorOf(heading) === anchor)
}

/** As VitePress makes it of a heading (`slugify` of @mdit-vue/shared). */
function anchorOf(heading: string): string {
  return heading
    .replaceAll(/[`*]/g, '')
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .replaceAll(/[\s~!@#$%^&()\-_+=[\]{}|\\;:"'“”‘’<>,.?/]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .replace(/^\d/, '_$&')
    .toLowerCase()
}

/** Targets of the links of a page, and of the front matter of the home page. */
function readLinks(text: string): readonly string[] {
  const prose = text.replaceAll(/^( *)```.*?^\1```/gms, '').replaceAll(/`[^`\n]+`/g, '')
  const links = [...prose.matchAll(/\]\(([^)\s]+)\)/g), ...prose.matchAll(/\blink: (\/[^\s,}]+)/g)]
  return links.map(([, target = '']) => target)
}

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
