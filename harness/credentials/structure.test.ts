import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { readFixtures } from './read.ts'
import { secret } from './secret.ts'
import { checkStructure } from './structure.ts'

const CANARY = 'canary-secret'

describe('checkStructure', () => {
  const wrong: readonly (readonly [fixtures: object, message: string])[] = [
    [{ credentials: CANARY }, 'credentials must be an object; got a text'],
    [{ credentials: [CANARY] }, 'credentials must be an object; got a list'],
    [{ credentials: { Token: CANARY } }, 'credentials.Token must be an object, such as { valid: … }; got a text'],
    [
      { credentials: { Token: secret(CANARY) } },
      'credentials.Token must be an object, such as { valid: … }; got an object',
    ],
    [{ credentials: { Token: null } }, 'credentials.Token must be an object, such as { valid: … }; got nothing'],
    [
      { credentials: { Token: { valid: 12345678 } } },
      "credentials.Token.valid must be a text, secret('NAME') or an object; got a number",
    ],
    [
      { credentials: { Token: { valid: [CANARY] } } },
      "credentials.Token.valid must be a text, secret('NAME') or an object; got a list",
    ],
    [
      { credentials: { Token: { valid: { ann: 12345678 } } } },
      "credentials.Token.valid.ann must be a text, secret('NAME') or an object; got a number",
    ],
    [
      { credentials: { Token: { ann: true } } },
      "credentials.Token.ann must be a text, secret('NAME') or an object; got a boolean",
    ],
    [
      { credentials: { Token: { invalid: ['a', 7] } } },
      "credentials.Token.invalid[1] must be a text, secret('NAME') or an object; got a number",
    ],
    [
      { credentials: { B: { valid: { username: 'ann', password: 12345678 } } } },
      "credentials.B.valid.password must be a text or secret('NAME'); got a number",
    ],
    [
      { credentials: { C: { valid: { headers: CANARY } } } },
      'credentials.C.valid.headers must be an object; got a text',
    ],
    [
      { credentials: { C: { valid: { cookies: { sid: 12345678 } } } } },
      "credentials.C.valid.cookies.sid must be a text or secret('NAME'); got a number",
    ],
    [
      { credentials: { fwAuth: { ann: { session: CANARY } } } },
      'credentials.fwAuth.ann.session must be an object; got a text',
    ],
    [
      { credentials: { T: { login: { request: { path: '/in' }, take: { json: '/t' }, refresh: 300 } } } },
      'credentials.T.login.refresh: seconds after which the login is repeated have another name. Write renewAfter: 300; ' +
        'refresh is the request that gives a new token.',
    ],
    [{ credentials: { T: { login: CANARY } } }, 'credentials.T.login must be an object; got a text'],
    [
      { credentials: { T: { login: { request: CANARY, take: {} } } } },
      'credentials.T.login.request must be an object; got a text',
    ],
    [
      { credentials: { T: { login: { request: { path: '/' }, take: CANARY } } } },
      'credentials.T.login.take must be an object; got a text',
    ],
    [
      { credentials: { T: { login: { request: { path: '/' } } } } },
      'credentials.T.login.take must be an object; got nothing',
    ],
    [{ users: CANARY }, 'users must be an object; got a text'],
    [{ users: { ann: { roles: CANARY } } }, 'users.ann.roles must be a list; got a text'],
    [{ routes: { 'GET /a': CANARY } }, 'routes, GET /a must be an object; got a text'],
    [
      { routes: { 'GET /a': { headers: { key: 12345678 } } } },
      "routes, GET /a.headers.key must be a text or secret('NAME'); got a number",
    ],
    [
      { routes: { 'GET /a': { multipart: { file: { filename: 'a', content: undefined } } } } },
      'routes, GET /a.multipart.file.content must be a text; got nothing',
    ],
    [{ roles: { 'GET /a': { allow: CANARY } } }, 'roles, GET /a.allow must be a list; got a text'],
    [{ login: CANARY }, 'login must be an object; got a text'],
    [
      { login: { request: { path: '/', form: { password: 12345678 } } } },
      "login.request.form.password must be a text or secret('NAME'); got a number",
    ],
    [{ logout: {} }, 'logout.request must be an object; got nothing'],
    [{ logout: [{ request: { path: '/' } }, {}] }, 'logout[1].request must be an object; got nothing'],
    [{ policy: CANARY }, 'policy must be an object; got a text'],
  ]
  for (const [fixtures, message] of wrong) {
    it(`says of ${message.split(' must')[0]} what it must be, and not what it is`, () => {
      expect(() => checkStructure(fixtures, 'auth.yaml'))
        .to.throw(Error)
        .with.property('message', `auth.yaml  ${message}`)
    })
  }

  const misspelt: readonly (readonly [fixtures: object, message: string])[] = [
    [{ users: { ann: { role: ['user'] } } }, 'users.ann: there is no key "role". Did you mean "roles"?'],
    [{ roles: { 'GET /a': { dny: ['ann'] } } }, 'roles, GET /a: there is no key "dny". Did you mean "deny"?'],
    [{ routes: { 'GET /a': { parms: {} } } }, 'routes, GET /a: there is no key "parms". Did you mean "params"?'],
    [
      { routes: { 'GET /a': { expect: { denied: { status: 403, body: {} } } } } },
      'routes, GET /a.expect.denied: there is no key "body". Known: status, detail.',
    ],
    [
      { routes: { 'GET /a': { ignore: [{ scenario: 'x', reson: 'y' }] } } },
      'routes, GET /a.ignore[0]: there is no key "reson". Did you mean "reason"?',
    ],
    [
      { routes: { 'GET /a': { as: { header: {} } } } },
      'routes, GET /a.as: there is no key "header". Did you mean "headers"?',
    ],
    [
      { login: { request: { path: '/', url: '/' } } },
      'login.request: there is no key "url". Known: method, path, headers, form, json, body.',
    ],
    [{ logout: { request: { path: '/' }, wrong: { path: '/' } } }, 'logout: there is no key "wrong". Known: request.'],
    [
      { credentials: { T: { login: { request: { path: '/' }, take: { json: '/a' }, refesh: 3 } } } },
      'credentials.T.login: there is no key "refesh". Did you mean "refresh"?',
    ],
    [
      { routes: { POST: { '/hook': {} } } },
      'routes: "POST" is a method, and not a route. A route is one key, in quotes: \'POST /path\'.',
    ],
    [
      { roles: { get: null } },
      'roles: "get" is a method, and not a route. A route is one key, in quotes: \'GET /path\'.',
    ],
    [
      { credentials: { T: { valid: { headers: { 'X-Signature': 'a', signs: ['body'] } } } } },
      'credentials.T.valid.headers: "signs" is not one of them. It belongs beside headers: { headers: …, signs: … }.',
    ],
    [
      { credentials: { T: { login: { request: { path: '/' }, take: { jsn: '/a' } } } } },
      'credentials.T.login.take: there is no key "jsn". Did you mean "json"?',
    ],
  ]
  for (const [fixtures, message] of misspelt) {
    it(`refuses what would be passed over: ${message}`, () => {
      expect(() => checkStructure(fixtures, 'auth.yaml')).to.throw(`auth.yaml  ${message}`)
    })
  }

  it('takes what the types of fixtures allow', () => {
    const request = { path: '/login', form: { username: 'ann', password: secret('PW') } }
    checkStructure(
      {
        users: { ann: { roles: ['admin'], principal: 7 }, root: {} },
        credentials: {
          Token: { valid: secret('A'), invalid: ['x', { from: '192.0.2.1', headers: { a: 'b' } }], principal: [1] },
          Basic: { ann: { username: 'ann', password: secret('PW') }, root: { session: { id: 1 } } },
          Login: { login: { as: 'ann', request, take: { json: '/token' }, renewAfter: 3 } },
          Users: { valid: { ann: 'a', root: { login: { request, take: { cookie: 'sid' } } } } },
          None: {},
        },
        routes: { 'GET /a': { params: { id: 7 }, query: { q: 'x' }, allow: ['ann'], body: [1] }, 'GET /b': undefined },
        roles: { 'GET /a': { deny: ['root'] } },
        login: { request, wrong: request, take: { cookie: 'sid' } },
        logout: { request: { path: '/logout' } },
        policy: { undeclared: 'allow' },
      },
      'auth.yaml',
    )
  })
})

