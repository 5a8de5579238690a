import { expect } from 'chai'
import type { Answer } from './exploration.ts'
import { changesIn } from './record-writes.ts'

const answer = (json: unknown): Answer => ({ json, isGood: true, status: 200 }) as Answer

describe('changes that the owner of a record sees', () => {
  const table: readonly (readonly [title: string, before: object, after: object, changes: readonly string[]])[] = [
    ['a member', { title: 'a', likes: 1 }, { title: 'b', likes: 1 }, ['title has changed']],
    ['none where others like it', { title: 'a', favoritesCount: 0 }, { title: 'a', favoritesCount: 1 }, []],
    ['none where others follow or look', { followers: 3, view_count: 9 }, { followers: 4, view_count: 10 }, []],
    ['a number of another kind', { stockCount: 3 }, { stockCount: 0 }, ['stockCount has changed']],
    ['a text under such a name', { comment: 'mine' }, { comment: 'theirs' }, ['comment has changed']],
  ]
  for (const [title, before, after, changes] of table)
    it(`are ${title}`, () => expect(changesIn(answer(before), answer(before), answer(after))).to.deep.equal(changes))
})
