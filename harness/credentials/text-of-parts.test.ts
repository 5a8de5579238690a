import { expect } from 'chai'
import { type Carrier, describeLeaf } from '../../server/internal.ts'
import type { CredentialValue } from '../model/fixtures.ts'
import { textOfParts } from './text-of-parts.ts'

type Parts = Omit<Extract<CredentialValue, { type: 'parts' }>, 'type'>

const header: Carrier = { in: 'header', name: 'X-Signature' }

describe('parts of a request', () => {
  const table: readonly (readonly [title: string, carrier: Carrier, parts: Parts, text: object | undefined])[] = [
    ['are the text of a header', header, { headers: { 'x-signature': 'a' } }, { value: 'a' }],
    [
      'are the text with what it signs',
      header,
      { headers: { 'X-Signature': 'a' }, signs: ['body'] },
      { value: 'a', signs: ['body'] },
    ],
    ['are the text of a cookie', { in: 'cookie', name: 'sid' }, { cookies: { sid: 'a' } }, { value: 'a' }],
    ['are the text of a parameter', { in: 'query', name: 'key' }, { query: { key: 'a' } }, { value: 'a' }],
    [
      'are the token behind its scheme',
      { in: 'authorization', scheme: 'Bearer' },
      { headers: { Authorization: 'bearer a' } },
      { value: 'a' },
    ],
    [
      'are parts behind another scheme',
      { in: 'authorization', scheme: 'Bearer' },
      { headers: { Authorization: 'Token a' } },
      undefined,
    ],
    ['are parts in another header', header, { headers: { 'X-Key': 'a' } }, undefined],
    ['are parts in another place', header, { query: { 'X-Signature': 'a' } }, undefined],
    [
      'are the text of their header with the others beside it',
      header,
      { headers: { 'X-Signature': 'a', 'X-Time': '1' } },
      { value: 'a', beside: { headers: { 'X-Time': '1' } } },
    ],
    ['are parts where none is read', header, { headers: { 'X-Key': 'a', 'X-Time': '1' } }, undefined],
    ['are parts with an address', header, { headers: { 'X-Signature': 'a' }, from: '127.0.0.2' }, undefined],
    ['are parts for a function', { in: 'request' }, { headers: { 'X-Signature': 'a' } }, undefined],
  ]
  for (const [title, carrier, parts, text] of table)
    it(title, () => {
      const value: CredentialValue = { type: 'parts', ...parts }
      const leaves = [describeLeaf(carrier, { name: 'Hook' })]
      expect(textOfParts(value, leaves)).to.deep.equal(text === undefined ? value : { type: 'key', ...text })
    })
})
