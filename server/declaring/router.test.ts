import { expect } from 'chai'
import { bearer, headerKey, optional } from '../auth/index.ts'
import { formatAuth } from '../model/description.ts'
import { LoadError } from '../base/errors.ts'
import { inherit, Router, SvcAPI } from '../index.ts'

const named = (name: string): ReturnType<typeof bearer> => bearer(() => 1, { name })
const [global, own, outer, mount] = [named('global'), named('own'), named('outer'), named('mount')]

/** Path and effective auth of every operation. */
function auths(api: object): readonly unknown[] {
  return (api as SvcAPI)
    .operations()
    .map(({ path, auth }) => [path, auth.description ? formatAuth(auth.description) : auth.description, auth.level])
}

describe('the mounts of a router', () => {
  it('never change each other, in whatever order', () => {
    const orders = [
      ['/a', '/b', '/c'],
      ['/c', '/b', '/a'],
      ['/b', '/c', '/a'],
    ] as const
    for (const order of orders) {
      const router = new Router({ auth: own })
      router.get('/x', {}, () => 1)
      const api = new SvcAPI({ auth: global })
      const options = { '/a': { auth: mount }, '/b': {}, '/c': { auth: null } }
      for (const prefix of order) api.addRouter(prefix, router as never, options[prefix])
      expect(auths(api)).to.have.deep.members([
        ['/a/x', 'mount', 'mount'],
        ['/b/x', 'own', 'router'],
        ['/c/x', null, 'mount'],
      ])
    }
  })

  it('never change those of another API', () => {
    const router = new Router()
    router.get('/x', {}, () => 1)
    const [open, closed, silent] = [new SvcAPI({ auth: null }), new SvcAPI({ auth: global }), new SvcAPI()]
    for (const api of [open, closed, silent]) api.addRouter('/r', router as never)
    expect([auths(open), auths(closed), auths(silent)]).to.deep.equal([
      [['/r/x', null, 'api']],
      [['/r/x', 'global', 'api']],
      [['/r/x', undefined, 'none']],
    ])
  })

  it('hand down what encloses them, level by level', () => {
    const inner = new Router()
    inner.get('/x', {}, () => 1)
    inner.get('/y', { auth: null }, () => 1)
    inner.get('/z', { auth: [inherit, headerKey('X-Key', () => 1, { name: 'key' })] }, () => 1)
    const middle = new Router({ auth: outer })
    middle.addRouter('/plain', inner)
    middle.addRouter('/mounted', inner, { auth: [inherit, mount] })
    const api = new SvcAPI({ auth: global })
    api.addRouter('/m', middle as never)
    const leaf = new Router()
    leaf.get('/x', {}, () => 1)
    api.addRouter('/direct', leaf as never, { auth: optional(inherit) })
    expect(auths(api)).to.deep.equal([
      ['/m/plain/x', 'outer', 'router'],
      ['/m/plain/y', null, 'operation'],
      ['/m/plain/z', '[outer, key]', 'operation'],
      ['/m/mounted/x', '[outer, mount]', 'mount'],
      ['/m/mounted/y', null, 'operation'],
      ['/m/mounted/z', '[outer, mount, key]', 'operation'],
      ['/direct/x', 'optional(global)', 'mount'],
    ])
  })
})

describe('a router', () => {
  it('takes nothing any more when the list was read, here and below', () => {
    const inner = new Router()
    const outside = new Router()
    outside.addRouter('/inner', inner)
    const api = new SvcAPI()
    api.addRouter('/outside', outside as never)
    api.operations()
    for (const late of [inner, outside, api]) {
      expect(() => late.get('/late', {}, () => 1)).to.throw(LoadError, 'would not be served')
      expect(() => late.addRouter('/late', new Router() as never)).to.throw(LoadError, 'would not be served')
    }
  })

  it('at / and at nothing add nothing to the paths, at whatever depth', () => {
    for (const prefix of ['/', '']) {
      const inner = new Router()
      for (const path of ['/', '/x']) inner.get(path, {}, () => 1)
      const middle = new Router().addRouter(prefix, inner)
      const api = new SvcAPI().addRouter('/a', middle as never).addRouter(prefix, middle as never)
      expect(api.operations().map(({ path }) => path)).to.deep.equal(['/a', '/a/x', '/', '/x'])
    }
  })

  it('takes verbs by methods like any other: spies may stand in for them', () => {
    const flagsOf = (name: string): unknown => {
      let owner: object = Router.prototype
      while (!Object.hasOwn(owner, name)) owner = Object.getPrototypeOf(owner) as object
      return { ...Object.getOwnPropertyDescriptor(owner, name), value: undefined }
    }
    expect(flagsOf('get')).to.deep.equal(flagsOf('addRouter'))
  })

  const wrong: readonly (readonly [what: string, declare: () => unknown, message: RegExp])[] = [
    ['an undefined auth', () => new Router({ auth: undefined as never }), /auth is written but undefined/],
    ['an empty list', () => new Router({ auth: [] as never }), /auth is an empty list/],
    ['a misspelt option', () => new Router({ atuh: null } as never), /Router has no option "atuh"/],
    [
      'an undefined auth of a mount',
      () => new SvcAPI().addRouter('/a', new Router(), { auth: undefined }),
      /written but undefined/,
    ],
    ['a mount of what is not a router', () => new SvcAPI().addRouter('/a', {} as never), /takes a Router/],
    [
      'an undefined auth of an operation',
      () => new Router().get('/a', { auth: undefined } as never, () => 1),
      /written but undefined/,
    ],
  ]
  for (const [what, declare, message] of wrong) {
    it(`refuses ${what} where it is written`, () => expect(declare).to.throw(LoadError, message))
  }
})
