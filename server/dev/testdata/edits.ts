import { mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { dirname } from 'node:path'
import * as fc from 'fast-check'
import { load, type Loaded } from '../../files/load.ts'
import { Modules } from '../../files/modules.ts'
import { createSample, type SampleFolder, type Tree } from '../../files/testdata/tree.ts'
import { detailAuth } from '../../listing/auth-label.ts'
import { detailLink, formatResources } from '../../model/resource.ts'

const route = (answer: string): string =>
  `import { operation } from 'svc'\nexport const GET = operation(() => '${answer}')\n`
const auth = (key: string): string =>
  `import { headerKey } from 'svc/security'\nexport default headerKey('X-Key', (_, key) => key === '${key}', { name: 'Folder' })\n`
const shared = (name: string): string =>
  `import { operation } from 'svc'\nimport { answer } from '${name}'\nexport const GET = operation(() => answer)\n`
const config = (title: string, rest: string): string =>
  `import { defineConfig } from 'svc'\nimport { bearer } from 'svc/security'\n` +
  `export default defineConfig({ title: '${title}', auth: bearer((_, token) => token === 'good'), docs: false${rest} })\n`
const answer = (value: string): string => `export const answer = '${value}'\n`
const tsconfig = (file: string): string => `{ "compilerOptions": { "paths": { "#answer": ["./lib/${file}.ts"] } } }`
const PUBLIC = 'export default null\n'
const resource = (key: string): string =>
  `import { resource } from 'svc/security'\nexport default resource('thing', { params: [], load: () => '${key}', ` +
  `may: (key, { headers }) => headers.get('x-key') === key })\n`

/** The texts that each file may hold; the first is how it starts, `undefined` that it is not there. Many are of one length. */
const CONTENTS: Readonly<Record<string, readonly (string | undefined)[]>> = {
  'routes/a.ts': [route('a1'), route('a2'), shared('../lib/answer.ts'), 'export const GET = '],
  'routes/b.ts': [shared('../lib/answer.ts'), shared('../lib/answer'), shared('#answer'), route('b1')],
  'routes/admin/_auth.ts': [auth('k1'), auth('k2'), PUBLIC, 'throw new Error("no")\n'],
  'routes/admin/users.ts': [route('u1'), route('u2'), `${route('u3')}export const auth = null\n`],
  'routes/admin/deep/x.ts': [undefined, route('x1'), route('x2')],
  'routes/admin/deep/_auth.ts': [undefined, auth('k1'), PUBLIC],
  'routes/admin/_auths.ts': [undefined, PUBLIC, 'export const note = 1\n'],
  'routes/admin/_resource.ts': [undefined, resource('k1'), resource('k2'), 'export default 1\n'],
  'routes/admin/_resources.ts': [undefined, resource('k2'), 'export const note = 1\n'],
  'routes/admin/users/index.ts': [undefined, route('twin')],
  'lib/answer.ts': [answer('one'), answer('two'), 'export const other = 1\n'],
  'lib/answer.js': [undefined, answer('js1'), answer('js2')],
  'lib/answer/index.ts': [undefined, answer('ix1')],
  'lib/other.ts': [answer('oth'), answer('oth2')],
  'svc.config.ts': [config('one', ''), config('two', ''), config('one', ", base: '/v1'"), 'export default {'],
  'svc.config.mjs': [undefined, config('mjs', '')],
  'tsconfig.json': [tsconfig('answer'), tsconfig('other'), '{}'],
  'outside/one/o.ts': [route('o1'), route('o2')],
  'outside/one/_auth.ts': [undefined, auth('k1'), PUBLIC],
  'outside/two/o.ts': [route('o3')],
  'outside/one/_resource.ts': [undefined, resource('k1')],
  'outside/two/_resource.ts': [undefined, resource('k2')],
  'outside/two/_auth.ts': [auth('k2'), PUBLIC],
}
const FILES = Object.keys(CONTENTS)
const FOLDERS = ['routes/admin', 'routes/admin/deep', 'lib', 'outside/one', 'lib/answer']
const LINK = 'routes/linked'

/** One thing that is done to a file or folder. */
type Action =
  | { readonly type: 'write' | 'replace' | 'truncate'; readonly file: string; readonly content: number }
  | { readonly type: 'save' | 'touch' | 'delete' | 'recreate' | 'rename' | 'bounce'; readonly file: string }
  | { readonly type: 'remove' | 'away' | 'create'; readonly folder: string }
  | { readonly type: 'link'; readonly target: 'one' | 'two' | undefined }

/** An action and the milliseconds until the next. */
export interface Edit {
  readonly action: Action
  readonly gap: number
}

const fileName = fc.constantFrom(...FILES)
const folderName = fc.constantFrom(...FOLDERS)
const content = fc.nat({ max: 3 })
const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ type: fc.constant('write' as const), file: fileName, content }) },
  {
    weight: 4,
    arbitrary: fc.record({ type: fc.constantFrom('replace' as const, 'truncate' as const), file: fileName, content }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constantFrom(...(['save', 'touch', 'delete', 'recreate', 'rename', 'bounce'] as const)),
      file: fileName,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constantFrom('remove' as const, 'away' as const, 'create' as const),
      folder: folderName,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('link' as const),
      target: fc.constantFrom('one' as const, 'two' as const, undefined),
    }),
  },
)

