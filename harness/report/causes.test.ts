import { expect } from 'chai'
import type { Verdict } from '../model/verdict.ts'
import { groupFindings, groupIds } from './causes.ts'
import { MISTAKES } from './mistakes.ts'
import { BOB, CAUSES, KEY, LEAKING } from './testdata/cause-cases.ts'
import { type Case, failed } from './testdata/failed.ts'

describe('causes of findings', () => {
  for (const [cause, ...cases] of CAUSES) {
    it(`${cases.flatMap(({ names }) => names).join(', ')}: ${cause.source}`, () => {
      const groups = groupFindings(cases.flatMap(failed))
      expect(groups.map((group) => group.cause)).to.have.length(1)
      expect(groups[0]?.cause).to.match(cause)
    })
  }

  it('names each known mistake in one of these cases, so that none can be deleted unseen', () => {
    const named = new Set(
      CAUSES.flatMap(([, ...cases]) => groupFindings(cases.flatMap(failed)).map(({ cause }) => cause)),
    )
    expect(MISTAKES.filter(({ text }) => !named.has(text)).map(({ id }) => id)).to.deep.equal([])
  })

  it('separates a body, a parameter and a credential on which a server in another process fails', () => {
    const outside = { code: 'crash', calls: [], runs: null } as const
    const groups = groupFindings([
      ...failed({ names: ['bearer.jwt-none'], ...outside, ...KEY }),
      ...failed({ names: ['missing.broken-body'], ...outside }),
      ...failed({ names: ['probe.query-debug-1'], sent: ['GET /x?debug=1'], ...outside }),
    ])
    expect(groups.map(({ cause }) => cause.split(' ').slice(0, 5).join(' '))).to.have.members([
      'the authenticator throws what is',
      'a body that is not',
      'a parameter of the query',
    ])
  })

  it('keeps a secret of tokens that was found, and a server that fails without a credential, apart from a scheme that is not compared', () => {
    const outside = { calls: [], runs: null, authenticator: 'A' } as const
    const of = (route: string): readonly Verdict[] => [
      ...failed({ names: ['bearer.basic-scheme', 'bearer.token-scheme', 'bearer.plural'], route, ...outside }),
      ...failed({ names: ['bearer.jwt-known-key'], route, ...outside }),
    ]
    const found = failed({ names: ['token.secret'], route: 'GET /x', cause: 'signed with a word', ...outside })
    const ended = failed({ names: ['token.life'], route: 'GET /x', cause: 'good after its end', ...outside })
    const crashed = failed({
      names: ['missing', 'bearer.tab', 'bearer.jwt-none'],
      route: 'GET /y',
      code: 'crash',
      ...outside,
    })
    const groups = groupFindings([...of('GET /x'), ...found, ...ended, ...of('GET /y'), ...crashed])
    expect(
      groups.map(({ cause, findings }) => [cause.split(' ').slice(0, 4).join(' '), findings.length]),
    ).to.have.deep.members([
      ['the scheme in front', 6],
      ['signed with a word', 3],
      ['good after its end', 1],
      ['the authenticator throws what', 3],
    ])
  })

  it('takes an odd request with a wrong credential for that credential, where the credential alone is enough', () => {
    const outside = { code: 'crash', calls: [], runs: null } as const
    const odd = { names: ['probe.query-debug-1'], form: 'wrong', sent: ['GET /x?debug=1'], ...outside } as const
    const wrong = failed({ names: ['key.wrong'], ...outside, ...KEY })
    const causes = groupFindings([...wrong, ...failed(odd)]).map(({ cause }) => cause.split(' ')[1])
    expect(causes).to.deep.equal(['authenticator'])
    expect(groupFindings(failed(odd)).map(({ cause }) => cause.split(' ')[1])).to.deep.equal(['parameter'])
  })

  it('keeps a login that breaks apart from one that keeps the session of before', () => {
    const groups = groupFindings([
      ...failed({ names: ['flow.other-user'], code: 'kept', calls: [] }),
      ...failed({ names: ['flow.empty-password', 'flow.unknown-empty'], code: 'crash', calls: [], runs: null }),
    ])
    expect(groups.map(({ findings }) => findings.length)).to.have.members([1, 2])
  })

  it('says of two authenticators that take any text that they do, and not that something was kept', () => {
    const groups = groupFindings([
      ...failed({ names: ['key.wrong', 'key.prefix', 'key.half', 'key.sql'], ...KEY }),
      ...failed({ names: ['key.wrong', 'key.known-test', 'key.long'], authenticator: 'B', calls: [] }),
      ...failed({ names: ['repeat.after-valid', 'repeat.valid-after', 'list.all-wrong'], calls: [] }),
    ])
    expect(
      groups.map(({ cause }) => cause).filter((cause) => !cause.startsWith('whatever is sent passes')),
    ).to.deep.equal([])
  })

  it('begins with the plainest finding', () => {
    const [group] = groupFindings(failed({ names: ['probe.debug', 'list.all-wrong', 'key.prefix', 'key.wrong'] }))
    expect(group?.findings.map(({ scenario }) => scenario.name)).to.deep.equal([
      'key.wrong',
      'list.all-wrong',
      'probe.debug',
      'key.prefix',
    ])
  })

  it('begins with the request as it is, before another spelling of it', () => {
    const [group] = groupFindings(failed({ names: ['role.*.spelling', 'role.*'] }))
    expect(group?.findings.map(({ scenario }) => scenario.name)).to.deep.equal(['role.*', 'role.*.spelling'])
  })

  for (const row of ['jwt.expired', 'jwt.issuer', 'jwt.audience'] as const)
    it(`takes a token of the fixtures that must not pass for one of ${row}`, () => {
      const groups = groupFindings(failed({ names: ['key.fixture-invalid', row], ...KEY }))
      expect(groups.map(({ findings }) => findings.length)).to.deep.equal([2])
      expect(groups[0]?.findings[0].scenario.row).to.equal(row)
    })

  it('joins tokens that pass since the id of their key is not known', () => {
    const names = ['bearer.jwt-kid', 'bearer.jwt-jwk', 'key.fixture-invalid'] as const
    const groups = groupFindings(failed({ names, ...KEY }))
    expect(groups.map(({ cause }) => cause)).to.have.length(1)
    expect(groups[0]?.cause).to.include('key id is not known')
    expect(groupFindings(failed({ names: [...names, 'bearer.jwt-claims'], ...KEY }))[0]?.cause).to.not.include('key id')
  })

  it('keeps apart members of one body that name records, each of which is a mistake', () => {
    const cause = (member: string): string => `POST /x takes any record that ${member} names, and the answer shows it`
    const of = (row: 'resource.other' | 'resource.write', member: string): readonly Verdict[] =>
      failed({ names: [row], code: 'foreign', route: 'POST /x', variant: member, cause: cause(member) })
    const plain = failed({ names: ['resource.other'], code: 'foreign', route: 'POST /x' })
    const groups = groupFindings([
      ...plain,
      ...failed({ names: ['resource.anonymous'], code: 'foreign', route: 'POST /x' }),
      ...of('resource.other', 'placeId'),
      ...of('resource.write', 'labelIds'),
      ...of('resource.other', 'labelIds'),
      ...failed({
        names: ['resource.write'],
        code: 'changed',
        route: 'POST /x',
        cause: 'POST /x writes sizes of any record',
      }),
    ])
    expect(groups.map((group) => group.findings.length).toSorted((a, b) => a - b)).to.deep.equal([1, 1, 2, 2])
  })

  it('groups what was sent to targets that no URL can have', () => {
    const names = ['path.double-last', 'path.double-last'] as const
    const groups = groupFindings(failed({ names, sent: ['GET //', 'GET http://[/x?a=1'], ...KEY }))
    expect(groups.flatMap(({ findings }) => findings)).to.have.length(2)
  })

  it('joins the routes of one authenticator, and says which it is and where it is declared', () => {
    const on = (route: string): readonly Verdict[] => failed({ names: ['key.prefix'], route, ...KEY })
    const groups = groupFindings([...on('GET /x'), ...on('GET /y')])
    expect(groups.map(({ routes, authenticator, position }) => ({ routes, authenticator, position }))).to.deep.equal([
      { routes: ['GET /x', 'GET /y'], authenticator: 'Key', position: { file: 'routes/x.ts', line: 4 } },
    ])
  })

  it('names each authenticator of a route, the one that takes a wrong value first', () => {
    const groups = groupFindings([
      ...failed({ names: ['header.in-query'], authenticator: 'Other', calls: [] }),
      ...failed({ names: ['key.prefix'], ...KEY }),
    ])
    expect(groups.map(({ authenticator }) => authenticator)).to.deep.equal(['Key', 'Other'])
  })

  const B_PASSED = [{ authenticator: 'B', outcome: 'passed', detail: 'object' }] as const
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
      { names: ['flow.login'], code: 'crash', route: 'POST /login', asked: 'GET /x' },
      { names: ['missing'], route: 'GET /y', calls: [], sent: ['GET /y'] },
    ],
    [
      'an open route, and a method in the query that leads to it below another base',
      { names: ['method.query-_method'], route: 'POST /y', sent: ['GET /v1/y?_method=POST'] },
      { names: ['missing'], route: 'GET /y', calls: [], sent: ['GET /y'] },
    ],
    [
      'tokens without a signature that two authenticators take',
      { names: ['bearer.jwt-none', 'bearer.jwt-no-signature'], route: 'GET /y', ...KEY },
      { names: ['bearer.jwt-none', 'bearer.jwt-no-signature'], route: 'GET /z', authenticator: 'B' },
    ],
    [
      'tokens that are not verified, and a refresh token that is not',
      { names: ['refresh.altered'], route: 'POST /refresh', calls: [] },
      { names: ['bearer.jwt-claims', 'bearer.jwt-signature'], route: 'GET /y', ...KEY },
    ],
    [
      'pages of other sites that two routes of two authenticators give answers to',
      { names: ['cors.credentials'], code: 'cors', route: 'GET /y', ...KEY },
      { names: ['cors.credentials'], code: 'cors', route: 'GET /z', authenticator: 'B' },
    ],
    [
      'any key that gets in, and a HEAD of a route whose GET answers it with nothing',
      { names: ['method.HEAD'], code: 'accepted', route: 'GET /x', sent: ['HEAD /x  X-Key: no'], ...KEY },
      { names: ['key.wrong', 'key.first', 'method.HEAD'], route: 'GET /y', ...KEY },
    ],
    [
      'an answer that shows a stack, and the same after a logout',
      {
        names: ['flow.replay-after-logout'],
        code: 'stack',
        route: 'POST /logout',
        asked: 'GET /y',
      },
      { names: ['missing', 'key.wrong'], code: 'stack', route: 'GET /y', sent: ['GET /y', 'GET /y  X-Key: no'] },
    ],
    [
      'keys whose end is not compared, where two authenticators of one file take them',
      { names: ['key.prefix', 'key.suffix', 'key.half'], route: 'GET /y', ...KEY },
      { names: ['key.prefix', 'key.suffix', 'key.half'], route: 'GET /z', authenticator: 'B', calls: B_PASSED },
    ],
    [
      'a key that was given up, which lets the same user in by two authenticators of one file',
      { names: ['key.fixture-invalid'], auth: '{"name":"pilot"}', route: 'GET /y', ...KEY },
      {
        names: ['key.fixture-invalid'],
        auth: '{"name":"pilot"}',
        route: 'GET /z',
        authenticator: 'B',
        calls: B_PASSED,
      },
    ],
    [
      'a user who is taken for another, and whom a guard refuses as that one',
      { names: ['valid.last'], code: 'forbidden', got: '403', route: 'GET /x', ...KEY },
      { names: ['role.*', 'concurrency.mixed'], code: 'principal', route: 'GET /y', ...KEY },
    ],
  ]
  it('keeps apart a token that is of a name, and tokens that break the authenticator', () => {
    const groups = groupFindings([
      ...failed({ names: ['token.name'], route: 'PUT /x', cause: 'tokens are of a name', calls: [] }),
      ...failed({ names: ['bearer.jwt-none', 'bearer.jwt-alg'], code: 'crash', route: 'PUT /x', calls: [] }),
    ])
    expect(groups.map(({ findings }) => findings.length)).to.have.members([1, 2])
  })

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
      'keys that were given up, which let two users in by two authenticators',
      { names: ['key.fixture-invalid'], auth: '{"name":"pilot"}', ...KEY },
      { names: ['key.fixture-invalid'], auth: '{"name":"mill"}', route: 'GET /y', authenticator: 'B', calls: B_PASSED },
    ],
    [
      'a user who is taken for another, and a guard behind another authenticator that refuses one who may',
      { names: ['role.*', 'concurrency.mixed'], code: 'principal', ...KEY },
      { names: ['valid.last'], code: 'forbidden', got: '403', route: 'GET /y', authenticator: 'B', calls: B_PASSED },
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
      { names: ['missing'], code: 'leak', answer: LEAKING },
      { names: ['valid.*'], code: 'refused', ...KEY },
    ],
    [
      'a key that enters, and a handler of another authenticator that breaks',
      { names: ['key.same-length'], ...KEY },
      { names: ['key.same-length'], code: 'crash', route: 'GET /y', authenticator: 'B' },
    ],
    [
      'a stack in one answer, and a crash after a login',
      { names: ['missing'], code: 'stack', sent: ['GET /x'] },
      { names: ['flow.login'], code: 'crash', route: 'POST /login', asked: 'GET /x' },
    ],
    [
      'users who may not, and have no authenticator in common',
      { ...BOB, ...KEY },
      { ...BOB, route: 'GET /y', authenticator: 'B' },
    ],
    ['a role and a cross-site request', { names: ['role.*'] }, { names: ['csrf.nowhere'] }],
    ['two rules of wording', { names: ['missing'], code: 'cache' }, { names: ['missing'], code: 'challenge' }],
  ]
  for (const [title, ...cases] of APART) {
    it(`keeps apart ${title}`, () => {
      expect(groupFindings(cases.flatMap(failed))).to.have.length(2)
    })
  }

  describe('records that a user gets whom a guard lets in wrongly', () => {
    const guard: Case = { names: ['role.*'], user: 'ted', route: 'GET /staff', ...KEY }
    const record: Case = { names: ['resource.other'], code: 'foreign', user: 'ted', owner: 'mia', ...KEY }
    const refused = failed({ ...record, user: 'ben' }).map(({ finding: _, ...verdict }): Verdict => ({
      ...verdict,
      outcome: 'passed',
    }))

    it('belong to that guard where another user does not get them', () => {
      expect(groupFindings([...failed(guard), ...failed(record), ...refused])).to.have.length(1)
    })

    it('belong to that guard where what says whose they are calls the same function', () => {
      const asks = (deciding: readonly string[]): readonly Verdict[] => failed({ ...record, deciding })
      const staff = failed({ ...guard, deciding: ['isStaff'] })
      expect(groupFindings([...staff, ...asks(['isStaff', 'find'])])).to.have.length(1)
      expect(groupFindings([...staff, ...asks(['isOwner', 'find'])])).to.have.length(2)
    })

    it('are a mistake of their own where no other user is refused', () => {
      expect(groupFindings([...failed(guard), ...failed(record)])).to.have.length(2)
    })

    it('are a mistake of their own where a user gets them whom the guard refuses', () => {
      const others = failed({ ...record, user: 'eva' })
      expect(groupFindings([...failed(guard), ...failed(record), ...others, ...refused])).to.have.length(2)
    })
  })

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
