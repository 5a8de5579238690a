import { expect } from 'chai'
import { changeOne, changeOneIn } from './change-one.ts'

describe('one character changed', () => {
  for (const [text, changed] of [
    ['1700000000', '1700000001'],
    ['page-9a', 'page-8a'],
    ['Buzz', 'Buzy'],
    ['--', undefined],
    ['', undefined],
  ] as const)
    it(`makes ${changed} of "${text}"`, () => expect(changeOne(text)).to.equal(changed))

  for (const [body, changed] of [
    ['{"a":{"b":[10,true]}}', '{"a":{"b":[11,true]}}'],
    ['{"v1":"paid"}', '{"v1":"paie"}'],
    ['{"a":true}', undefined],
    ['amount=19&to=ann', 'amount=18&to=ann'],
    ['<a/>', '<b/>'],
  ] as const)
    it(`makes ${changed} of the body ${body}`, () => expect(changeOneIn(body)).to.equal(changed))
})
