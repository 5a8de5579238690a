import { expect } from 'chai'
import type { Answer } from '../ask/exploration.ts'
import { holdsMark, markedIds, markedRecord } from './made-by-run.ts'

const MARK = 'svc1234'
/** A project of a user, in which the run has made a view: its number is that of another project. */
const REAL = { id: 7, title: 'Garden of bob', views: [{ id: 4, title: `${MARK} text` }] }
const OWN = { id: 9, title: `${MARK} record`, views: [] }
const OTHER = { id: 4, title: 'House of bob', views: [] }

const LIST = { path: '/projects' }
const ITEM = { path: '/projects/[id]' }
const answerOf = (json: unknown): Answer => ({ isGood: true, json, text: JSON.stringify(json) }) as unknown as Answer
const holds = (json: unknown, id: string, read = ITEM): boolean => holdsMark(answerOf(json), read, { id }, MARK)

describe('what a run has made', () => {
  const lists: readonly (readonly [title: string, json: unknown, ids: readonly string[]])[] = [
    ['the entries with the mark', [REAL, OTHER, OWN], ['9']],
    ['those of a page', { total: 3, items: [REAL, OTHER, OWN] }, ['9']],
    ['those that are alone in an entry', [{ project: REAL }, { project: OWN }], ['9']],
    [
      'those that have nothing but lists beside them',
      [
        { project: REAL, members: [4] },
        { project: OWN, members: null },
      ],
      ['9'],
    ],
    ['none of what an entry has beside values of its own', [{ role: 'owner', project: OWN }], []],
    ['those that say their own path', [{ name: 'projects/a7', title: MARK }], ['a7']],
    ['none of another record in an entry', [REAL], []],
    [
      'those of the list that is called as they are, and not of one before it',
      { pages: [1], contacts: [{ id: 3, name: MARK }], active: { open_projects: [REAL, OWN] } },
      ['9'],
    ],
  ]
  for (const [title, json, ids] of lists)
    it(`is, in a list, ${title}`, () => expect(markedIds(json, MARK, ITEM.path, 'id')).to.deep.equal(ids))

  it('is, in the answer to a creation, the object with the mark, and none inside another record', () => {
    expect(markedRecord(OWN, MARK)).to.equal(OWN)
    expect(markedRecord({ status: 'ok', data: OWN }, MARK)).to.equal(OWN)
    expect(markedRecord(REAL, MARK)).to.equal(undefined)
    expect(markedRecord({ data: [REAL] }, MARK)).to.equal(undefined)
  })

  const records: readonly (readonly [title: string, json: unknown, id: string, is: boolean])[] = [
    ['with the mark in it', OWN, '9', true],
    ['in an envelope', { status: 'ok', data: OWN }, '9', true],
    ['alone in a list', [OWN], '9', true],
    ['with the mark in a part of its own', { id: 9, text: { en: MARK } }, '9', true],
    ['with the mark in a list of texts', { id: 9, tags: [MARK] }, '9', true],
    ['whose owner is a user of the run', { id: 9, owner: { id: 3, name: MARK } }, '9', true],
    ['with the mark in a list of other records alone', REAL, '7', false],
    ['with the mark in another record alone', { id: 7, project: { id: 4, title: MARK } }, '7', false],
    ['without it', OTHER, '4', false],
  ]
  for (const [title, json, id, is] of records)
    it(`is ${is ? '' : 'not '}a record ${title}`, () => expect(holds(json, id)).to.equal(is))

  it('is in a list under its own id, and not under that of another record in an entry', () => {
    expect(holds([REAL, OTHER, OWN], '9', LIST)).to.equal(true)
    expect(holds([REAL, OTHER, OWN], '4', LIST)).to.equal(false)
    expect(holds([REAL, OTHER, OWN], '7', LIST)).to.equal(false)
  })
})
