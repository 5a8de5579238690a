import { expect } from 'chai'
import { BASIC } from '../model/carrier.ts'
import { describeLeaf } from '../model/description.ts'
import { type ReadCredential, UNUSABLE } from './authenticator.ts'
import { basic } from './basic.ts'
import { authorized } from './testdata/source.ts'

function encode(userPass: string | Buffer): string {
  return `Basic ${Buffer.from(userPass as string).toString('base64')}`
}

describe('HttpBasicAuth reads', () => {
  const login = basic(() => 1)
  const rows: readonly (readonly [what: string, line: string, read: ReadCredential<[string, string]>])[] = [
    ['user and password', encode('ann:secret'), ['ann', 'secret']],
    ['the scheme in any case', encode('ann:secret').replace('Basic', 'bASIC'), ['ann', 'secret']],
    ['up to the first colon', encode('ann:a:b:'), ['ann', 'a:b:']],
    ['an empty user', encode(':secret'), ['', 'secret']],
    ['an empty password', encode('ann:'), ['ann', '']],
    ['every letter as it is', encode('Ann:SeCret'), ['Ann', 'SeCret']],
    ['blanks as they are', encode(' ann : secret '), [' ann ', ' secret ']],
    ['percent signs as they are', encode('a%20n:%zz'), ['a%20n', '%zz']],
    ['UTF-8', encode('\u00e4nn:p\u00e4ss\u{1f511}'), ['\u00e4nn', 'p\u00e4ss\u{1f511}']],
    ['a full-width letter as another', encode('\uff2bann:x'), ['\uff2bann', 'x']],
    ['a byte order mark as part of the user', encode('\ufeffann:x'), ['\ufeffann', 'x']],
    ['nothing from another scheme', 'Bearer abc', undefined],
    ['nothing from a longer scheme', 'BasicX YTpi', undefined],
    ['no colon as unusable', encode('ann'), UNUSABLE],
    ['a lone colon as unusable', encode(':'), UNUSABLE],
    ['nothing as unusable', 'Basic ', UNUSABLE],
    ['the scheme alone as unusable', 'Basic', UNUSABLE],
    ['two spaces as unusable', 'Basic  YTpi', UNUSABLE],
    ['plain text as unusable', 'Basic ann:secret', UNUSABLE],
    ['missing padding as unusable', 'Basic YTpiYw', UNUSABLE],
    ['padding too many as unusable', 'Basic YTpi====', UNUSABLE],
    ['the alphabet of URLs as unusable', 'Basic Pz8_Oj8-', UNUSABLE],
    ['spare bits as unusable', 'Basic YTpiYx==', UNUSABLE],
    ['spare bits of the longer end as unusable', 'Basic YTpiY2R=', UNUSABLE],
    ['a blank inside as unusable', 'Basic YTpi YTpi', UNUSABLE],
    ['a line break inside as unusable', 'Basic YTpi\nYTpi', UNUSABLE],
    ['a trailing blank as unusable', 'Basic YTpi ', UNUSABLE],
    ['text behind it as unusable', 'Basic YTpi,x', UNUSABLE],
    ['text before it as unusable', 'Basic ,YTpi', UNUSABLE],
    ['broken UTF-8 as unusable', encode(Buffer.from([0x61, 0x3a, 0xff])), UNUSABLE],
    ['an overlong sequence as unusable', encode(Buffer.from([0x61, 0x3a, 0xc0, 0xba])), UNUSABLE],
    ['NUL in the user as unusable', encode('a\u0000:b'), UNUSABLE],
    ['a line break in the password as unusable', encode('a:b\n'), UNUSABLE],
    ['DEL as unusable', encode('a:b\u007f'), UNUSABLE],
    ['an upper control character as unusable', encode('a:b\u0085'), UNUSABLE],
  ]
  for (const [what, line, read] of rows) {
    it(what, () => expect(login.read(authorized(line))).to.deep.equal(read))
  }

  it('two lines as unusable', () => {
    expect(login.read(authorized(encode('a:b'), encode('a:b')))).to.equal(UNUSABLE)
  })
})

describe('a basic', () => {
  it('hands request, user and password to the hook', () => {
    const login = basic((request, user, password) => [request, user, password])
    expect(login.verify('request' as never, ['ann', 'secret'])).to.deep.equal(['request', 'ann', 'secret'])
  })

  it('is called by its option, its function or its kind', () => {
    const findUser = (): undefined => undefined
    expect([
      basic(findUser).describe(),
      basic(() => 1).describe(),
      basic(findUser, { name: 'Login' }).describe(),
    ]).to.deep.equal([
      describeLeaf(BASIC, { name: 'findUser' }),
      describeLeaf(BASIC, { name: 'basic' }),
      describeLeaf(BASIC, { name: 'Login' }),
    ])
  })
})
