import { expect } from 'chai'
import type { BodyMember } from '../model/route.ts'
import { readDocument } from './document.ts'

const SCHEMAS = {
  Scope: { type: 'string', enum: ['user', 'workspace'] },
  Place: { $ref: '#/components/schemas/Scope' },
}

function memberOf(schema: object): BodyMember | undefined {
  const content = { 'application/json': { schema: { type: 'object', properties: { scope: schema } } } }
  const operation = { requestBody: { content }, responses: {} }
  const paths = { '/secrets': { post: operation } }
  const [route] = readDocument({ openapi: '3.1.0', info: {}, paths, components: { schemas: SCHEMAS } }).routes
  return route?.inputs?.body[0]
}

describe('a member of a body', () => {
  const ref = { $ref: '#/components/schemas/Scope' }
  for (const [how, schema] of Object.entries({
    'a reference': ref,
    'a title beside a reference': { allOf: [ref], title: 'The scope', default: 'workspace' },
    'a reference to a reference': { allOf: [{ $ref: '#/components/schemas/Place' }], title: 'The scope' },
    'what may be null': { anyOf: [{ type: 'null' }, ref] },
  }))
    it(`has the words of its schema: ${how}`, () => {
      const member = memberOf(schema)
      expect([member?.type, member?.isChoice, member?.choices]).to.deep.equal(['string', true, ['user', 'workspace']])
      expect(['user', 'workspace']).to.include(member?.sample)
    })

  it('has a type of its own beside a reference', () => {
    expect(memberOf({ allOf: [ref, { description: 'more' }], type: 'string' })?.isChoice).to.equal(false)
  })
})
