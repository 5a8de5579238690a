import { expect } from 'chai'
import type { RawResponse } from '../replay/response-reader.ts'
import { holdsDataOf, isLike, isLikeHead, isSameResource, sharesText } from './likeness.ts'
import { answer } from './testdata/judging.ts'

const json = (value: unknown, status = 200): RawResponse =>
  answer(status, JSON.stringify(value), ['content-type', 'application/json'])
const text = (body: string, status = 200): RawResponse => answer(status, body, ['content-type', 'text/plain'])
const page = (body: string): RawResponse => answer(200, body, ['content-type', 'text/html; charset=utf-8'])

describe('two answers are alike', () => {
  const table: readonly (readonly [title: string, one: RawResponse, other: RawResponse, alike: boolean])[] = [
    ['with other values of one shape', json({ id: 1, name: 'ann' }), json({ id: 2, name: 'bob' }), true],
    ['with null for a value', json({ name: null }), json({ name: 'bob' }), true],
    ['with an empty list', json([]), json([{ id: 1 }]), true],
    ['not with another member', json({ id: 1 }), json({ name: 'bob' }), false],
    ['not with one member more', json({ id: 1 }), json({ id: 1, name: 'bob' }), false],
    ['not with another type', json({ id: 1 }), json({ id: '1' }), false],
    ['not with a list for an object', json([{ id: 1 }]), json({ id: 1 }), false],
    ['in one class of statuses', json({ id: 1 }), json({ id: 1 }, 201), true],
    ['not in two classes of statuses', json({ id: 1 }), json({ id: 1 }, 404), false],
    ['not with two media types', text('all is well'), page('all is well'), false],
    ['with half of their words', text('a b 12'), text('a b c d 13'), true],
    ['not with fewer', text('a b'), text('b c'), false],
    ['without a body', text(''), text(''), true],
    ['not with a body and without', text(''), text('a'), false],
  ]
  for (const [title, one, other, alike] of table) {
    it(title, () => expect([isLike(one, other), isLike(other, one)]).to.deep.equal([alike, alike]))
  }

  it('by their heads alone where there is no body', () => {
    const head = json({ id: 1 })
    expect([text(''), json({}, 404), json({ name: 'bob' })].map((other) => isLikeHead(head, other))).to.deep.equal([
      false,
      false,
      true,
    ])
  })
})

describe('an answer is of the same resource', () => {
  const first = json({ name: 'a-pet-of-ann', at: 'Monday, 9:00' })
  const again = json({ name: 'a-pet-of-ann', at: 'Monday, 9:01' })
  const table: readonly (readonly [title: string, got: RawResponse, same: boolean])[] = [
    ['with all that two controls have in common', json({ name: 'a-pet-of-ann', at: 'Monday, 9:02' }), true],
    ['not without it', json({ name: 'a-pet-of-bob', at: 'Monday, 9:00' }), false],
    ['not with another shape', json({ name: 'a-pet-of-ann' }), false],
  ]
  for (const [title, got, same] of table) it(title, () => expect(isSameResource(got, first, again)).to.equal(same))
})

describe('a refusal holds data', () => {
  const control = json({ id: 17, name: 'ann', admin: true, tags: [] })
  const table: readonly (readonly [
    title: string,
    got: RawResponse,
    holds: boolean,
    more?: { readonly control?: RawResponse; readonly again?: RawResponse; readonly nonsense?: RawResponse },
  ])[] = [
    ['where it has the members of the control', json({ id: 0, name: 'x', admin: false, tags: [] }, 403), true],
    ['where it has members of the control alone, and not those of the user', json({ id: 3, name: 'x' }, 401), true],
    ['not where one is of another type', json({ id: 3, name: ['must be there'] }, 401), false],
    ['where it has the values of the control', json({ detail: 'no', user: { id: 17, name: 'ann' } }, 403), true],
    ['not where it has other values', json({ detail: 'no', user: { id: 17, name: 'bob' } }, 403), false],
    ['not where only flags are the same', json({ admin: true }, 403), false],
    [
      'not by members that errors are made of',
      json({ status: 'no', code: 7, more: '' }, 403),
      false,
      { control: json({ status: 'no', code: 7 }) },
    ],
    ['not by a text that is empty', json({ note: '', x: 1 }, 403), false, { control: json({ note: '', y: 2 }) }],
    [
      'beside what differs between two controls',
      json({ x: 1, name: 'ann', at: 'never' }, 403),
      true,
      { control: json({ name: 'ann', at: '9:00' }), again: json({ name: 'ann', at: '9:01' }) },
    ],
    [
      'not where nonsense gets it too',
      json({ name: 'ann', x: 1 }, 403),
      false,
      { control: json({ name: 'ann' }), nonsense: json({ name: 'ann', y: 2 }, 404) },
    ],
    ['not where it is empty', text('', 401), false],
    ['not where the control is empty', text('no', 401), false, { control: text('') }],
    ['where it has a text of the control', text('no: the deep vault', 401), true, { control: text('the deep vault') }],
    [
      'not where its sentence has a word of a large answer',
      json({ detail: 'Could not validate credentials' }, 401),
      false,
      { control: json([{ help: 'credentials' }, { help: 'validate' }]) },
    ],
    [
      'where its sentence has a name of the control',
      json({ detail: 'the vault of Margarethe is shut' }, 403),
      true,
      { control: json({ owner: 'Margarethe', balance: 3 }) },
    ],
    ['not where it has a short one', text('no: vaults', 401), false, { control: text('vaults') }],
  ]
  for (const [title, got, holds, more] of table) {
    it(title, () => {
      const pair = { answer: more?.control ?? control, again: more?.again }
      expect(holdsDataOf(got, pair, () => [], more?.nonsense)).to.equal(holds)
      // The second look at a body, which is remembered, gives the same.
      expect(holdsDataOf(got, pair, () => [], more?.nonsense)).to.equal(holds)
    })
  }

  it('not by what both requests bring themselves', () => {
    const got = json({ error: 'no', name: 'ann', more: 1 }, 403)
    const pair = { answer: json({ name: 'ann' }) }
    expect(holdsDataOf(got, pair, () => [], undefined)).to.equal(true)
    expect(holdsDataOf(got, pair, () => ['/users/ann'], undefined)).to.equal(false)
  })
})

describe('two pages share a text', () => {
  const control = page('<h1>The one frame</h1>\n<p>a secret vault</p>')
  it('where it is more than half of it', () => {
    const other = page('<h1>The one frame</h1>\n<p>not for you</p>')
    expect(sharesText(other, control, [])).to.equal(false)
    expect(sharesText(page('<h1>The one frame</h1>\n<p>a secret vault</p>!'), control, [])).to.equal(true)
  })
})
