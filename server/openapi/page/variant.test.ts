import { expect } from 'chai'
import type { ShownDocument, ShownOperation } from './scalar.ts'
import { pageVariant } from './variant.ts'

const SCHEMES = {
  Token: { type: 'http', scheme: 'bearer' },
  Key: { type: 'apiKey', in: 'query', name: 'api_key' },
  fwAuth: { type: 'apiKey', in: 'cookie', name: 'sid' },
  Issued: { type: 'openIdConnect', description: 'Of the provider.' },
} as const

function shown(operation: ShownOperation, more: ShownDocument = {}): ShownOperation | undefined {
  const document = { paths: { '/x': { get: operation } }, components: { securitySchemes: SCHEMES }, ...more }
  return pageVariant(document, 'sid').paths?.['/x']?.get
}

const badges = (operation: ShownOperation): unknown => shown(operation)?.['x-badges']?.map(({ name }) => name)

describe('the document as the page shows it', () => {
  it('has no list of credentials: that is the panel', () => {
    const describe = (description: string): string | undefined =>
      pageVariant({ info: { title: 'Pets', description } }, 'sid').info?.description
    expect(describe('About pets.\n\n## Credentials\n\n- **Token**: …')).to.equal('About pets.')
    expect(describe('About pets.')).to.equal('About pets.')
  })

  it('has a badge with the name and the place of each scheme, once', () => {
    expect(badges({ security: [{ Token: [], Key: [] }, { Token: [] }, {}] })).to.deep.equal([
      'Token · header Authorization',
      'Key · query parameter api_key',
    ])
    expect(badges({ security: [{ fwAuth: [] }], 'x-badges': [{ name: 'Superuser' }] })).to.deep.equal([
      'fwAuth · session',
      'Superuser',
    ])
    expect(
      badges({ security: [{ Issued: ['pets:read'] }, { Issued: ['pets:read', 'pets:write'], Key: [] }] }),
    ).to.deep.equal(['Issued · header Authorization · pets:read · pets:write', 'Key · query parameter api_key'])
    expect(
      badges({ security: [{ Token: [], Key: [] }], 'x-svc-auth': { access: 'both Token and Key' } }),
    ).to.deep.equal(['both Token and Key', 'Token · header Authorization', 'Key · query parameter api_key'])
    expect(badges({ security: [], 'x-badges': [{ name: 'Public' }] })).to.deep.equal(['Public'])
  })

  it('has tokens of a provider as bearer tokens', () => {
    const schemes = pageVariant({ components: { securitySchemes: SCHEMES } }, 'sid').components?.securitySchemes
    expect(schemes?.['Issued']).to.deep.equal({ type: 'http', scheme: 'bearer', description: 'Of the provider.' })
    expect(schemes?.['Token']).to.deep.equal(SCHEMES.Token)
  })

  it('shows every declared body, and no other', () => {
    const declared = { description: 'OK', content: { 'application/json': { schema: { type: 'object' } } } }
    const responses = { 200: { description: 'OK', content: { 'application/json': { schema: {} } } }, 201: declared }
    expect(shown({ responses })?.responses).to.deep.equal({ 200: { description: 'OK' }, 201: declared })
  })

  const types = (schema: object, more: ShownDocument = {}): readonly string[] => {
    const content = { 'application/x-www-form-urlencoded': { schema }, 'multipart/form-data': { schema } }
    return Object.keys(shown({ requestBody: { content } }, more)?.requestBody?.content ?? {})
  }
  const FILE = { type: 'object', properties: { files: { type: 'array', items: { type: 'string', format: 'binary' } } } }

  it('begins with multipart where a file is in the body, behind a reference too', () => {
    expect(types(FILE)[0]).to.equal('multipart/form-data')
    const components = { securitySchemes: SCHEMES, schemas: { Upload: FILE } }
    expect(types({ $ref: '#/components/schemas/Upload' }, { components })[0]).to.equal('multipart/form-data')
    expect(types({ type: 'object', properties: { a: { type: 'string' } } })[0]).to.equal(
      'application/x-www-form-urlencoded',
    )
  })
})
