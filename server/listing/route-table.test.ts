import { expect } from 'chai'
import { BEARER, SESSION } from '../model/carrier.ts'
import { type AuthDescription, describeLeaf, formatAuth } from '../model/description.ts'
import type {
  AuthLevel,
  EffectiveAuth,
  Method,
  MiddlewareLevel,
  MiddlewareLink,
  Operation,
} from '../model/operation.ts'
import { formatAuthChange } from '../dev/auth-changes.ts'
import { createPaint } from '../base/paint.ts'
import { describeOperation } from './route-json.ts'
import { formatRouteTable } from './route-table.ts'
import { compareRoutesLocks, formatRoutesLock } from './routes-lock.ts'

const bearer: AuthDescription = describeLeaf(BEARER, { name: 'TokenAuth' })
const key: AuthDescription = describeLeaf({ in: 'header', name: 'X-Key' }, { name: 'Key' })
const superuser: AuthDescription = describeLeaf(SESSION, { name: 'fwAuthSuperuser', superuser: true })

function operationOf(name: string, description: AuthDescription | null | undefined, level: AuthLevel): Operation {
  const [method, path] = name.split(' ') as [Method, string]
  const source = level === 'none' ? undefined : { file: `${process.cwd()}/routes/x.ts`, line: 4 }
  const auth: EffectiveAuth = { value: description, description, level, source }
  return { id: name, method, path, auth, options: {}, middleware: [], handler: () => undefined, source }
}

const OPERATIONS: readonly Operation[] = [
  operationOf('GET /', bearer, 'operation'),
  operationOf('DELETE /pets/[id]', { kind: 'list', members: [bearer, key] }, 'folder'),
  operationOf('GET /open', null, 'file'),
  operationOf('GET /none', undefined, 'none'),
  operationOf('GET /admin', { kind: 'optional', member: superuser }, 'api'),
]

describe('formatRouteTable', () => {
  it('shows the middleware of an operation below it, outermost first, where it is asked to', () => {
    const [operation] = OPERATIONS as [Operation]
    const linkOf = (level: MiddlewareLevel, file: string, line: number): MiddlewareLink => ({
      run: () => undefined,
      level,
      source: { file: `${process.cwd()}/${file}`, line },
    })
    const middleware = [linkOf('api', 'svc.config.ts', 3), linkOf('folder', 'routes/_middleware.ts', 2)]
    const operations = [{ ...operation, middleware }]
    const lines = ['GET  /  TokenAuth  operation  routes/x.ts:4']
    expect(formatRouteTable(operations, '', createPaint(false))).to.deep.equal(lines)
    expect(formatRouteTable(operations, '', createPaint(false), { verbose: true })).to.deep.equal([
      ...lines,
      '     middleware  api  svc.config.ts:3',
      '     middleware  folder  routes/_middleware.ts:2',
    ])
  })

  it('aligns method, path, auth, level and place', () => {
    expect(formatRouteTable(OPERATIONS, '/api', createPaint(false))).to.deep.equal([
      'GET     /api            TokenAuth                  operation  routes/x.ts:4',
      'DELETE  /api/pets/[id]  [TokenAuth, Key]           folder     routes/x.ts:4',
      'GET     /api/open       public                     file       routes/x.ts:4',
      'GET     /api/none       undeclared                 none',
      'GET     /api/admin      optional(fwAuthSuperuser)  api        routes/x.ts:4',
    ])
  })

  it('leaves out the level in a narrow terminal, and no place of another line for one long list', () => {
    expect(formatRouteTable(OPERATIONS, '/api', createPaint(false), { columns: 60 })).to.deep.equal([
      'GET     /api            TokenAuth              routes/x.ts:4',
      'DELETE  /api/pets/[id]  [TokenAuth, Key]       routes/x.ts:4',
      'GET     /api/open       public                 routes/x.ts:4',
      'GET     /api/none       undeclared',
      'GET     /api/admin      optional(fwAuthSuperuser)  routes/x.ts:4',
    ])
  })

  it('makes public operations stand out', () => {
    const [line = ''] = formatRouteTable([operationOf('GET /open', null, 'file')], '', createPaint(true))
    expect(line).to.contain('\u001B[33mpublic')
  })
})

