import { expect } from 'chai'
import { captureProgram } from '../../fixtures/captured.ts'
import { createSample, type SampleFolder } from '../../server/files/testdata/tree.ts'

const FILES = {
  'package.json': '{"type":"module"}',
  'svc.config.ts': `import { SvcAPI, defineConfig } from 'svc'
import { bearer, check, fwAuth, headerKey, optional, resource, fwAuthSuperuser } from 'svc/security'
const Token = bearer(() => ({ name: 'ann' }), { name: 'Token' })
const Key = headerKey('X-Key', () => ({ name: 'job' }), { name: 'Key' })
const order = resource('order', { load: () => ({}), may: () => true })
const item = resource('item', { parent: order, params: ['item'], load: () => ({}) })
const chief = check(Token, function isChief() { return true })
const api = new SvcAPI({ auth: Token, docs: false })
api.get('/pages', { auth: null }, () => 1)
api.get('/mixed', { auth: optional(Token) }, () => 1)
api.get('/me', {}, () => 1)
api.get('/jobs', { auth: Key }, () => 1)
api.get('/either', { auth: [Key, Token] }, () => 1)
api.get('/chief', { auth: chief }, () => 1)
api.get('/said', { auth: chief }, () => 1)
api.delete('/denied', {}, () => 1)
api.get('/orders/:id', { resource: order }, () => 1)
api.get('/orders/:id/items/:item', { resource: [order, item] }, () => 1)
api.get('/pages/:page', { resource: null }, () => 1)
api.get('/home', { auth: fwAuth }, () => 1)
api.get('/settings', { auth: fwAuthSuperuser }, () => 1)
export default defineConfig({ api })
`,
  'fixtures/auth.fixtures.ts': `import { session } from 'svc/testing'
export default {
  users: { ann: {}, sue: { roles: ['support'] }, job: {} },
  credentials: {
    // Nothing is sent, so neither variable has to be set.
    Token: { ann: '\${NOT_SET_ANN}', sue: '\${NOT_SET_SUE}' },
    Key: { job: '\${NOT_SET_JOB}' },
    fwAuth: { ann: session({}), sue: session({ isSuperuser: true }) },
  },
  roles: {
    'GET /said': { allow: ['support'], deny: ['ann'] },
    'DELETE /denied': { allow: ['support'], deny: 'rest' },
  },
  resources: { order: { of: { ann: { id: 1 }, sue: { id: 2 } }, shared: { 'GET /orders/[id]': ['support'] } } },
}
`,
}

const TABLE = `declared                        anonymous  ann               sue (support)     job
GET /pages                      open       open              open              open
GET /mixed                      open       may               may               open
GET /me                         no         may               may               no
GET /jobs                       no         no                no                may
GET /either                     no         may               may               may
GET /chief                      no         checked           checked           no
GET /said                       no         no                may               no
DELETE /denied                  no         no                may               no
GET /orders/[id]                no         may [order]       may [any order]   no
GET /orders/[id]/items/[item]   no         may [order, item]  may [order, item]  no
GET /pages/[page]               no         may               may               no
GET /home                       no         may               may               no
GET /settings                   no         no                may               no
`

/** Columns without what fills them. */
const cellsOf = (text: string): readonly (readonly string[])[] =>
  text.split('\n').map((line) => line.split(/ {2,}/).map((cell) => cell.trim()))

describe('svc routes --roles', () => {
  let sample: SampleFolder
  before(() => (sample = createSample(FILES)))
  after(() => sample.dispose())

  it('says for each user what routes and fixtures declare', async () => {
    const { exitCode, stdout, stderr } = await captureProgram(['routes', sample.root, '--roles'])
    expect({ exitCode, stderr }).to.deep.equal({ exitCode: 0, stderr: '' })
    expect(cellsOf(stdout)).to.deep.equal(cellsOf(TABLE))
  })

  it('gives the same as JSON', async () => {
    const { stdout } = await captureProgram(['routes', sample.root, '--roles', '--json'])
    const { users, routes } = JSON.parse(stdout) as { users: unknown; routes: { id: string }[] }
    expect(users).to.deep.equal([
      { name: 'anonymous', roles: [] },
      { name: 'ann', roles: [] },
      { name: 'sue', roles: ['support'] },
      { name: 'job', roles: [] },
    ])
    expect(routes.find(({ id }) => id === 'GET /orders/[id]')).to.deep.equal({
      id: 'GET /orders/[id]',
      access: {
        anonymous: { access: 'no' },
        ann: { access: 'may', resources: ['order'] },
        sue: { access: 'may', resources: ['order'], shared: ['order'] },
        job: { access: 'no' },
      },
    })
  })

  it('has a column for a good credential where the fixtures name no users', async () => {
    const named = sample.write('others.yaml', 'credentials: { Token: { valid: a-token-of-somebody } }')
    const { stdout } = await captureProgram(['routes', sample.root, '--roles', '--fixtures', named])
    expect(cellsOf(stdout).slice(0, 4)).to.deep.equal([
      ['declared', 'anonymous', 'valid'],
      ['GET /pages', 'open', 'open'],
      ['GET /mixed', 'open', 'may'],
      ['GET /me', 'no', 'may'],
    ])
  })

  it('refuses fixtures that name what is not there', async () => {
    const named = sample.write('wrong.yaml', 'credentials: { Tokn: { valid: a-token-of-somebody } }')
    const { exitCode, stdout, stderr } = await captureProgram(['routes', sample.root, '--roles', '--fixtures', named])
    expect({ exitCode, stdout }).to.deep.equal({ exitCode: 2, stdout: '' })
    expect(stderr).to.include('"Tokn"')
  })
})