/** Sequences of edits with gaps of 0 to 120 ms; several in a row are often of one file. */
export const edits: fc.Arbitrary<readonly Edit[]> = fc.array(
  fc.record({ action, gap: fc.oneof(fc.nat({ max: 15 }), fc.nat({ max: 60 }), fc.nat({ max: 120 })) }),
  { minLength: 2, maxLength: 12 },
)

/** A project in the state from which every sequence starts. Its root is `project`, beside what it links to. */
export function createEditable(): SampleFolder {
  const files = Object.entries(CONTENTS).flatMap(([file, [first]]) =>
    first === undefined ? [] : [[pathOf(file), first] as const],
  )
  const sample = createSample({
    'project/package.json': '{"type":"module"}',
    ...Object.fromEntries(files),
  } satisfies Tree)
  symlinkSync(`${sample.root}/outside/one`, `${sample.root}/project/${LINK}`)
  return sample
}

function pathOf(file: string): string {
  return file.startsWith('outside/') ? file : `project/${file}`
}

/** Does to a project what a sequence says. What cannot be done, since something is not there, is passed over. */
export async function applyEdits(root: string, sequence: readonly Edit[]): Promise<void> {
  // The last text of each file, wherever the file was moved since.
  const last = new Map(Object.entries(CONTENTS).map(([file, [first]]) => [file, first]))
  for (const { action, gap } of sequence) {
    try {
      apply(root, action, last)
    } catch (error) {
      if (!PASSED_OVER.has(String((error as NodeJS.ErrnoException).code))) throw error
    }
    if (gap > 0) await delay(gap)
  }
}

const PASSED_OVER: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'EEXIST', 'ENOTEMPTY'])

function apply(root: string, action: Action, last: Map<string, string | undefined>): void {
  if (action.type === 'link') {
    rmSync(`${root}/project/${LINK}`, { force: true })
    if (action.target) symlinkSync(`${root}/outside/${action.target}`, `${root}/project/${LINK}`)
    return
  }
  if ('folder' in action) {
    const folder = `${root}/${pathOf(action.folder)}`
    if (action.type === 'create') mkdirSync(folder, { recursive: true })
    else if (action.type === 'remove') rmSync(folder, { recursive: true })
    else {
      renameSync(folder, `${folder}.away`)
      renameSync(`${folder}.away`, folder)
    }
    return
  }
  const file = `${root}/${pathOf(action.file)}`
  const contents = CONTENTS[action.file] ?? []
  if ('content' in action) last.set(action.file, contents[action.content % contents.length] ?? contents[1])
  const text = last.get(action.file)
  const write = (path: string, what: string = text ?? ''): void => {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, what)
  }
  switch (action.type) {
    case 'write':
    case 'save':
      if (text !== undefined) write(file)
      return
    case 'truncate':
      write(file, '')
      write(file)
      return
    case 'replace':
      write(`${file}.tmp`)
      renameSync(`${file}.tmp`, file)
      return
    case 'touch':
      utimesSync(file, new Date(), new Date())
      return
    case 'delete':
      rmSync(file)
      return
    case 'recreate':
      rmSync(file)
      write(file)
      return
    case 'rename':
      renameSync(file, `${file}.old`)
      return
    case 'bounce':
      renameSync(file, `${file}.old`)
      renameSync(`${file}.old`, file)
  }
}

/** The routes and answers of an application, in words that can be compared. */
export async function describeLoaded({ api, base, operations, closed, problems }: Loaded): Promise<readonly string[]> {
  const paths = ['/a', '/b', '/admin/users', '/admin/deep/x', '/linked/o', '/none']
  const callers = [{}, { 'x-key': 'k1' }, { 'x-key': 'k2' }, { authorization: 'Bearer good' }]
  const answers = await Promise.all(
    paths.flatMap((path) =>
      callers.map(async (headers: Record<string, string>) => {
        const response = await api.fetch(new Request(`http://localhost${base}${path}`, { headers }))
        return `GET ${base}${path} ${JSON.stringify(headers)} ${response.status} ${await response.text()}`
      }),
    ),
  )
  return [
    ...operations.map(
      ({ method, path, auth: effective, resources }) =>
        `${method} ${path}  ${detailAuth(effective)} ${formatResources(resources, detailLink)}`,
    ),
    ...closed.map(({ path }) => `closed ${path}`),
    ...problems.map(({ message }) => `problem ${message}`),
    ...answers,
  ].toSorted()
}

/** The result of a fresh load of a project. */
export async function describeFresh(root: string): Promise<readonly string[]> {
  const modules = await Modules.open(root)
  try {
    return await describeLoaded(await load(modules))
  } finally {
    await modules.close()
  }
}
