import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { HarnessError } from '../model/failure.ts'
import { findDocument } from './find-document.ts'

const DOCUMENT = { openapi: '3.1.0', info: { title: 'Served {here} "so"', version: '1' }, paths: {} }
const JSON_TEXT = JSON.stringify(DOCUMENT)
const PAGE = `window.onload = function() {\n  var options = {\n  "swaggerDoc": ${JSON.stringify(DOCUMENT, undefined, 2)},\n  "customOptions": {}\n};\n}`

/** The document that is found of a server with these texts at these paths. */
async function find(served: Readonly<Record<string, string>>, named?: string, base = '/'): Promise<unknown> {
  const server = createServer((request, response) => {
    const text = served[request.url ?? '']
    response.writeHead(text === undefined ? 404 : 200).end(text)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  try {
    const { port } = server.address() as AddressInfo
    return await findDocument(new URL(base, `http://127.0.0.1:${port}`), named, 5_000).catch((error: unknown) => {
      if (error instanceof HarnessError) return `${error.code} ${error.message}`
      throw error
    })
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

describe('the document of a server', () => {
  const rows: readonly (readonly [title: string, served: Readonly<Record<string, string>>, base?: string])[] = [
    ['at /openapi.json', { '/openapi.json': JSON_TEXT }],
    ['below the address', { '/v1/openapi.json': JSON_TEXT, '/openapi.json': '{"openapi":"3.0.0"}' }, '/v1'],
    ['beside the address', { '/api-docs': JSON_TEXT }, '/v1'],
    ['behind a page of another kind', { '/openapi.json': '<html>Not here</html>', '/docs-json': JSON_TEXT }],
    ['inside of the script of a page', { '/api-docs': '<html></html>', '/api-docs/swagger-ui-init.js': PAGE }],
  ]
  for (const [title, served, base] of rows)
    it(`is found ${title}`, async () => {
      expect(await find(served, undefined, base)).to.deep.equal(DOCUMENT)
    })

  it('is found as YAML', async () => {
    expect(await find({ '/openapi.yaml': 'openapi: 3.1.0\npaths: {}' })).to.deep.equal({ openapi: '3.1.0', paths: {} })
  })

  it('is read from a path of the server, before a file of that name', async () => {
    expect(await find({ '/v1/docs': PAGE }, '/v1/docs')).to.deep.equal(DOCUMENT)
    const folder = mkdtempSync(join(tmpdir(), 'svc-document-'))
    const file = join(folder, 'a.json')
    try {
      writeFileSync(file, '{"openapi":"3.0.0"}')
      expect(await find({ [file]: JSON_TEXT }, file)).to.deep.equal(DOCUMENT)
      expect(await find({}, file)).to.deep.equal({ openapi: '3.0.0' })
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('is asked for where it is at no usual place', async () => {
    expect(await find({})).to.match(
      /^SVC_DOCUMENT_MISSING no OpenAPI document at .*\/openapi\.json and \d+ other usual places; name it/,
    )
    expect(await find({}, '/v1/docs')).to.match(
      /^SVC_DOCUMENT_MISSING .*\/v1\/docs answers 404; name the OpenAPI document/,
    )
    expect(await find({}, 'missing.json')).to.equal('SVC_DOCUMENT_MISSING --openapi missing.json does not exist')
    expect(await find({}, 'http://elsewhere.example/a')).to.match(/^SVC_SERVER_ADDRESS /)
  })
})
