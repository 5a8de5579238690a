import { expect } from 'chai'
import { describeApi } from './document.ts'
import { findGaps } from './gaps.ts'
import { CALLABLE, operationOf, sourceOf, TOKEN } from './testdata/operations.ts'

/** Validates, and cannot say what. */
const MUTE = { '~standard': { version: 1, vendor: 'mute', validate: (value: unknown) => ({ value }) } }

describe('what a document cannot say', () => {
  it('is nothing where every operation and schema is described', () => {
    const operations = [operationOf('GET /a', TOKEN, { query: { limit: Number } }), operationOf('GET /b', null)]
    expect(findGaps(describeApi(sourceOf(operations)))).to.deep.equal([])
  })

  it('is who may call an undeclared operation, what a callable reads, and a schema that cannot be written', () => {
    const operations = [
      operationOf('GET /open', undefined),
      operationOf('GET /custom', { kind: 'list', members: [TOKEN, CALLABLE] }),
      operationOf('POST /mute', TOKEN, { body: MUTE }),
    ]
    expect(findGaps(describeApi(sourceOf(operations)))).to.deep.equal([
      { where: 'GET /api/open', problem: 'no level declares auth. Declare it, null if it is public.' },
      {
        where: 'GET /api/custom',
        problem: 'no scheme says what ipWhitelist reads. Give the callable one: named(name, callable, scheme).',
      },
      { where: 'POST /api/mute', problem: 'mute gives no JSON Schema for this value.' },
    ])
  })
})
