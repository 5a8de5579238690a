import { mkdirSync, symlinkSync } from 'node:fs'
import { expect } from 'chai'
import { enclosing, type RouteTree, scanRoutes } from './scan.ts'
import { createSample, type SampleFolder, type Tree } from './testdata/tree.ts'

describe('scanRoutes', () => {
  let sample: SampleFolder

  afterEach(() => sample.dispose())

  async function scan(routes: Tree): Promise<RouteTree> {
    sample = createSample(routes)
    return scanRoutes(sample.root)
  }

  /** path <- file  (the `_auth` files that cover it, outermost first) */
  function tableOf(tree: RouteTree): readonly string[] {
    return tree.files.map(({ file, pattern, folder }) => {
      const auth = enclosing(folder).flatMap((level) => level.auth ?? [])
      const cover = auth.length > 0 ? `  (${auth.map(sample.strip).join(', ')})` : ''
      return `${pattern.text} <- ${sample.strip(file)}${cover}`
    })
  }

  it('gives every file its path', async () => {
    const tree = await scan({
      'index.ts': '',
      'pets.ts': '',
      users: { 'index.mts': '', '[id].js': '', '[id]': { 'pets.mjs': '' } },
      files: { '[...rest].ts': '' },
      'v1.0': { 'a-b.ts': '' },
    })
    expect(tree.problems).to.deep.equal([])
    expect(tableOf(tree)).to.deep.equal([
      '/ <- index.ts',
      '/files/[...rest] <- files/[...rest].ts',
      '/pets <- pets.ts',
      '/users <- users/index.mts',
      '/users/[id] <- users/[id].js',
      '/users/[id]/pets <- users/[id]/pets.mjs',
      '/v1.0/a-b <- v1.0/a-b.ts',
    ])
  })

  it('passes over names that are not routes', async () => {
    const tree = await scan({
      '_db.ts': '',
      '.hidden.ts': '',
      'pets.test.ts': '',
      'pets.spec.mts': '',
      'types.d.ts': '',
      'notes.md': '',
      'data.json': '',
      _lib: { 'pets.ts': '' },
      '.git': { 'pets.ts': '' },
      '.well-known': { '.hidden.ts': '', '.git': { 'x.ts': '' }, 'openid-configuration.ts': '', 'security.txt.ts': '' },
      '.well-knowns': { 'pets.ts': '' },
      'pets.ts': '',
    })
    expect(tableOf(tree)).to.deep.equal([
      '/.well-known/openid-configuration <- .well-known/openid-configuration.ts',
      '/.well-known/security.txt <- .well-known/security.txt.ts',
      '/pets <- pets.ts',
    ])
  })

  it('finds the _auth files around each route, in groups and parameter folders too', async () => {
    const tree = await scan({
      '_auth.ts': '',
      'open.ts': '',
      '(staff)': { '_auth.mjs': '', 'reports.ts': '' },
      admin: { '_auth.ts': '', deep: { er: { 'x.ts': '' } } },
      teams: { '[team]': { '_auth.js': '', 'index.ts': '' } },
    })
    expect(tableOf(tree)).to.deep.equal([
      '/admin/deep/er/x <- admin/deep/er/x.ts  (_auth.ts, admin/_auth.ts)',
      '/open <- open.ts  (_auth.ts)',
      '/reports <- (staff)/reports.ts  (_auth.ts, (staff)/_auth.mjs)',
      '/teams/[team] <- teams/[team]/index.ts  (_auth.ts, teams/[team]/_auth.js)',
    ])
  })

  it('follows links, and not in circles', async () => {
    sample = createSample({ routes: { 'pets.ts': '' }, elsewhere: { 'x.ts': '' } })
    symlinkSync(`${sample.root}/elsewhere`, `${sample.root}/routes/linked`)
    symlinkSync(`${sample.root}/routes`, `${sample.root}/routes/circle`)
    const tree = await scanRoutes(`${sample.root}/routes`)
    expect(tableOf(tree)).to.deep.equal(['/linked/x <- elsewhere/x.ts', '/pets <- routes/pets.ts'])
    expect(tree.problems).to.deep.equal([])
  })

  const unreadable: readonly (readonly [what: string, name: string, make: (path: string) => void])[] = [
    ['a link that leads nowhere', '_auth.ts', (path) => symlinkSync(`${path}.nowhere`, path)],
    ['a link to itself', '_auth.mjs', (path) => symlinkSync(path, path)],
    ['a folder', '_auth.ts', (path) => mkdirSync(path)],
    ['a link to a folder', '_auth.js', (path) => symlinkSync('.', path)],
    ['a link that leads nowhere and looks like one', '_Auth.ts', (path) => symlinkSync(`${path}.nowhere`, path)],
  ]
  for (const [what, name, make] of unreadable) {
    it(`closes a folder whose ${name} is ${what}`, async () => {
      sample = createSample({ routes: { admin: { 'users.ts': '' } } })
      make(`${sample.root}/routes/admin/${name}`)
      const { problems } = await scanRoutes(`${sample.root}/routes`)
      expect(problems.map(({ error, folder }) => [error.code, folder?.path])).to.deep.equal([
        ['SVC_FILE_UNREADABLE', '/admin'],
      ])
      expect(problems[0]?.error.message).to.include(
        `${name}  is not a file: a link that leads nowhere, or a folder. Fix it or delete it.`,
      )
    })
  }

  it('closes the path of a route file that leads nowhere, and of nothing else that does', async () => {
    sample = createSample({ routes: { 'pets.ts': '' } })
    for (const name of ['dangling.ts', 'dangling.test.ts', 'notes', '_private.ts'])
      symlinkSync(`${sample.root}/nowhere`, `${sample.root}/routes/${name}`)
    const { problems } = await scanRoutes(`${sample.root}/routes`)
    expect(problems.map(({ error, paths, folder }) => [error.code, paths, folder])).to.deep.equal([
      ['SVC_FILE_UNREADABLE', ['/dangling'], undefined],
    ])
  })

  const faults: readonly (readonly [name: string, tree: Tree, ...messages: string[]])[] = [
    [
      'two files of one shape, by a group',
      { '(a)': { 'pets.ts': '' }, '(b)': { 'pets.ts': '' } },
      '(a)/pets.ts  answers at "/pets", and so does (b)/pets.ts. Rename or delete all but one.',
    ],
    [
      'two files of one shape, by index',
      { 'pets.ts': '', pets: { 'index.ts': '' } },
      'pets.ts  answers at "/pets", and so does pets/index.ts. Rename or delete all but one.',
    ],
    [
      'two files of one shape, by the names of parameters',
      { '[id].ts': '', '[name].js': '' },
      '[id].ts  answers at "/[id]", and so does [name].js. Rename or delete all but one.',
    ],
    [
      'a method suffix',
      { 'pets.get.ts': '' },
      'pets.get.ts  has a method in its name. Rename it to pets.ts and write: export const GET = operation(…)',
    ],
    [
      'a bracket that is not closed',
      { '[id.ts': '' },
      '[id.ts  has brackets that name no parameter. Rename it to [id].',
    ],
    [
      'brackets around nothing',
      { '[]': { 'x.ts': '' } },
      '[]  has brackets that name no parameter. Rename it to [id].',
    ],
    [
      'doubled brackets',
      { '[[lang]].ts': '' },
      '[[lang]].ts  has brackets that name no parameter. Rename it to [lang].',
    ],
    ['two dots', { '[..rest].ts': '' }, '[..rest].ts  has brackets that name no parameter. Rename it to [...rest].'],
    [
      'a rest that does not end the path',
      { '[...rest]': { 'x.ts': '' } },
      '[...rest]  is a rest, which must end the path. Rename it to [rest].',
    ],
    ['a colon', { ':id.ts': '' }, ':id.ts  is not a parameter. Parameters are in brackets: rename it to [id].'],
    ['braces', { '{id}': { 'x.ts': '' } }, '{id}  is not a parameter. Parameters are in brackets: rename it to [id].'],
    [
      'one parameter name twice',
      { '[id]': { 'pets.ts': '', '[id].ts': '' } },
      '[id]/[id].ts  the path "/[id]/[id]" names the parameter "id" twice. Give each its own name.',
    ],
    [
      'a character that no path holds',
      { 'my pets.ts': '' },
      'my pets.ts  the path "/my pets" has "my pets" in a segment, which no URL path holds as it is.',
    ],
    [
      'half a group',
      { '(admin': { 'x.ts': '' } },
      '(admin  is neither a group nor a segment. Rename it to (admin) or to admin.',
    ],
    [
      'a file named like a group',
      { '(admin).ts': '' },
      '(admin).ts  is named like a group, and a group is a folder. Move it into (admin)/, or drop the parentheses.',
    ],
    [
      'names that only look like _auth.ts',
      { '_Auth.ts': '', '_auth.cjs': '', '_atuh.js': '' },
      '_Auth.ts  protects nothing under this name. Rename it to _auth.ts.',
      '_atuh.js  protects nothing under this name. Rename it to _auth.ts.',
      '_auth.cjs  protects nothing under this name. Rename it to _auth.ts.',
    ],
    [
      'two _auth files',
      { admin: { '_auth.js': '', '_auth.ts': '' } },
      'admin  has _auth.js and _auth.ts, and only one of them can apply. Delete the other.',
    ],
  ]

  for (const [name, routes, ...messages] of faults) {
    it(`refuses ${name}`, async () => {
      const { problems } = await scan(routes)
      expect(problems.map(({ error }) => sample.strip(error.message))).to.deep.equal(messages)
    })
  }

  it('serves neither of two files of one shape, and closes both', async () => {
    const tree = await scan({ '(a)': { 'pets.ts': '' }, '(b)': { 'pets.ts': '' }, 'open.ts': '' })
    expect(tableOf(tree)).to.deep.equal(['/open <- open.ts'])
    const closed = tree.problems.flatMap(({ files = [] }) => files.map(({ pattern }) => pattern.text))
    expect(closed).to.deep.equal(['/pets', '/pets'])
  })

  it('closes the folder whose _auth file is misnamed', async () => {
    const tree = await scan({ admin: { '_Auth.ts': '', 'users.ts': '' } })
    expect(tree.problems.map(({ folder }) => folder?.path)).to.deep.equal(['/admin'])
  })
})
