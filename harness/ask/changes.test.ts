import { expect } from 'chai'
import type { Answer } from './exploration.ts'
import { addedIn, changesIn } from './changes.ts'

const answer = (json: unknown): Answer => ({ json, isGood: true, status: 200 }) as Answer

describe('changes that the owner of a record sees', () => {
  const table: readonly (readonly [title: string, before: object, after: object, changes: readonly string[]])[] = [
    ['a member', { title: 'a', likes: 1 }, { title: 'b', likes: 1 }, ['title has changed']],
    ['none where others like it', { title: 'a', favoritesCount: 0 }, { title: 'a', favoritesCount: 1 }, []],
    ['none where others follow or look', { followers: 3, view_count: 9 }, { followers: 4, view_count: 10 }, []],
    ['a number of another kind', { stockCount: 3 }, { stockCount: 0 }, ['stockCount has changed']],
    ['a member that was null', { logo: null }, { logo: 'a.png' }, ['logo has changed']],
    ['none where others add to a list', { notes: [] }, { notes: [{ text: 'hm' }] }, []],
    ['none where a time is written', { seenAt: null }, { seenAt: '2026-01-01T00:00:00Z' }, []],
    ['a text under such a name', { comment: 'mine' }, { comment: 'theirs' }, ['comment has changed']],
  ]
  for (const [title, before, after, changes] of table)
    it(`are ${title}`, () => expect(changesIn(answer(before), answer(before), answer(after))).to.deep.equal(changes))

  const lists: readonly (readonly [title: string, before: unknown, after: unknown, changes: readonly string[]])[] = [
    ['an entry more', { messages: ['a'] }, { messages: ['a', 'b'] }, ['messages has changed: 1 more']],
    ['the first entry', { of: { notes: [] } }, { of: { notes: [1, 2] } }, ['notes has changed: 2 more']],
    ['an entry of a list that is the answer', [{ id: 1 }], [{ id: 1 }, { id: 2 }], ['the list has changed: 1 more']],
    ['none where others comment or like', { comments: [], likes: [1] }, { comments: ['hm'], likes: [1, 2] }, []],
    ['none where one is gone: its members are not there', { messages: ['a', 'b'] }, { messages: ['a'] }, []],
  ]
  for (const [title, before, after, changes] of lists)
    it(`are ${title}`, () => expect(addedIn(answer(before), answer(before), answer(after))).to.deep.equal(changes))

  it('do not hold a list that grows by itself', () => {
    expect(addedIn(answer({ log: [1] }), answer({ log: [1, 2] }), answer({ log: [1, 2, 3] }))).to.deep.equal([])
  })
})
