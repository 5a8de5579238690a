import { NO_ANSWER } from '../../model/verdict.ts'
import { CRASH_CAUSES } from './crash-cause-cases.ts'
import type { Case } from './failed.ts'
import { TOKEN_CAUSES } from './token-cause-cases.ts'
import { USER_CAUSES } from './user-cause-cases.ts'

/** Users whom a route denies, all in the same way. */
export const BOB: Case = { names: ['role.*'], calls: [] }
/** The authenticator under test. */
export const KEY = { authenticator: 'Key' }
const USER = { ...NO_ANSWER, status: 200, members: ['user', 'id'], hash: 'a' }
/** An answer that repeats a secret. */
export const LEAKING = { ...NO_ANSWER, status: 401, members: ['detail'], hash: 'leaking' }

/** Findings, and the mistake that explains all of them. */
export const CAUSES: readonly (readonly [cause: RegExp, ...cases: readonly Case[]])[] = [
  [/^whatever is sent passes: .*not awaited/, { names: ['key.prefix', 'key.wrong', 'probe.debug'], ...KEY }],
  [/^the route is not protected/, { names: ['missing', 'key.wrong', 'method.HEAD'], calls: [] }],
  [/^what the authenticator returns .* truthy/, { names: ['missing', 'probe.internal'] }],
  [/^refused requests are answered with a success/, { names: ['missing', 'key.wrong'], runs: 0, calls: [] }],
  [/^the handler runs though/, { names: ['missing', 'key.wrong'], code: 'handler-ran', calls: [] }],
  [/startsWith/, { names: ['key.first', 'key.half', 'key.prefix'], ...KEY }],
  [/endsWith$/, { names: ['key.tail'], ...KEY }],
  [/^the signature of a token is compared/, { names: ['key.prefix', 'key.suffix', 'bearer.jwt-signature'], ...KEY }],
  [/^the token is decoded/, { names: ['key.prefix', 'bearer.jwt-signature', 'bearer.jwt-claims'], ...KEY }],
  [/^the key is compared as a number/, { names: ['key.trailing-space', 'key.number', 'key.newline'], ...KEY }],
  [
    /^a part of the credential is not signed/,
    { names: ['key.homoglyph', 'key.unsigned-part', 'key.fixture-invalid'], ...KEY },
  ],
  [/^the time that is signed is not/, { names: ['signed.future', 'signed.past', 'callable.fixture-invalid'], ...KEY }],
  [/^upper and lower case are one/, { names: ['key.tail-case', 'key.case'], ...KEY }],
  [/^case and signs that cannot be seen/, { names: ['key.case', 'key.tail-case', 'key.zero-width'], ...KEY }],
  [/^only the first characters are compared/, { names: ['key.prefix', 'key.half', 'key.suffix'], ...KEY }],
  [
    /^only the beginning of the key is compared: any other end/,
    { names: ['key.prefix', 'key.suffix', 'key.last-char'], ...KEY },
  ],
  [/^only the length/, { names: ['key.same-length', 'key.wrong', 'key.reversed'], ...KEY }],
  [/^the end that a token names/, { names: ['clock.token', 'key.fixture-invalid'], ...KEY }],
  [/^HEAD is not guarded/, { names: ['method.HEAD', 'method.HEAD'] }, { names: ['method.HEAD'] }],
  [/^a user passes who may not/, { names: ['claim.role-header', 'role.*', 'role.*.HEAD'] }],
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
    /^the user is taken from a place/,
    {
      names: ['users.in-turn'],
      code: 'named-user',
      ...KEY,
    },
  ],
  [/^an answer is kept, and its key/, { names: ['users.in-turn'], code: 'other-user', ...KEY }],
  [/promise/, { names: ['key.wrong'], ...KEY }, { names: ['valid'], code: 'principal', returned: 'promise', ...KEY }],
  // As JavaScript writes it where the handler answers with it.
  [/^the result of an async check is not awaited/, { names: ['key.wrong'], returned: 'promise', ...KEY }],
  [
    /^the route is not protected/,
    { names: ['missing', 'key.wrong'], calls: [], ...KEY },
    { names: ['key.prefix'], route: 'GET /y', calls: [], ...KEY },
    { names: ['missing', 'key.wrong'], code: 'crash', route: 'GET /z', calls: [], ...KEY },
    { names: ['missing'], code: 'crash', route: 'POST /z', calls: [] },
    { names: ['method.query-_method'], route: 'POST /z', calls: [] },
  ],
  [/^HEAD is not guarded/, { names: ['role.*.HEAD'] }, { names: ['method.HEAD'] }],
  [/path/, { names: ['path.upper'] }, { names: ['path.mixed'], code: 'crash' }],
  [
    /^the guard compares the whole address/,
    {
      names: ['bearer.query-token', 'query.dup-same'],
      sent: ['GET /x?q=1&token=[key]', 'GET /x?q=1&k=a&k=b'],
      ...KEY,
    },
    { names: ['level.foreign-*'], sent: ['GET /x?q=1&other=[key]'], authenticator: 'Other', calls: [] },
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
  [/^the signature is compared as far/, { names: ['key.cut-signature', 'key.empty-signature', 'key.half'], ...KEY }],
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
    { names: ['role.*'], sent: ['GET /x'], ...KEY },
    {
      names: ['claim.flag-query', 'claim.role-query', 'claim.user-query'],
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
    { names: ['level.foreign-*'], authenticator: 'Other', calls: [] },
  ],
  // An authenticator lets in on one route a part of that which it lets in on another.
  [
    /startsWith/,
    { names: ['key.empty', 'key.prefix', 'key.half'], ...KEY },
    { names: ['key.empty'], route: 'POST /y', ...KEY },
  ],
  [
    /^HEAD is not guarded/,
    { names: ['method.HEAD'] },
    { names: ['role.*.HEAD'], route: 'GET /y', ...KEY },
    { names: ['valid.HEAD', 'role.*.HEAD'], code: 'crash', route: 'GET /z', ...KEY },
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
    { names: ['missing', 'key.wrong'], code: 'leak', answer: LEAKING },
    { names: ['valid.*', 'role.*'], code: 'refused', answer: LEAKING, ...KEY },
  ],
  [/^a guard refuses a user who may/, { names: ['valid'], code: 'forbidden', ...KEY }, { names: ['role.*'], ...KEY }],
  [/^cause of login/, { names: ['login.enumeration'], code: 'oracle' }],
  [
    /^only the beginning of the password/,
    { names: ['flow.empty-password', 'flow.password-prefix', 'flow.password-is-user'] },
  ],
  [/^only the first characters of the password/, { names: ['flow.password-longer', 'flow.password-prefix'] }],
  [/^a login passes with any password/, { names: ['flow.wrong-password', 'flow.password-prefix'] }],
  [/^a user who does not exist passes/, { names: ['flow.unknown-user-wrong', 'flow.unknown-user'] }],
  [
    /^a user who does not exist passes/,
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
    { names: ['level.foreign-*'], route: 'GET /y', calls: [], authenticator: 'Link' },
    { names: ['bearer.query-token'], route: 'GET /y', calls: [], ...KEY },
  ],
  // A handler breaks without its user, and does so after a logout too.
  [
    /^the route is not protected/,
    { names: ['missing'], calls: [], ...KEY },
    { names: ['missing'], code: 'crash', route: 'GET /y', calls: [] },
    { names: ['flow.replay-after-logout'], code: 'crash', route: 'POST /out', asked: 'GET /y' },
  ],
  [
    /^the route is not protected/,
    { names: ['missing'], answer: USER, calls: [], ...KEY },
    {
      names: ['flow.true-password'],
      answer: USER,
      route: 'POST /in',
      calls: [],
    },
  ],
  [
    /^the signature of the credential/,
    { names: ['key.first-char', 'key.other-signature'], ...KEY },
    { names: ['flow.replay-after-logout'], route: 'POST /out', asked: 'GET /x' },
  ],
  // Requests in flight share the user.
  [
    /^what one request was allowed is kept/,
    { names: ['pipeline.none-good', 'key.dot'], ...KEY },
    { names: ['role.*', 'pipeline.good-none'], code: 'refused', ...KEY },
    { names: ['role.*', 'concurrency.mixed'], code: 'refused', route: 'GET /y', ...KEY },
    { names: ['probe.debug'], route: 'GET /z', ...KEY },
  ],
  // A cause that is not known is the one that the plainest scenario is written for.
  [/^cause of key\.fullwidth$/, { names: ['key.fullwidth'], ...KEY }],
  [/^of authenticators that must all pass/, { names: ['all.first-only', 'key.prefix'], ...KEY }],
  [/^a session that does not open/, { names: ['session.garbage', 'session.half', 'session.expired-1s'], ...KEY }],
  [
    /^the password is not compared/,
    { names: ['basic.wrong-password', 'basic.prefix', 'basic.empty-password'], ...KEY },
  ],
  [
    /^a token without a signature counts/,
    { names: ['bearer.jwt-none', 'bearer.jwt-no-signature', 'key.prefix'], ...KEY },
  ],
  [/^the known keys are searched/, { names: ['key.half', 'key.first', 'key.tail'], ...KEY }],
  [/^what was sent is searched for the key/, { names: ['key.suffix', 'key.extra-head', 'key.twice'], ...KEY }],
  [/^what follows the key is not read/, { names: ['key.suffix', 'key.nbsp', 'header.joined-first'], ...KEY }],
  [/^what precedes the key is not read/, { names: ['key.extra-head', 'header.joined-last'], ...KEY }],
  [/^keys are looked up among the members/, { names: ['key.lit-constructor', 'key.lit-__proto__'], ...KEY }],
  [/^white space or signs/, { names: ['key.newline', 'key.nbsp', 'key.second-line'], ...KEY }],
  [/^the scheme in front/, { names: ['bearer.basic-scheme', 'bearer.plural', 'bearer.dup-first'], ...KEY }],
  [/^when a credential ends/, { names: ['key.dot-suffix', 'key.fixture-invalid'], ...KEY }],
  [/^undeclared methods/, { names: ['method.LOCK', 'method.POST', 'method.query-_method'] }],
  [/^request\.auth is not who/, { names: ['valid', 'valid.HEAD'], code: 'principal', ...KEY }],
  [/^request\.auth lacks/, { names: ['valid', 'valid.HEAD'], code: 'lacks', ...KEY }],
  [/^other authenticators are asked/, { names: ['valid', 'list.all-wrong'], code: 'calls', ...KEY }],
  [/^the handler does not run exactly once/, { names: ['valid', 'repeat.valid-after'], code: 'handler-runs', ...KEY }],
  [/^a good credential is refused/, { names: ['valid', 'valid.HEAD', 'role.*'], code: 'refused', ...KEY }],
  [/^a good credential that passed at first/, { names: ['valid.last'], code: 'refused', ...KEY }],
  // The login is written by hand: the flags of its cookie say so, its sender is not looked at either.
  [
    /^the cookie is set by hand/,
    { names: ['flow.cookie-flags'], code: 'cookie', route: 'POST /in', asked: 'POST /in' },
    { names: ['flow.login-cross-site', 'flow.old-session'], route: 'POST /in' },
  ],
  // login() is not awaited: no session comes, and what looks like a login from elsewhere is its answer.
  [
    /^a login gives nothing that opens a route: login\(\) is not awaited/,
    { names: ['flow.login', 'flow.two-logins'], code: 'not-issued', route: 'POST /in' },
    { names: ['flow.cookie-flags'], code: 'cookie', route: 'POST /in' },
    { names: ['flow.login-cross-site', 'flow.login-other-origin'], route: 'POST /in' },
  ],
  [
    /^what was opened once is kept/,
    { names: ['clock.expires', 'clock.idle'] },
    { names: ['flow.replay-after-logout'], route: 'POST /out' },
  ],
  [/^the password is looked up and the user is not/, { names: ['flow.unknown-user', 'flow.user-like'] }],
  ...TOKEN_CAUSES,
  ...USER_CAUSES,
  ...CRASH_CAUSES,
]
