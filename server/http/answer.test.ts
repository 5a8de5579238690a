import { expect } from 'chai'
import { Answer } from './answer.ts'
import { toResponse, withFields, withoutBody } from './response.ts'

describe('an answer', () => {
  const rows: readonly (readonly [text: string | null, head: readonly string[]])[] = [
    ['', ['a', 'b', 'content-length', '0']],
    ['text', ['a', 'b', 'content-length', '4']],
    ['é€', ['a', 'b', 'content-length', '5']],
    ['\u{1F600}', ['a', 'b', 'content-length', '4']],
    [null, ['a', 'b']],
  ]
  for (const [text, head] of rows) {
    it(`counts the bytes of ${JSON.stringify(text)}`, () =>
      expect(new Answer(200, ['a', 'b'], text).head).to.deep.equal(head))
  }

  it('is a Response for those who ask for one, repeated fields included', async () => {
    const response = toResponse(new Answer(401, ['set-cookie', 'a=1', 'set-cookie', 'b=2', 'x', 'y'], 'no'))
    const { status, statusText, headers } = response
    expect([status, statusText, [...headers], await response.text()]).to.deep.equal([
      401,
      'Unauthorized',
      [
        ['set-cookie', 'a=1'],
        ['set-cookie', 'b=2'],
        ['x', 'y'],
      ],
      'no',
    ])
  })

  it('is not changed by what adds fields or drops the text: it may be that of the next request', () => {
    const answer = new Answer(200, Object.freeze(['a', 'b']), 'text')
    const changed = [withFields(answer, [['c', 'd']]), withoutBody(answer)]
    expect(changed).to.deep.equal([new Answer(200, ['a', 'b', 'c', 'd'], 'text'), new Answer(200, ['a', 'b'], null)])
    expect(answer.head).to.deep.equal(['a', 'b', 'content-length', '4'])
  })
})