describe('describeOperation', () => {
  it('gives an operation as data, with files relative to the working directory', () => {
    expect(describeOperation(operationOf('GET /x', bearer, 'operation'), '/api')).to.deep.equal({
      id: 'GET /x',
      method: 'GET',
      path: '/api/x',
      public: false,
      auth: { label: 'TokenAuth', level: 'operation', description: bearer, source: { file: 'routes/x.ts', line: 4 } },
      source: { file: 'routes/x.ts', line: 4 },
    })
    expect(describeOperation(operationOf('GET /none', undefined, 'none'), '')).to.deep.equal({
      id: 'GET /none',
      method: 'GET',
      path: '/none',
      public: true,
      auth: { label: 'undeclared', level: 'none' },
    })
  })
})

describe('svc.routes.lock', () => {
  const text = formatRoutesLock(OPERATIONS, '/api', true)

  it('holds kind and place of every credential, sorted', () => {
    expect(text.split('\n').slice(1)).to.deep.equal([
      'DELETE /api/pets/[id]  [TokenAuth (bearer), Key (header X-Key)]',
      'GET /api  TokenAuth (bearer)',
      'GET /api/admin  optional(fwAuthSuperuser (superuser session))',
      'GET /api/none  undeclared',
      'GET /api/open  public',
      '',
    ])
  })

  const session = describeLeaf(SESSION, { name: 'fwAuth' })
  const cookie = describeLeaf({ in: 'cookie', name: 'key' }, { name: 'Key' })
  const rows: readonly (readonly [
    name: string,
    description: AuthDescription | null,
    ofOperation: boolean | undefined,
    ofApi: boolean | undefined,
    line: string,
  ])[] = [
    ['POST /', session, undefined, true, 'POST /  fwAuth (session), csrf'],
    ['POST /', session, undefined, false, 'POST /  fwAuth (session)'],
    ['POST /', session, undefined, undefined, 'POST /  fwAuth (session)'],
    ['POST /', session, false, true, 'POST /  fwAuth (session)'],
    ['POST /', session, true, undefined, 'POST /  fwAuth (session), csrf'],
    ['GET /', session, undefined, true, 'GET /  fwAuth (session)'],
    ['GET /', session, true, true, 'GET /  fwAuth (session)'],
    ['PUT /', cookie, undefined, true, 'PUT /  Key (cookie key), csrf'],
    [
      'PUT /',
      { kind: 'list', members: [key, cookie] },
      undefined,
      true,
      'PUT /  [Key (header X-Key), Key (cookie key)], csrf',
    ],
    ['PUT /', key, undefined, true, 'PUT /  Key (header X-Key)'],
    ['POST /', null, undefined, true, 'POST /  public'],
    ['POST /', null, true, undefined, 'POST /  public, csrf'],
  ]
  for (const [name, description, ofOperation, ofApi, line] of rows) {
    const words = `csrf ${ofOperation} of an operation and ${ofApi} of the API`
    it(`of ${name} with ${description ? formatAuth(description) : 'no auth'}, ${words} is ${line}`, () => {
      const options = ofOperation === undefined ? {} : { csrf: ofOperation }
      const operation = { ...operationOf(name, description, 'operation'), options }
      expect(formatRoutesLock([operation], '', ofApi).split('\n')[1]).to.equal(line)
    })
  }

  it('says of each operation what changed, and nothing where nothing did', () => {
    const edited = text
      .replace('GET /api  TokenAuth (bearer)', 'GET /api  public')
      .replace('GET /api/none  undeclared\n', '')
      .replace('GET /api/open  public', 'POST /api/open  public')
    expect(compareRoutesLocks(text, text)).to.deep.equal([])
    expect(compareRoutesLocks(text.replaceAll('\n', '\r\n'), text)).to.deep.equal([])
    expect(compareRoutesLocks(text, edited).map(formatAuthChange)).to.deep.equal([
      'GET /api  TokenAuth (bearer) -> public',
      'GET /api/none  undeclared -> gone',
      'GET /api/open  public -> gone',
      'POST /api/open  new: public',
    ])
  })
})
