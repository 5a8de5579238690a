import { expect } from 'chai'
import { sampleRoute } from '../testdata/samples.ts'
import { findDocumented } from './documented.ts'

const SCHEMES = {
  key: { type: 'apiKey', in: 'header', name: 'X-Key' },
  token: { type: 'http', scheme: 'Bearer' },
  login: { type: 'apiKey', in: 'cookie', name: '__Host-sid' },
  other: { type: 'apiKey', in: 'cookie', name: 's__Host-id' },
  flow: { type: 'oauth2' },
}

function documented(security: unknown, more: object = {}): unknown {
  const operation = { responses: { 200: {}, 401: {} }, ...(security === undefined ? {} : { security }), ...more }
  const json = {
    paths: { '/pets': { get: operation } },
    components: { securitySchemes: SCHEMES },
    security: [{ token: [] }],
  }
  return findDocumented({ json, sessionCookie: 'sid' }, sampleRoute())
}

describe('the ways in that a document names', () => {
  const table: readonly (readonly [title: string, security: unknown, ways: readonly (readonly string[])[]])[] = [
    ['are in order, each once', [{ key: [] }, { token: [] }, { key: [] }], [['header x-key'], ['http bearer']]],
    ['do not depend on the order of what goes together', [{ token: [], key: [] }], [['header x-key', 'http bearer']]],
    ['know the cookie of sessions by either name', [{ login: [] }], [['cookie session']]],
    ['know another cookie by its whole name', [{ other: [] }], [['cookie s__Host-id']]],
    ['have the type of other schemes', [{ flow: [] }], [['oauth2']]],
    ['have one without anything', [{}], [[]]],
    ['are those of the whole document where the operation says nothing', undefined, [['http bearer']]],
  ]
  for (const [title, security, ways] of table) {
    it(title, () => expect(documented(security)).to.deep.include({ ways, isCustom: false, statuses: ['200', '401'] }))
  }

  it('are beside checks that no scheme describes', () => {
    const checks = [['isLocal'], []].map((custom) => documented([], { 'x-svc-auth': { custom } }))
    expect(checks.map((one) => (one as { isCustom: boolean }).isCustom)).to.deep.equal([true, false])
  })
})
