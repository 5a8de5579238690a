import { expect } from 'chai'
import { valueByWords } from './guessed-values.ts'
import { membersNamedIn } from './named-members.ts'

describe('the members that a refusal names', () => {
  const table: readonly (readonly [json: unknown, names: readonly string[]])[] = [
    [{ detail: [{ loc: ['body', 'size'], msg: 'field required', type: 'missing' }] }, ['size']],
    [{ size: ['This field is required.'], dueDate: ['Date has wrong format.'] }, ['size', 'dueDate']],
    [{ errors: { Size: ['The field is required.'] } }, ['size']],
    [{ title: 'invalid', errors: [{ pointer: '#/size', detail: 'must be a number' }] }, ['size']],
    [{ message: ['size must be a number string', 'dueDate should not be empty'] }, ['size', 'dueDate']],
    [{ error: "Key: 'Box.Size' Error:Field validation for 'Size' failed on the 'required' tag" }, ['size']],
    [{ error: 'ent: validator failed for field "Box.size": invalid' }, ['size']],
    [{ issues: [{ path: ['size'], message: 'Expected number, received string' }] }, ['size']],
    [
      {
        errors: { size: { name: 'ValidatorError', message: 'Path is required', kind: 'required', path: 'size' } },
        name: 'ValidationError',
        message: 'Box validation failed',
      },
      ['size'],
    ],
    [{ error: 'not allowed' }, []],
  ]
  for (const [json, names] of table)
    it(`are ${names.join(', ') || 'none'} in ${JSON.stringify(json)}`, () => {
      const found = membersNamedIn({ json, text: JSON.stringify(json) }, ['size', 'dueDate'])
      expect(found.map(({ name }) => name)).to.deep.equal(names)
    })
})

describe('the value that the words of a refusal ask for', () => {
  const table: readonly (readonly [words: string, sent: unknown, value: unknown])[] = [
    ["Input should be 'low' or 'high'", 'svc text', 'low'],
    ['must be one of the following values: low, high', 'svc text', 'low'],
    ['Expected number, received string', 'svc text', '1'],
    ['must be a number', '1', 1],
    ['Datetime has wrong format', 'svc text', '2026-01-02T03:04:05Z'],
    ['invalid date format', 'svc text', '2026-01-02'],
    ['must be at most 5 characters', 'svc text', 'svc t'],
    ['is wrong', 'svc text', undefined],
  ]
  for (const [words, sent, value] of table)
    it(`is ${JSON.stringify(value)} for ${words}`, () =>
      expect(valueByWords({ type: 'string' }, words, sent)?.('svc text')).to.equal(value))
})