describe('readFixtures', () => {
  const broken: readonly (readonly [what: string, text: string])[] = [
    ['an alias of nothing', `credentials:\n  Token:\n    valid: *${CANARY}\n`],
    ['a key given twice', `credentials:\n  ${CANARY}: 1\n  ${CANARY}: 2\n`],
    ['a value that goes on', `credentials:\n  Token: "${CANARY}\n`],
    ['a reserved character', `credentials:\n  Token: @${CANARY}\n`],
    ['a tag', `credentials:\n  Token: !${CANARY} x\n`],
    ['an object that goes on', `{ "credentials": { "Token": "${CANARY}" `],
    ['a credential that is a text', `credentials:\n  Token: ${CANARY}\n`],
  ]
  for (const [what, text] of broken) {
    it(`repeats nothing of a file with ${what}`, async () => {
      const folder = mkdtempSync(join(tmpdir(), 'svc-fixtures-'))
      try {
        writeFileSync(join(folder, 'auth.yaml'), text)
        const error = await readFixtures('auth.yaml', folder, () => Promise.reject(new Error('no module'))).then(
          () => undefined,
          (thrown: Error) => thrown,
        )
        const shown = `${error?.stack} ${String(error?.cause)}`
        expect([error?.name, /auth\.yaml/.test(shown), shown.includes(CANARY)]).to.deep.equal([
          'HarnessError',
          true,
          false,
        ])
      } finally {
        rmSync(folder, { recursive: true })
      }
    })
  }
})
