import { expect } from 'chai'
import type { Loaded } from './load.ts'
import { PACKAGE, useProjects } from './testdata/projects.ts'
import type { Tree } from './testdata/tree.ts'

const CONFIG = `import { defineConfig } from 'svc'
export default defineConfig({ auth: null, base: '' })
`
const IMPORT = "import { operation } from 'svc'\n"
const ROUTE = `${IMPORT}export const GET = operation(() => 'served')\n`

/** Options that must not be served, and what is said of them. */
const WRONG: readonly (readonly [options: string, message: string])[] = [
  [
    'query: 42',
    'SVC_SCHEMA_INVALID routes/wrong.ts:2  query must be a Standard Schema validator (zod, valibot, arktype) or a plain shape such as { limit: Number, name: String }; got 42.',
  ],
  [
    'body: { pet: { name: String } }',
    'SVC_SCHEMA_INVALID routes/wrong.ts:2  body.pet must be String, Number, Boolean or a Standard Schema validator; got an object of Object. Plain shapes do not nest: use a validator for the inner object.',
  ],
  [
    'params: undefined',
    'SVC_SCHEMA_UNDEFINED routes/wrong.ts:2  params is undefined. Is an import misspelt? Leave it out otherwise.',
  ],
  [
    "headers: { 'not a name': String }",
    'SVC_HEADER_NAME routes/wrong.ts:2  headers names "not a name", which no header can be called.',
  ],
  [
    'response: { 99: { id: Number } }',
    'SVC_RESPONSE_INVALID routes/wrong.ts:2  response declares the status 99. An answer has one from 200 to 599.',
  ],
  [
    'response: { 204: { id: Number } }',
    'SVC_RESPONSE_INVALID routes/wrong.ts:2  response declares a body for 204, which cannot have one. Write 204: null.',
  ],
  [
    "operationId: 'served'",
    'SVC_OPERATION_ID_TWICE routes/wrong.ts:2  GET /wrong has the operationId "served" of GET /served. Rename one.',
  ],
  ['operationId: 7', 'SVC_OPTION_INVALID routes/wrong.ts:2  operationId must be a text without blanks; got 7.'],
  [
    "operationId: 'two words'",
    'SVC_OPTION_INVALID routes/wrong.ts:2  operationId must be a text without blanks; got "two words".',
  ],
  ["tags: 'pets'", 'SVC_OPTION_INVALID routes/wrong.ts:2  tags must be a list of texts; got "pets".'],
  [
    "includeInSchema: 'false'",
    'SVC_OPTION_INVALID routes/wrong.ts:2  includeInSchema must be true or false; got "false".',
  ],
  ["csrf: 'false'", 'SVC_OPTION_INVALID routes/wrong.ts:2  csrf must be true or false; got "false".'],
  [
    'summery: "x"',
    'SVC_OPTION_UNKNOWN routes/wrong.ts:2  an operation has no option "summery". Did you mean "summary"?',
  ],
]

describe('one wrong option', () => {
  const project = useProjects()

  const loadSample = (tree: Tree): Promise<Loaded> => project.load({ ...PACKAGE, 'svc.config.ts': CONFIG, ...tree })

  async function statusesOf({ api }: Loaded, requests: readonly string[]): Promise<readonly string[]> {
    return Promise.all(
      requests.map(async (request) => {
        const [method = '', path] = request.split(' ')
        return `${request} ${(await api.fetch(new Request(`http://localhost${path}`, { method }))).status}`
      }),
    )
  }

  const messages = ({ problems }: Loaded): readonly string[] =>
    problems.map(({ code, message }) => `${code} ${project.sample.strip(message)}`)

  for (const [options, message] of WRONG) {
    it(`closes its own file alone: ${options}`, async () => {
      const served = options.includes("'served'") ? ROUTE.replace('(() =>', "({ operationId: 'served' }, () =>") : ROUTE
      const loaded = await loadSample({
        routes: {
          'other.ts': ROUTE,
          'served.ts': served,
          'wrong.ts': `${IMPORT}export const GET = operation({ ${options} }, () => 1)\nexport const POST = operation(() => 1)\n`,
        },
      })
      expect(messages(loaded)).to.deep.equal([message])
      expect(await statusesOf(loaded, ['GET /other', 'GET /wrong', 'POST /wrong', 'DELETE /wrong'])).to.deep.equal([
        'GET /other 200',
        'GET /wrong 503',
        'POST /wrong 503',
        'DELETE /wrong 503',
      ])
    })
  }

  it('closes the path alone where the config declares it', async () => {
    const loaded = await loadSample({
      'svc.config.ts': `import { defineConfig, SvcAPI } from 'svc'
const api = new SvcAPI({ auth: null })
api.get('/wrong', { query: 42 as never }, () => 1)
api.get('/right', {}, () => 1)
export default defineConfig({ api, base: '' })`,
      routes: { 'other.ts': ROUTE },
    })
    expect(messages(loaded)).to.deep.equal([
      'SVC_SCHEMA_INVALID svc.config.ts:3  query must be a Standard Schema validator (zod, valibot, arktype) or a plain shape such as { limit: Number, name: String }; got 42.',
    ])
    expect(await statusesOf(loaded, ['GET /other', 'GET /right', 'GET /wrong'])).to.deep.equal([
      'GET /other 200',
      'GET /right 200',
      'GET /wrong 503',
    ])
  })
})
