import { expect } from 'chai'
import { BEARER } from '../model/carrier.ts'
import { describeLeaf } from '../model/description.ts'
import { type ReadCredential, UNUSABLE } from './authenticator.ts'
import { bearer, HttpBearer } from './bearer.ts'
import { authorized, sourceOf } from './testdata/source.ts'

describe('HttpBearer reads', () => {
  const token = bearer(() => 1)
  const rows: readonly (readonly [what: string, lines: readonly string[], read: ReadCredential<[string]>])[] = [
    ['nothing without the header', [], undefined],
    ['a token', ['Bearer abc'], ['abc']],
    ['the scheme in any case', ['bEARER abc'], ['abc']],
    ['every visible character', ['Bearer !~,="\\'], ['!~,="\\']],
    ['nothing from another scheme', ['Basic YTpi'], undefined],
    ['nothing from a longer scheme', ['BearerX abc'], undefined],
    ['nothing where the scheme comes later', ['X Bearer abc'], undefined],
    ['nothing where the scheme only ends with it', ['XBearer abc'], undefined],
    ['nothing from a scheme as long as it, wherever its own name stands', ['Digest bearer'], undefined],
    ['nothing from an empty line', [''], undefined],
    ['nothing from a bare token', ['abc'], undefined],
    ['two lines as unusable', ['Bearer abc', 'Bearer abc'], UNUSABLE],
    ['a second line of another scheme as unusable', ['Bearer abc', 'Basic YTpi'], UNUSABLE],
    ['the scheme alone as unusable', ['Bearer'], UNUSABLE],
    ['a token of nothing as unusable', ['Bearer '], UNUSABLE],
    ['two spaces as unusable', ['Bearer  abc'], UNUSABLE],
    ['a tab as unusable', ['Bearer\tabc'], UNUSABLE],
    ['a colon as unusable', ['Bearer:abc'], UNUSABLE],
    ['an equals sign as unusable', ['Bearer=abc'], UNUSABLE],
    ['a trailing blank as unusable', ['Bearer abc '], UNUSABLE],
    ['a second word as unusable', ['Bearer abc def'], UNUSABLE],
    ['a second credential as unusable', ['Bearer abc, Bearer abc'], UNUSABLE],
    ['a control character as unusable', ['Bearer ab\u0000c'], UNUSABLE],
    ['what is not ASCII as unusable', ['Bearer caf\u00e9'], UNUSABLE],
    ['a non-breaking space as unusable', ['Bearer abc\u00a0'], UNUSABLE],
  ]
  for (const [what, lines, read] of rows) {
    it(what, () => expect(token.read(authorized(...lines))).to.deep.equal(read))
  }

  it('the scheme that it is given, in any case, and no other', () => {
    const own = bearer(() => 1, { scheme: 'Token' })
    const read = (line: string): unknown => own.read(authorized(line))
    expect([read('Token abc'), read('tOKEN abc')]).to.deep.equal([['abc'], ['abc']])
    expect([read('Bearer abc'), read('Tokens abc'), read('Basic YTpi')]).to.deep.equal([
      undefined,
      undefined,
      undefined,
    ])
    expect([read('Token'), read('Token  abc'), read('Token:abc')]).to.deep.equal([UNUSABLE, UNUSABLE, UNUSABLE])
  })

  it('no token of the query', () => {
    expect(token.read(sourceOf({ search: '?access_token=abc&token=abc' }))).to.equal(undefined)
  })
})

describe('a bearer', () => {
  it('hands request and token to the hook', () => {
    const token = bearer((request, value) => [request, value])
    expect(token.verify('request' as never, ['abc'])).to.deep.equal(['request', 'abc'])
  })

  it('is called by its option, its function or its kind', () => {
    class TokenAuth extends HttpBearer {
      override readonly description = 'Ask the office'
      override authenticate(): unknown {
        return undefined
      }
    }
    const findUser = (): undefined => undefined
    expect([
      new TokenAuth().describe(),
      bearer(findUser).describe(),
      bearer(() => 1).describe(),
      bearer(findUser, { name: 'Token', description: 'd' }).describe(),
    ]).to.deep.equal([
      describeLeaf(BEARER, { name: 'TokenAuth', description: 'Ask the office' }),
      describeLeaf(BEARER, { name: 'findUser' }),
      describeLeaf(BEARER, { name: 'bearer' }),
      describeLeaf(BEARER, { name: 'Token', description: 'd' }),
    ])
  })
})
