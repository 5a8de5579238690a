import { expect } from 'chai'
import * as v from 'valibot'
import { z } from 'zod'
import { toIssue } from './faults.ts'
import type { Source } from './primitives.ts'
import { compileSchema } from './reader.ts'

const text = (size: number, type: string): File => new File(['x'.repeat(size)], 'secret-name.txt', { type })
const NOT_CONVERTED =
  'This value is sent as text, which its schema does not convert. In zod: z.coerce.number(), z.stringbool()'

/** Schema of one member, what is sent for it, and what is said. */
const CASES: readonly (readonly [
  name: string,
  field: object,
  sent: unknown,
  source: Source,
  type: string,
  msg: string,
])[] = [
  ['a text where a file is wanted', z.file(), 'x', 'text', 'file', 'This value must be a file'],
  [
    'a file that is too large',
    z.file().max(10),
    text(11, 'text/plain'),
    'text',
    'too_large',
    'This file must have at most 10 bytes',
  ],
  [
    'a file that is too small',
    z.file().min(1),
    text(0, 'text/plain'),
    'text',
    'too_small',
    'This file must have at least 1 byte',
  ],
  [
    'a file of a wrong type',
    z.file().mime('image/png'),
    text(1, 'text/plain'),
    'text',
    'format',
    'This file must be of the type image/png',
  ],
  [
    'a file of none of the types',
    z.file().mime(['image/png', 'image/gif']),
    text(1, 'text/plain'),
    'text',
    'format',
    'This file must be of the type image/png or image/gif',
  ],
  [
    'a large file, valibot',
    v.pipe(v.file(), v.maxSize(10)),
    text(11, 'text/plain'),
    'text',
    'too_large',
    'This value is too large',
  ],
  [
    'a file of a wrong type, valibot',
    v.pipe(v.file(), v.mimeType(['image/png'])),
    text(1, 'a/b'),
    'text',
    'format',
    'This value has the wrong format',
  ],
  ['a URL', z.url(), 'nowhere', 'json', 'format', 'This value must be a valid URL'],
  ['a URL in a query', z.url(), 'nowhere', 'text', 'format', 'This value must be a valid URL'],
  ['a URL that is a number', z.url(), 5, 'json', 'string', 'This value must be a string'],
  ['a number in a query', z.number(), '5', 'text', 'number', NOT_CONVERTED],
  ['a whole number in a query', z.int(), '5', 'text', 'number', NOT_CONVERTED],
  ['a boolean in a query', z.boolean(), 'true', 'text', 'boolean', NOT_CONVERTED],
  ['what is not a number in a query', z.coerce.number(), 'five', 'text', 'number', 'This value must be a number'],
  ['a number as text in JSON', z.number(), '5', 'json', 'number', 'This value must be a number'],
]

describe('what is said of a fault in a member', () => {
  for (const [name, field, sent, source, type, msg] of CASES) {
    it(`names what is wanted: ${name}`, () => {
      const reading = compileSchema({ member: field }, source, { option: 'body', position: undefined })({
        member: sent,
      })
      if (reading instanceof Promise) throw new Error('expected faults at once')
      const issues = (reading.faults ?? []).map((fault) => toIssue(fault, 'query', 'own'))
      expect(issues).to.deep.equal([{ type, loc: ['query', 'member'], msg }])
    })
  }
})
