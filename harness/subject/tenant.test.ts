import { expect } from 'chai'
import type { Credential } from '../model/fixtures.ts'
import { tenantOf } from './tenant.ts'

type Given = Pick<Credential, 'value' | 'principal'>

const credential = (given: Given): Credential => ({
  authenticator: 'Token',
  user: 'ann',
  origin: 'literal',
  synthetic: false,
  ...given,
})
const key = (value: string, principal?: unknown): Given => ({ value: { type: 'key', value }, principal })
const token = (claims: object): string => {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'HS256' })}.${part(claims)}.c2ln`
}

describe('the tenant of a user', () => {
  const CASES: readonly (readonly [title: string, given: Given, tenant: string | undefined])[] = [
    ['of the principal', key('k', { user: 'ann', tenant: 'acme' }), 'acme'],
    ['with a number', key('k', { user: 'ann', orgId: 7 }), '7'],
    ['that is an object', key('k', { user: 'ann', workspace: { id: 7, name: 'Acme' } }), '7'],
    ['of the claims of a token', key(token({ sub: 'ann', account_id: 'acme' })), 'acme'],
    [
      'of a header field of the credential',
      { value: { type: 'parts', headers: { 'X-Tenant-Id': 'acme', 'X-Token': 'k' } } },
      'acme',
    ],
    ['that no name says', key('k', { user: 'ann', role: 'staff', orgChart: 'x' }), undefined],
    ['that is empty', key('k', { tenant: '' }), undefined],
    ['of a text that only looks like a token', key('eyJx.eyJ.x'), undefined],
    ['of a user and a password', { value: { type: 'basic', username: 'ann', password: 'p' } }, undefined],
  ]
  for (const [title, given, tenant] of CASES)
    it(`${title}: ${tenant}`, () => expect(tenantOf(credential(given))).to.equal(tenant))
})
