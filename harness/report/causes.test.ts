import { expect } from 'chai'
import type { Verdict } from '../model/verdict.ts'
import { groupFindings, groupIds } from './causes.ts'
import { type Case, failed } from './testdata/failed.ts'

const BOB: Case = { names: ['role.bob'], family: 'role', calls: [] }
const KEY = { authenticator: 'Key' }

describe('causes of findings', () => {
  const CAUSES: readonly (readonly [cause: RegExp, ...cases: readonly Case[]])[] = [
    [/^whatever is sent passes: .*not awaited/, { names: ['key.prefix', 'key.wrong', 'probe.debug.wrong'], ...KEY }],
    [/^the route is not protected/, { names: ['missing', 'key.wrong', 'method.HEAD'], calls: [] }],
    [/^what the authenticator returns .* truthy/, { names: ['missing', 'probe.internal'] }],
    [/^refused requests are answered with a success/, { names: ['missing', 'key.wrong'], runs: 0, calls: [] }],
    [/^the handler runs though/, { names: ['missing', 'key.wrong'], code: 'handler-ran', calls: [] }],
    [/startsWith/, { names: ['key.first', 'key.half', 'key.prefix'], ...KEY }],
    [/endsWith$/, { names: ['key.tail'], ...KEY }],
    [
      /^the signature of a token is compared once/,
      { names: ['key.prefix', 'key.suffix', 'bearer.jwt-signature'], ...KEY },
    ],
    [/^the token is decoded/, { names: ['key.prefix', 'bearer.jwt-signature', 'bearer.jwt-claims'], ...KEY }],
    [/^upper and lower case are one/, { names: ['key.tail-case', 'key.case'], ...KEY }],
    [/^only the first characters are compared/, { names: ['key.prefix', 'key.half', 'key.suffix'], ...KEY }],
    [/^the end of the key is not compared/, { names: ['key.prefix', 'key.suffix', 'key.last-char'], ...KEY }],
    [/^only the length/, { names: ['key.same-length', 'key.wrong', 'key.reversed'], ...KEY }],
    [
      /^HEAD is not guarded/,
      { names: ['method.HEAD', 'method.HEAD.wrong'] },
      { names: ['late.optional.method.HEAD', 'optional.method.HEAD.wrong'] },
    ],
    [/^a user passes who may not/, { names: ['claim.role-header', 'role.bob', 'role.bob.HEAD'], family: 'role' }],
    // One route takes several credentials of the user, and another only one of them.
    [
      /^a user passes who may not/,
      { ...BOB, authenticator: 'Session' },
      { ...BOB, ...KEY },
      { ...BOB, route: 'GET /y', ...KEY },
    ],
    [/Cache-Control/, { names: ['missing', 'key.wrong'], code: 'cache' }],
    [/holds a credential/, { names: ['missing', 'key.wrong'], code: 'leak' }],
    [
      /^what one request was allowed is kept/,
      { names: ['keepalive.carryover', 'key.first'], ...KEY },
      { names: ['valid.HEAD', 'repeat.valid-after'], code: 'principal', ...KEY },
    ],
    [
      /^what one request was allowed is kept/,
      { names: ['keepalive.carryover', 'key.first'], calls: [], ...KEY },
      { names: ['method.HEAD'], calls: [] },
      { names: ['missing'], route: 'POST /y', calls: [] },
    ],
    [
      /^the route is not protected/,
      { names: ['missing'], calls: [], sent: ['GET /y'] },
      { names: ['path.without-last'], calls: [], route: 'GET /y/[id]', sent: ['GET /y/'] },
    ],
    [
      /^the route is not protected/,
      { names: ['missing', 'key.wrong'], calls: [], route: 'GET /y/', sent: ['GET /y/', 'GET /y/'] },
      {
        names: ['method.x-method-override', 'method.query-_method'],
        calls: [],
        route: 'POST /y/',
        sent: ['GET /y/', 'GET /y/?_method=POST'],
      },
    ],
    // Only the whole shows that every request gets in, whatever is sent.
    [
      /^what one request was allowed is kept/,
      { names: ['keepalive.carryover', 'key.half'], ...KEY },
      { names: ['valid.last'], code: 'principal', ...KEY },
      { names: ['method.HEAD'] },
      { names: ['path.raw-space'] },
      { names: ['probe.debug'] },
    ],
    [
      /^what one request was allowed is kept/,
      { names: ['bearer.jwt-claims', 'key.half'], calls: [], ...KEY },
      { names: ['users.in-turn'], code: 'other-user', calls: [], ...KEY },
      { ...BOB, route: 'GET /y', ...KEY },
      { names: ['valid'], code: 'forbidden', route: 'GET /z', calls: [], ...KEY },
      { names: ['flow.other-token'], route: 'POST /login', calls: [] },
    ],
    [
      /^whatever is sent passes/,
      { names: ['key.wrong'], calls: [], ...KEY },
      { names: ['users.in-turn'], code: 'other-user', calls: [], ...KEY },
    ],
    [
      /^the user is taken from a place/,
      {
        names: ['users.in-turn'],
        code: 'other-user',
        sent: ['GET /x  Authorization: Bearer [ann]  X-User: bob  X-User-Id: bob'],
        ...KEY,
      },
    ],
    [/^cause of users\.in-turn$/, { names: ['users.in-turn'], code: 'other-user', ...KEY }],
    [
      /promise/,
      { names: ['key.wrong'], ...KEY },
      { names: ['valid'], code: 'principal', got: 'a promise that was not awaited', ...KEY },
    ],
    // As JavaScript writes it where the handler answers with it.
    [/^the result of an async check is not awaited/, { names: ['key.wrong'], got: '200 [object Promise]', ...KEY }],
    [
      /^the route is not protected/,
      { names: ['missing', 'key.wrong'], calls: [], ...KEY },
      { names: ['key.prefix'], route: 'GET /y', calls: [], ...KEY },
      { names: ['missing', 'key.wrong'], code: 'crash', route: 'GET /z', calls: [], ...KEY },
      { names: ['missing'], code: 'crash', route: 'POST /z', calls: [] },
      { names: ['method.query-_method'], route: 'POST /z', calls: [] },
    ],
    [/^HEAD is not guarded/, { names: ['role.bob.HEAD'], family: 'role' }, { names: ['method.HEAD'] }],
    [/path/, { names: ['path.upper'] }, { names: ['path.mixed'], code: 'crash' }],
    [
      /^the guard compares the whole address/,
      { names: ['bearer.query-token', 'query.twice'], sent: ['GET /x?q=1&token=[key]', 'GET /x?q=1&k=a&k=b'], ...KEY },
      { names: ['level.foreign-Other'], sent: ['GET /x?q=1&other=[key]'], authenticator: 'Other', calls: [] },
      {
        names: ['probe.query-debug-1', 'probe.query-test-1', 'probe.target-oversize', 'path.public-query'],
        sent: ['GET /x?q=1&debug=1', 'GET /x?q=1&test=1', 'GET /x?q=1&x=x', 'GET /x?q=1&svc=/login'],
      },
      { names: ['path.hash'], sent: ['GET /x?q=1#'] },
    ],
    [
      /^what a good credential gets is kept/,
      { names: ['repeat.around-good'], statuses: [401, 200, 200], ...KEY },
      { names: ['missing', 'key.wrong'], calls: [], ...KEY },
      { names: ['missing', 'key.wrong'], route: 'POST /y', calls: [], ...KEY },
    ],
    [
      /^the route is not protected/,
      { names: ['repeat.around-good'], calls: [], ...KEY },
      { names: ['missing', 'key.wrong'], calls: [], ...KEY },
    ],
    [
      /^the signature of the credential is not verified/,
      { names: ['key.prefix', 'key.half', 'key.suffix', 'key.other-signature', 'key.no-signature'], ...KEY },
    ],
    [/^a credential without its signature/, { names: ['key.no-signature'], ...KEY }],
    [/startsWith/, { names: ['key.prefix', 'key.half', 'key.first', 'key.no-signature'], ...KEY }],
    // One of the switches that are sent together is the one that opens the route alone.
    [
      /^cause of probe/,
      {
        names: ['probe.query-debug-1', 'probe.query-other-switches'],
        sent: ['GET /x?debug=1', 'GET /x?admin=1&auth=0&debug=true&internal=1&test=true'],
      },
    ],
    [
      /^a user passes who may not/,
      { names: ['role.bob'], sent: ['GET /x'], ...KEY },
      {
        names: ['claim.a-query', 'claim.b-query', 'claim.c-query'],
        sent: ['GET /x?a=1', 'GET /x?b=1', 'GET /x?c=1&d=1'],
      },
    ],
    [
      /^the guard and the router look at two addresses/,
      { names: ['path.encoded-first', 'path.public-rewritten'] },
      { names: ['probe.x-rewrite-url'] },
    ],
    [
      /^whatever is sent passes/,
      { names: ['key.wrong'], calls: [], ...KEY },
      { names: ['level.foreign-Other'], authenticator: 'Other', calls: [] },
    ],
    // An authenticator lets in on one route a part of that which it lets in on another.
    [
      /startsWith/,
      { names: ['key.empty', 'key.prefix', 'key.half'], ...KEY },
      { names: ['key.empty'], route: 'POST /y', ...KEY },
    ],
    [
      /^the route is not protected/,
      { names: ['missing'], calls: [], ...KEY },
      { names: ['missing'], route: 'GET /y', calls: [] },
    ],
    [
      /^HEAD is not guarded/,
      { names: ['method.HEAD'] },
      { names: ['role.bob.HEAD'], family: 'role', route: 'GET /y', ...KEY },
      { names: ['valid.HEAD', 'role.bob.HEAD'], code: 'crash', got: '500', route: 'GET /z', ...KEY },
    ],
    [
      /^the guard knows GET only/,
      { names: ['missing', 'key.wrong'], route: 'POST /x', calls: [] },
      { names: ['flow.replay-after-logout'], route: 'POST /x', calls: [] },
      { names: ['method.HEAD'], route: 'GET /y', calls: [] },
      { names: ['valid.HEAD'], code: 'crash', route: 'GET /z' },
    ],
    // The refusal that leaks stands where a good credential is refused, too.
    [
      /^an answer holds a credential/,
      { names: ['missing', 'key.wrong'], code: 'leak', got: 'body {"detail":"not the key"}' },
      { names: ['valid.Key', 'role.ann'], code: 'refused', got: '401 {"detail":"not the key"}', ...KEY },
    ],
    [
      /^a guard refuses a user who may/,
      { names: ['valid'], code: 'forbidden', ...KEY },
      { names: ['role.bob'], family: 'role', ...KEY },
    ],
    [/users? exist/, { names: ['login.enumeration'], code: 'oracle' }],
    [
      /^only the beginning of the password/,
      { names: ['flow.empty-password', 'flow.password-prefix', 'flow.password-is-user'] },
    ],
    [/^a login passes with any password/, { names: ['flow.wrong-password', 'flow.password-prefix'] }],
    [
      /^a user who does not exist passes/,
      { names: ['flow.unknown-user-wrong', 'flow.unknown-user', 'flow.user-case'] },
      { names: ['basic.wrong-user', 'basic.unknown-empty', 'basic.wrong', 'key.wrong'], ...KEY },
    ],
    [/^the user name is not compared/, { names: ['basic.wrong-user', 'basic.user-case'], ...KEY }],
    [
      /^only what looks like a good credential is compared/,
      { names: ['key.wrong', 'key.first', 'key.long', 'key.lit-null'], ...KEY },
    ],
    [/^whatever is sent passes/, { names: ['key.wrong', 'key.first', 'key.long', 'key.prefix'], ...KEY }],
    [/^a login passes with any password/, { names: ['flow.wrong-password', 'login.enumeration'] }],
    // A key that is missing passes after a good one: a key that is wrong does not.
    [
      /^what one request was allowed is kept/,
      { names: ['missing', 'key.empty'], calls: [], ...KEY },
      { names: ['keepalive.carryover', 'key.empty'], route: 'GET /y', calls: [], ...KEY },
    ],
    [/^a percent sign passes/, { names: ['key.sql-like', 'query.broken-escape'], ...KEY }],
    [/^what was sent is used as a pattern/, { names: ['key.sql-like', 'key.glob'], ...KEY }],
    [
      /^cause of bearer.query-token/,
      { names: ['bearer.query-token'], calls: [], ...KEY },
      { names: ['level.foreign-Link'], route: 'GET /y', calls: [], authenticator: 'Link' },
      { names: ['bearer.query-token'], route: 'GET /y', calls: [], ...KEY },
    ],
    // A cause that is not known is the one that the plainest scenario is written for.
    [/^cause of key\.fullwidth$/, { names: ['key.fullwidth'], ...KEY }],
  ]
  for (const [cause, ...cases] of CAUSES) {
    it(`${cases.flatMap(({ names }) => names).join(', ')}: ${cause.source}`, () => {
      const groups = groupFindings(cases.flatMap(failed))
      expect(groups.map((group) => group.cause)).to.have.length(1)
      expect(groups[0]?.cause).to.match(cause)
    })
  }

  it('begins with the plainest finding', () => {
    const [group] = groupFindings(failed({ names: ['probe.debug.wrong', 'list.all-wrong', 'key.prefix', 'key.wrong'] }))
    expect(group?.findings.map(({ scenario }) => scenario.name)).to.deep.equal([
      'key.wrong',
      'key.prefix',
      'list.all-wrong',
      'probe.debug.wrong',
    ])
  })

  it('begins with the request as it is, before another spelling of it', () => {
    const [group] = groupFindings(failed({ names: ['role.bob.spelling', 'role.bob'], family: 'role' }))
    expect(group?.findings.map(({ scenario }) => scenario.name)).to.deep.equal(['role.bob', 'role.bob.spelling'])
  })

  it('joins the routes of one authenticator, and says which it is and where it is declared', () => {
    const on = (route: string): readonly Verdict[] => failed({ names: ['key.prefix'], route, ...KEY })
    const groups = groupFindings([...on('GET /x'), ...on('GET /y')])
    expect(groups.map(({ routes, authenticator, position }) => ({ routes, authenticator, position }))).to.deep.equal([
      { routes: ['GET /x', 'GET /y'], authenticator: 'Key', position: { file: 'routes/x.ts', line: 4 } },
    ])
  })

  it('names the authenticator that takes a wrong value, before one that reads its own from another place', () => {
    const groups = groupFindings([
      ...failed({ names: ['header.in-query'], authenticator: 'Other', calls: [] }),
      ...failed({ names: ['key.prefix'], ...KEY }),
    ])
    expect(groups.map(({ authenticator }) => authenticator)).to.deep.equal(['Key'])
  })

  const TOGETHER: readonly (readonly [title: string, ...cases: readonly Case[]])[] = [
    [
      'what enters one route, and what breaks the handler of another',
      { names: ['key.same-length', 'key.tail'], code: 'crash', route: 'GET /x', ...KEY },
      { names: ['key.same-length', 'key.tail', 'key.case'], route: 'GET /y', ...KEY },
    ],
    [
      'what enters one route, and what breaks a list of which it is a member',
      { names: ['key.wrong', 'key.tail', 'key.half'], code: 'crash', route: 'GET /x', calls: [], ...KEY },
      { names: ['list.all-wrong'], code: 'crash', route: 'GET /x', calls: [] },
      { names: ['key.wrong', 'key.tail', 'key.half'], route: 'GET /y', calls: [], ...KEY },
    ],
    [
      'an open route, and a handler that breaks after a login',
      { names: ['flow.login'], code: 'crash', route: 'POST /login', family: 'session', sent: ['GET /x'] },
      { names: ['missing'], route: 'GET /y', calls: [], sent: ['GET /y'] },
    ],
    [
      'an answer that shows a stack, and the same after a logout',
      {
        names: ['flow.replay-after-logout'],
        code: 'stack',
        route: 'POST /logout',
        family: 'session',
        sent: ['GET /y'],
      },
      { names: ['missing', 'key.wrong'], code: 'stack', route: 'GET /y', sent: ['GET /y', 'GET /y  X-Key: no'] },
    ],
  ]
  for (const [title, ...cases] of TOGETHER) {
    it(`takes together ${title}, and begins with what got in`, () => {
      const groups = groupFindings(cases.flatMap(failed))
      expect(groups.map(({ findings: [first], routes }) => [first.scenario.route, routes.length])).to.deep.equal([
        ['GET /y', 2],
      ])
    })
  }

  const APART: readonly (readonly [title: string, ...cases: readonly Case[]])[] = [
    [
      'two authenticators',
      { names: ['key.prefix'], ...KEY },
      { names: ['key.prefix'], route: 'GET /y', authenticator: 'B' },
    ],
    [
      'two causes of one authenticator',
      { names: ['key.prefix'], ...KEY },
      { names: ['key.case'], route: 'GET /y', ...KEY },
    ],
    ['a loose comparison and a leak', { names: ['key.prefix'], ...KEY }, { names: ['key.wrong'], code: 'leak' }],
    ['a loose comparison and a path', { names: ['key.prefix'], ...KEY }, { names: ['path.upper'] }],
    [
      'a token in the query and a switch',
      { names: ['bearer.query-token'], sent: ['GET /x?token=[key]'], ...KEY },
      { names: ['probe.query-debug-1', 'probe.query-test-1'], sent: ['GET /x?debug=1', 'GET /x?test=1'] },
    ],
    [
      'an open route and a HEAD that is not guarded, where GET is open',
      { names: ['missing'], calls: [] },
      { names: ['method.HEAD'], route: 'GET /y', calls: [] },
    ],
    [
      'an open route and a HEAD that is not guarded, where GET is refused with a stack',
      { names: ['missing'], calls: [] },
      { names: ['method.HEAD'], route: 'GET /y', calls: [] },
      { names: ['missing'], code: 'stack', route: 'GET /y', calls: [] },
    ],
    [
      'a refusal that leaks and another one of a good credential',
      { names: ['missing'], code: 'leak', got: 'body {"detail":"not the key"}' },
      { names: ['valid.Key'], code: 'refused', got: '401 {"detail":"Unauthorized"}', ...KEY },
    ],
    [
      'a key that enters, and a handler of another authenticator that breaks',
      { names: ['key.same-length'], ...KEY },
      { names: ['key.same-length'], code: 'crash', route: 'GET /y', authenticator: 'B' },
    ],
    [
      'a stack in one answer, and a crash after a login',
      { names: ['missing'], code: 'stack', sent: ['GET /x'] },
      { names: ['flow.login'], code: 'crash', route: 'POST /login', family: 'session', sent: ['GET /x'] },
    ],
    [
      'users who may not, and have no authenticator in common',
      { ...BOB, ...KEY },
      { ...BOB, route: 'GET /y', authenticator: 'B' },
    ],
    ['a role and a cross-site request', { names: ['role.bob'] }, { names: ['csrf.nowhere'] }],
    ['two rules of wording', { names: ['missing'], code: 'cache' }, { names: ['missing'], code: 'challenge' }],
  ]
  for (const [title, ...cases] of APART) {
    it(`keeps apart ${title}`, () => {
      expect(groupFindings(cases.flatMap(failed))).to.have.length(2)
    })
  }

  it('names the group of each finding, the same at every run', () => {
    const verdicts = failed({ names: ['key.prefix', 'key.half'], ...KEY })
    const ids = groupIds(groupFindings(verdicts))
    expect([...ids.keys()]).to.deep.equal(['GET /x key.prefix', 'GET /x key.half'])
    expect(new Set(ids.values())).to.have.property('size', 1)
    expect(groupIds(groupFindings(verdicts))).to.deep.equal(ids)
  })

  it('has none where nothing failed', () => {
    expect(groupFindings([])).to.deep.equal([])
  })
})
