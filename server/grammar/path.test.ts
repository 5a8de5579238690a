import { expect } from 'chai'
import { LoadError } from '../base/errors.ts'
import { joinPaths, parsePath, PathTable } from './path.ts'

function tableOf(...paths: readonly string[]): (path: string) => readonly string[] | undefined {
  const table = new PathTable<string>()
  for (const path of paths) table.ensure(parsePath(path, 'bracket'), () => path)
  return (path) => {
    const match = table.find(path)
    return match && [match.value, ...match.captures]
  }
}

describe('parsePath', () => {
  it('writes both syntaxes in bracket form', () => {
    const cases = [
      ['/', '/'],
      ['/events/:id', '/events/[id]'],
      ['/files/**:rest', '/files/[...rest]'],
      ['/x/:a-:b.json', '/x/[a]-[b].json'],
    ] as const
    expect(cases.map(([text]) => parsePath(text, 'colon').text)).to.deep.equal(cases.map(([, text]) => text))
  })

  it('gives patterns that match the same paths one shape', () => {
    expect(parsePath('/a/[id]/[...rest]', 'bracket').shape).to.equal(parsePath('/a/:x/**:y', 'colon').shape)
    expect(parsePath('/a/[id]', 'bracket').shape).not.to.equal(parsePath('/a/[...id]', 'bracket').shape)
  })

  const refused: readonly (readonly [string, string])[] = [
    ['pets', 'must begin with "/". Write "/pets".'],
    ['/pets/', 'has an empty segment. Leave out the doubled or trailing "/".'],
    ['/a//b', 'has an empty segment. Leave out the doubled or trailing "/".'],
    ['/a/../b', 'has a dot segment, which no client sends.'],
    ['/a b', 'has "a b" in a segment, which no URL path holds as it is.'],
    ['/a%20b', 'has "a%20b" in a segment, which no URL path holds as it is.'],
    ['/[...rest]/a', 'has [...rest] before its end. A rest is the whole last segment.'],
    ['/a-[...rest]', 'has [...rest] before its end. A rest is the whole last segment.'],
    ['/[id]/[id]', 'names the parameter "id" twice. Give each its own name.'],
    ['/[a][b]', 'has two parameters side by side. Put a character between them.'],
    ['/[]', 'has the parameter name "". Begin with a letter.'],
    ['/[1a]', 'has the parameter name "1a". Begin with a letter.'],
    ['/[id', 'has "[id" in a segment, which no URL path holds as it is.'],
  ]
  for (const [path, problem] of refused) {
    it(`refuses ${path}`, () => {
      expect(() => parsePath(path, 'bracket', { file: 'app.ts', line: 3 })).to.throw(
        LoadError,
        `app.ts:3  the path ${JSON.stringify(path)} ${problem}`,
      )
    })
  }
})

describe('PathTable', () => {
  it('prefers static to mixed to parameter to rest', () => {
    const find = tableOf('/a/b', '/a/[x].json', '/a/[x]', '/a/[...x]')
    expect(['/a/b', '/a/c.json', '/a/c', '/a/c/d', '/a', '/b'].map(find)).to.deep.equal([
      ['/a/b'],
      ['/a/[x].json', 'c'],
      ['/a/[x]', 'c'],
      ['/a/[...x]', 'c/d'],
      undefined,
      undefined,
    ])
  })

  it('tries the next branch where the better one leads nowhere', () => {
    const find = tableOf('/a/b/c', '/a/[x]/d', '/[...rest]')
    expect(['/a/b/c', '/a/b/d', '/a/b/e'].map(find)).to.deep.equal([
      ['/a/b/c'],
      ['/a/[x]/d', 'b'],
      ['/[...rest]', 'a/b/e'],
    ])
  })

  it('treats a trailing slash, a doubled slash and another case as other paths', () => {
    const find = tableOf('/', '/pets', '/pets/[id]', '/files/[...rest]')
    const others = ['/pets/', '//pets', '/PETS', '/pets//1', '/files/', '/files/a//b', '/files/a/', '//', '']
    expect(others.map(find)).to.deep.equal(others.map(() => undefined))
  })

  it('does not decode, and captures neither less nor more than a segment', () => {
    const find = tableOf('/pets/[id]', '/x/[a]-[b].json')
    expect(
      ['/pets/a%20b', '/pets/a;b=1', '/x/1-2.json', '/x/1-2-3.json', '/x/-2.json', '/x/1-.json'].map(find),
    ).to.deep.equal([
      ['/pets/[id]', 'a%20b'],
      ['/pets/[id]', 'a;b=1'],
      ['/x/[a]-[b].json', '1', '2'],
      ['/x/[a]-[b].json', '1', '2-3'],
      undefined,
      undefined,
    ])
  })

  it('is not fooled by names of object members', () => {
    const find = tableOf('/pets')
    expect(['/__proto__', '/constructor', '/toString'].map(find)).to.deep.equal([undefined, undefined, undefined])
  })
})

describe('joinPaths', () => {
  it('doubles no slash and leaves none behind', () => {
    expect([joinPaths('', '/'), joinPaths('/api', '/'), joinPaths('/api', '/a'), joinPaths('/', '/a')]).to.deep.equal([
      '/',
      '/api',
      '/api/a',
      '/a',
    ])
  })
})
