import type { RowName } from '../model/row-name.ts'
import { READING, type Topic, topicOfRow } from '../model/topic.ts'
import type { ProblemCode } from '../model/verdict.ts'
import { HANDLER_THROWS } from '../text/cause-of-code.ts'
import type { Evidence } from './evidence.ts'

/** A mistake in an application: the rows that find it, and what else is found where it is made. */
export interface Mistake {
  /** A stable word. */
  readonly id: string
  /** The mistake in words; no full stop. */
  readonly text: string
  /** Of each list one row must have found something. */
  readonly seen?: readonly (readonly RowName[])[]
  /** A condition on the data of the findings. */
  readonly when?: (evidence: readonly Evidence[]) => boolean
  /** Other findings that it explains. */
  readonly implies: readonly (Topic | RowName)[]
  /** Rows of those topics that it does not explain. */
  readonly except?: readonly RowName[]
  /** The findings that it is read from, where neither rows nor a code say it. */
  readonly is?: (evidence: Evidence) => boolean
  /** Problems of answers that it is. */
  readonly code?: ProblemCode
  /** The cause of the rows that find it, where the catalogue says no more of it. */
  readonly cause?: string
  /** It is made where no authenticator is asked. */
  readonly ofNobody?: true
  /** The code that makes it is shared: one function verifies the tokens of several authenticators. */
  readonly isShared?: true
  /** It leaves traces on other routes. */
  readonly isAnywhere?: true
  /** Only together with other findings: alone, the row says more. */
  readonly together?: true
  /** Rows that say more of all that it would explain. */
  readonly unless?: readonly RowName[]
}

/** Findings of requests that get in where every request does. */
// oxfmt-ignore
export const ALL: readonly Topic[] = [
  ...READING, 'role', 'resource', 'admission', 'method', 'path', 'bypass', 'leak', 'crash', 'errors', 'wording', 'oracle',
  'document',
]
/** Findings of one authenticator that lets every credential pass. */
const EVERY: readonly Topic[] = ALL.filter((topic) => topic !== 'open')
// oxfmt-ignore
const SESSIONS: readonly RowName[] = [
  'session.nearly-over', 'session.in-use', 'session.expired-1s', 'session.expired-1h', 'session.outlived',
  'session.revoked', 'clock.expires', 'clock.idle', 'clock.renewed',
]
const LOGINS: readonly Topic[] = ['session-life', 'oracle']

const enters = (evidence: readonly Evidence[]): readonly Evidence[] => evidence.filter(({ isEntry }) => isEntry)
const isAnsweredElsewhere = (all: readonly Evidence[]): boolean => {
  const read = enters(all).filter(({ topic }) => READING.includes(topic))
  return read.length > 0 && read.every((one) => one.isAnsweredElsewhere)
}
const isGet = ({ finding }: Evidence): boolean => finding.scenario.route.startsWith('GET ')
const isHead = ({ finding }: Evidence): boolean => finding.request.method === 'HEAD'

const KEPT =
  'what one request was allowed is kept for the next: a cache or a variable that more than one request shares'
// oxfmt-ignore
const KEPT_IN: Mistake['implies'] = [
  ...READING, 'role', 'resource', 'admission', 'method', 'path', 'bypass', 'wording', 'document', 'flow.other-token',
]
/** Credentials that no good one is like: where one passes by itself, nothing was kept for it. */
const ANY_TEXT: readonly RowName[] = ['key.wrong', 'basic.wrong-password']
/** Where so many changes of a good request pass, more than a part of it is not compared. */
const MANY_PARTS = 4
const TRUTHY =
  'whatever is sent passes: the result of an async check is not awaited, the hook always returns something truthy, or an exception of the comparison counts as a pass'
const UNKNOWN_USER =
  'a user who does not exist passes, whatever the password: passwords are compared for known users only'
const BEGINNING = 'startsWith, or a comparison that ends with the shorter text'

/** Mistakes that the data of the findings tell apart, and those of several rows. Of those with as many rows the first. */
// oxfmt-ignore
export const MISTAKES: readonly Mistake[] = [
  of('kept-for-none', 'what a good credential gets is kept and given to requests without one: an answer in a cache whose key does not hold the credential, or a user in a variable that requests share',
    [['repeat.around-good']], [...ALL, ...SESSIONS], { isAnywhere: true, when: (all) => all.some(({ row, isEntry, wasRefused }) => row === 'repeat.around-good' && isEntry && wasRefused) }),
  of('answered-elsewhere', 'refused requests are answered with a success, though no handler runs: an exception handler or something in front of the application answers them',
    [], [...ALL, ...SESSIONS, 'flow.replay-after-logout'], { isShared: true, when: isAnsweredElsewhere }),
  of('runs-anyway', 'the handler runs though the request is refused: it does not wait for the verdict of the authenticator',
    [], [...ALL, ...SESSIONS], { when: (all) => all.some(({ code, finding }) => code === 'handler-ran' && finding.returned === undefined) }),
  of('promise', 'the result of an async check is not awaited: request.auth is a promise, or holds one',
    [], [...ALL, ...SESSIONS], { when: (all) => all.some(({ finding, topic }) => finding.returned?.type === 'promise' && topic !== 'crash') }),
  of('get-only', 'the guard knows GET only: requests with any other method pass without a credential',
    [['missing']], [...ALL, ...SESSIONS, 'flow.replay-after-logout'], { ofNobody: true, when: (all) => all.some(isGet) && all.every((one) => !isGet(one) || isHead(one)) }),
  of('not-protected', 'the route is not protected: a request without any credential passes',
    [['missing', 'level.protected']], [...ALL, ...SESSIONS, 'flow.replay-after-logout'], { ofNobody: true, when: (all) => enters(all).every(({ finding }) => finding.returned === undefined) }),
  of('all-not-all', 'of authenticators that must all pass one is enough', [['all.first-only', 'all.last-only']], [...ALL, ...SESSIONS]),
  of('passes-anonymous', 'what the authenticator returns for a request without a credential is truthy: a result that is not awaited, an object around nothing, or a setting that is missing equals a header that is missing',
    [['missing']], [...ALL, ...SESSIONS, 'flow.replay-after-logout']),
  of('kept', KEPT,
    [], KEPT_IN, { isAnywhere: true, when: (all) => all.some(({ topic, isEntry }) => isEntry && READING.includes(topic)) && all.some(({ row, code }) => code === 'principal' && topicOfRow(row) === 'state') }),
  of('kept', KEPT,
    [['keepalive.carryover', 'repeat.after-valid', 'pipeline.good-none', 'pipeline.none-good', 'users.in-turn', 'users.at-once']], KEPT_IN,
    { isAnywhere: true, together: true, except: ['missing', ...ANY_TEXT, 'callable.fixture-invalid', 'callable.wrong-part'], unless: ANY_TEXT }),
  of('answer-kept', 'an answer is kept, and its key does not hold the user',
    [['users.in-turn', 'users.at-once']], ['state', 'resource'], { when: (all) => all.some(({ code }) => code === 'other-user') }),
  // A client that is called invalid passes with every claim of another address, and with none.
  of('address-compared', 'addresses are compared by their beginning, or a whole network is trusted: one that the fixtures call invalid passes',
    [['callable.fixture-invalid'], ['address.xff']], [...ALL, ...SESSIONS], { isAnywhere: true }),
  of('truthy', TRUTHY, [['key.wrong', 'basic.wrong-password', 'list.all-wrong']], [...EVERY, ...SESSIONS]),
  of('truthy', TRUTHY, [['callable.wrong-part']], [...EVERY, ...SESSIONS], { when: (all) => all.filter(({ row, isEntry }) => isEntry && row === 'callable.wrong-part').length >= MANY_PARTS }),
  of('part-not-compared', 'a part of the request is not compared, or not the whole of it: it is not among what is signed, or only its beginning or end is looked at',
    [['callable.wrong-part']], ['value', 'state'], { except: ['callable.mixed-users'] }),
  of('session-not-opened', 'a session that does not open is taken for one', [['session.garbage']], [...EVERY, ...SESSIONS]),
  of('other-form', 'only what looks like a good credential is compared: one of another form, or without a part, passes',
    [['key.wrong'], ['key.first'], ['key.long']], EVERY, { except: ['key.prefix', 'key.suffix', 'key.same-length'] }),
  of('length-only', 'only the length is compared',
    [['key.same-length', 'basic.same-length']], ['value', 'place', 'state', 'bypass'], { except: ['key.half', 'key.long', 'basic.suffix', 'basic.prefix'] }),
  of('password-not-compared', 'the password is not compared', [['basic.wrong-password']], EVERY, { except: ['basic.wrong-user', 'basic.unknown-empty'] }),
  of('unknown-user', UNKNOWN_USER, [['basic.wrong-user'], ['basic.unknown-empty']], EVERY, { except: ['basic.wrong-password'] }),
  of('user-not-compared', 'the user name is not compared: any user passes with a known password', [['basic.wrong-user']], ['value'], { except: ['basic.wrong-password', 'basic.unknown-empty'] }),
  ofTokens('jwt-not-verified', 'the token is decoded, and its signature is not verified',
    [['bearer.jwt-claims', 'bearer.jwt-signature', 'key.claims', 'key.claims-kept-signature', 'jwt.other-key']], ['value', 'clock.token', 'refresh.altered'], { except: ['key.wrong', 'key.first'] }),
  ofTokens('jwt-seen-before', 'the signature of a token is compared once only: what is kept of it (a cache, a map) is found again by the rest of the token',
    [['bearer.jwt-signature']], ['value'], { except: ['key.wrong', 'key.first', 'bearer.jwt-claims'] }),
  ofTokens('jwt-unsigned', 'a token without a signature counts as signed: fix the list of algorithms, and compare the whole signature',
    [['bearer.jwt-none', 'bearer.jwt-none-case', 'bearer.jwt-no-signature', 'key.claims-no-signature', 'jwt.cut']], ['jwt.none', 'jwt.none-twice', 'bearer.jwt-two-parts', 'key.claims-empty-signature', 'key.claims-alg-none', 'key.dot', 'key.dot-suffix', 'key.prefix', 'key.half', 'key.no-signature']),
  ofTokens('jwt-time', 'the times of a token are not compared with the clock: exp, nbf and iat',
    [['jwt.expired', 'jwt.not-yet', 'jwt.no-end']], ['jwt.issued-later', 'jwt.end-text', 'jwt.end-null', 'clock.token', 'key.fixture-invalid'], { except: ['jwt.other-key'] }),
  ofTokens('jwt-recipient', 'of the issuer of a token and its audience neither is compared, or one of the two is enough: verify both',
    [['jwt.issuer'], ['jwt.audience']], ['jwt.claims-twice', 'swap.other-purpose', 'key.fixture-invalid'], { except: ['jwt.other-key'] }),
  ofTokens('jwt-audience', 'the audience of a token is not compared, or only a part of it: a token that a user gave to another API passes',
    [['jwt.audience']], ['swap.other-purpose', 'key.fixture-invalid'], { except: ['jwt.other-key'] }),
  ofTokens('jwt-issuer', 'the issuer of a token is not compared, or only a part of it',
    [['jwt.issuer']], ['jwt.claims-twice', 'key.fixture-invalid'], { except: ['jwt.other-key'] }),
  ofTokens('jwt-type', 'the type of a token is not compared: ID tokens and tokens for other purposes pass for access tokens',
    [['jwt.type', 'jwt.type-none', 'jwt.type-other', 'jwt.id-token']], ['jwt.type-number'], { except: ['jwt.other-key'] }),
  ofTokens('jwt-unknown-algorithm', 'a token whose header cannot be read, or names an algorithm that is not known, is not verified: refuse every algorithm but the one that is expected',
    [['bearer.jwt-none', 'bearer.jwt-none-case', 'jwt.none'], ['bearer.jwt-alg', 'bearer.jwt-jwk', 'jwt.other-alg'], ['key.tail', 'key.extra-head', 'key.first-char']], ['value'],
    { except: ['key.wrong', 'key.first', 'key.last-char', 'key.same-length', 'key.other-signature', 'bearer.jwt-signature', 'bearer.jwt-claims', 'bearer.jwt-no-signature', 'key.claims', 'key.claims-kept-signature', 'jwt.other-key', 'jwt.cut'] }),
  ofTokens('jwt-unknown-key', 'a token whose key id is not known is not verified: refuse it as one with a wrong signature',
    [['bearer.jwt-kid'], ['bearer.jwt-jwk']], ['bearer.jwt-kid-empty-key', 'jwt.key-id', 'jwt.jwk', 'key.fixture-invalid'],
    { except: ['key.wrong', 'key.first', 'bearer.jwt-claims', 'bearer.jwt-signature', 'bearer.jwt-no-signature'] }),
  ofTokens('jwt-key-from-token', 'the token says which key verifies it: jwk, jku, x5c, x5u or an address as its key id',
    [['jwt.jwk', 'jwt.jwk-same-id', 'jwt.jku', 'jwt.x5c', 'jwt.x5u', 'bearer.jwt-jwk']], ['jwt.key-id'], { except: ['jwt.other-key'] }),
  ofTokens('jwt-algorithm', 'the token says how it is verified: fix the list of algorithms, and take no public key for a secret',
    [['jwt.public-key', 'bearer.jwt-public-key', 'jwt.none']], ['jwt.none-signed', 'jwt.none-twice', 'jwt.weak-secret', 'bearer.jwt-none', 'bearer.jwt-none-case', 'bearer.jwt-empty-key'], { except: ['jwt.other-key', 'jwt.cut'] }),
  ofTokens('jwt-critical', 'extensions that a token declares critical are passed over: refuse crit and b64',
    [['jwt.critical', 'jwt.critical-empty', 'jwt.not-encoded']], []),
  of('jwt-scope', 'scopes are not compared as exact members: write hasScope, or split the text at blanks and compare each',
    [['jwt.scope-longer', 'jwt.scope-inside', 'jwt.scope-part', 'jwt.scope-missing', 'jwt.scope-case', 'jwt.scope-elsewhere']], ['jwt.scope-any', 'jwt.scope-none', 'jwt.scope-commas', 'jwt.scope-listed', 'jwt.scope-header']),
  of('signature-not-verified', 'the signature of the credential is not verified: a credential with any signature passes',
    [['key.other-signature']], ['value', 'flow.replay-after-logout'], { except: ['key.first', 'key.wrong'] }),
  of('signature-not-missed', 'a credential without its signature counts as signed', [['key.no-signature']], ['key.dot', 'key.dot-suffix', 'key.prefix', 'key.empty-signature']),
  of('part-not-signed', 'a part of the credential is not signed: its signature covers only some of what it says',
    [['key.unsigned-part']], ['value'], { except: ['key.wrong', 'key.first', 'key.last-char', 'key.same-length', 'key.other-signature'] }),
  of('signature-cut', 'the signature is compared as far as it was sent: the beginning of one passes, and an empty one',
    [['key.cut-signature', 'key.empty-signature']], ['key.no-signature', 'key.dot', 'key.dot-suffix', 'key.half', 'key.prefix']),
  of('end-not-compared', 'only the beginning of the key is compared: any other end passes, since the secret behind a separator is not looked at, or a search for the key that finds nothing counts as found',
    [['key.prefix'], ['key.suffix'], ['key.last-char']], ['value'], { except: ['key.wrong', 'key.first', 'key.same-length', 'bearer.jwt-claims', 'bearer.jwt-signature', 'key.claims', 'key.claims-kept-signature', 'key.other-signature'] }),
  of('cut-to-one-length', 'only the first characters are compared: both texts are cut to one length before they are compared',
    [['key.prefix', 'basic.prefix'], ['key.suffix', 'basic.suffix']], ['value'], { except: ['key.wrong', 'key.last-char', 'key.same-length', 'key.extra-head', 'basic.same-length', 'key.other-signature', 'bearer.jwt-signature', 'bearer.jwt-claims'] }),
  of('includes', 'the known keys are searched for what was sent: includes or indexOf in one text',
    [['key.prefix', 'key.half'], ['key.tail']], ['key.first', 'key.prefix', 'key.half', 'key.empty', 'key.dot', 'key.lit-0', 'key.lit-1']),
  of('included', 'what was sent is searched for the key: includes, or a pattern without anchors',
    [['key.suffix'], ['key.extra-head']], ['value'], { except: ['key.wrong', 'key.prefix', 'key.half', 'key.tail', 'key.same-length', 'key.first', 'key.last-char'] }),
  of('starts-with', `what was sent only has to be the beginning of the key: ${BEGINNING}`,
    [['key.prefix', 'key.half', 'key.first', 'basic.prefix']], ['key.empty', 'key.dot', 'key.twice', 'key.no-signature', 'key.cut-signature', 'key.empty-signature', 'key.claims-no-signature', 'key.lit-0', 'key.lit-1', 'basic.empty-password', 'basic.tail', 'basic.unknown-empty', 'crash']),
  of('ends-with', 'what was sent only has to be the end of the key: endsWith',
    [['key.tail', 'basic.tail']], ['key.empty', 'basic.empty-password', 'key.lit-0', 'key.lit-1']),
  of('tail-not-read', 'what follows the key is not read: startsWith, or a pattern without an end',
    [['key.suffix', 'basic.suffix', 'session.appended']], ['header.joined-first', 'bearer.joined', 'bearer.comma-glued', 'header.nbsp', 'key.dot-suffix', 'key.nbsp', 'key.twice', 'key.newline', 'key.second-line', 'key.null-byte', 'key.trailing-space', 'session.padded', 'cookie.comma', 'bearer.comma-after', 'basic.junk-after']),
  of('head-not-read', 'what precedes the key is not read: endsWith, or a pattern without a beginning',
    [['key.extra-head']], ['header.joined-last', 'key.twice', 'key.lead-space', 'header.scheme', 'bearer.scheme-later']),
  of('percent', 'a percent sign passes: what was sent is used as a pattern (LIKE), or an error in decoding it lets the request in',
    [['key.sql-like']], ['query.broken-escape']),
  of('pattern', 'what was sent is used as a pattern: RegExp, LIKE or a glob',
    [['key.regex', 'key.glob', 'key.dot', 'basic.user-pattern', 'basic.user-dot', 'basic.user-like', 'basic.password-pattern', 'basic.password-like']], ['key.sql-like', 'basic.password-dot', 'query.broken-escape']),
  of('collated', 'case and signs that cannot be seen do not count: the credential is compared by the rules of a language (localeCompare, a collation)', [['key.case'], ['key.zero-width']], ['key.tail-case', 'key.fullwidth']),
  of('folded', 'upper and lower case are one: the credential is folded, or compared without case',
    [['key.case', 'basic.password-case', 'basic.user-case', 'session.case']], ['key.tail-case', 'key.fullwidth']),
  of('plain-object', 'keys are looked up among the members of a plain object, which has some of its own: use a Map',
    [['key.lit-constructor', 'key.lit-toString', 'key.lit-__proto__', 'basic.user-constructor', 'basic.user-proto']], ['basic.unknown-empty', 'basic.empty-password', 'basic.user-undefined']),
  of('as-number', 'the key is compared as a number (Number, parseInt, == or a column of numbers): every other way to write that number passes, with blanks, zeros or a fraction',
    [['key.number']], ['key.trailing-space', 'key.lead-space', 'key.newline', 'key.nbsp', 'key.suffix', 'key.dot-suffix', 'key.second-line', 'key.null-byte', 'key.last-char', 'query.plus', 'header.nbsp', 'cookie.comma', 'header.joined-first']),
  of('trimmed', 'white space or signs that cannot be seen are dropped before the comparison',
    [['key.trailing-space', 'key.lead-space', 'key.newline', 'key.zero-width', 'basic.password-space']], ['key.nbsp', 'key.null-byte', 'key.second-line', 'query.plus', 'header.nbsp']),
  of('scheme', 'the scheme in front of the credential is not compared as a whole: a pattern without anchors, slice or replace',
    [['bearer.apikey-scheme', 'bearer.basic-scheme', 'bearer.digest-scheme', 'bearer.token-scheme', 'bearer.bare', 'bearer.colon', 'bearer.before', 'bearer.letter-before', 'basic.bearer-scheme', 'scheme.bare', 'scheme.basic', 'scheme.bearer', 'scheme.before', 'scheme.other']], ['scheme.dup-first', 'scheme.dup-last', 'scheme.glued', 'scheme.longer', 'scheme.only', 'scheme.twice', 'bearer.comma-after', 'bearer.comma-glued', 'bearer.after-good', 'bearer.after-bad', 'bearer.dup-first', 'bearer.dup-last', 'bearer.dup-same', 'bearer.dup-basic',
      'bearer.joined', 'basic.dup-first', 'basic.dup-last', 'basic.dup-same', 'bearer.scheme-later', 'bearer.plural', 'bearer.glued', 'bearer.equals', 'bearer.colon-space', 'bearer.twice', 'bearer.empty', 'bearer.scheme-only']),
  of('not-revoked', 'when a credential ends, or that it was revoked, is not looked at: its time is not compared with the clock, or it is still in the table that is asked',
    [['key.fixture-invalid', 'basic.fixture-invalid']], ['key.dot-suffix', 'key.tail-case']),
  of('signed-time', 'the time that is signed is not compared with the clock, or in another unit: a request that was seen once can be sent again',
    [['signed.past', 'clock.signature']], ['signed.future', 'callable.fixture-invalid', 'callable.wrong-part', 'key.fixture-invalid']),
  of('seal-believed', 'the user of the seal is believed without a look at what became of them',
    [['session.fixture-invalid']], ['superuser.demoted', 'session.revoked']),
  of('invalid-passes', 'what makes a request invalid is not looked at, or in another unit: its time, its end, that it was revoked, or who signed it',
    [['callable.fixture-invalid']], ['state'], { except: ['callable.mixed-users'] }),
  of('verbs', 'undeclared methods reach the handler, or the guard knows fewer verbs than the router',
    [['method.POST', 'method.PUT', 'method.PATCH', 'method.DELETE', 'method.PURGE', 'method.SEARCH']], ['method']),
  of('no-role', 'a user passes who may not: the role, scope, tenant or owner is not compared, or is compared with the wrong one',
    [['role.*', 'superuser.ordinary']], ['role']),
  of('head', 'HEAD is not guarded as GET is',
    [], ['role', 'admission', 'method', 'crash'], { ofNobody: true, when: (all) => all.every(isHead) }),
  of('any-query', 'the guard compares the whole address: any query, or another spelling of the path, goes past it',
    [], ['path', 'bypass', 'value', 'place'], { when: isWholeAddress }),
  of('rewritten', 'the guard and the router look at two addresses: a header that proxies write, and that any client can send, changes one of them (CVE-2018-14773)',
    [['probe.x-original-url', 'probe.x-rewrite-url', 'probe.x-forwarded-uri', 'probe.x-original-uri', 'probe.x-forwarded-path', 'probe.x-original-url-root',
      'probe.x-rewrite-url-root', 'probe.x-forwarded-prefix-root', 'path.public-rewritten']], ['path']),
  of('forbidden', 'a guard refuses a user who may by the fixtures: the wrong user stands there (roles, allow), or the guard is the wrong way round',
    [], ['role', 'document', 'oracle'], { when: (all) => all.some(({ code }) => code === 'forbidden') }),
  of('principal', 'request.auth is not who sent the credential: the hook returns the same for everybody, a promise, or what another request left',
    [], ['admission', 'state', 'document', 'oracle', 'wording'], { when: (all) => all.some(({ code }) => code === 'principal') && all.every(({ code }) => code !== 'refused') }),
  of('lacks', 'request.auth lacks members that the fixtures say of its user: this credential gives less than others do, so guards that read them decide otherwise; or the principal of the fixtures is of another kind of credential',
    [], ['admission', 'state', 'document', 'oracle', 'wording'], { when: (all) => all.every(({ code }) => code === 'lacks') }),
  of('calls', 'other authenticators are asked than the credential is for, or more of them',
    [], ['admission', 'document', 'oracle', 'wording'], { when: (all) => all.some(({ code }) => code === 'calls') && all.every(({ code }) => code !== 'refused' && code !== 'principal') }),
  of('impersonated', 'the user is taken from a place where the client names it',
    [], ['role', 'state', 'admission'], { when: (all) => all.some(({ row, code }) => row === 'users.in-turn' && code === 'named-user') }),
  of('runs-twice', 'the handler does not run exactly once for a request that is let in',
    [], ['admission', 'document', 'oracle'], { when: (all) => all.some(({ code }) => code === 'handler-runs') }),
  of('handler-throws', HANDLER_THROWS,
    [], ['crash'], { when: (all) => all.every(({ hasRun, code }) => code === 'crash' && hasRun === true) }),
  of('refused', 'a good credential is refused: the fixture is not what the authenticator expects, or the comparison is the wrong way round',
    [['valid', 'valid.*', 'valid.HEAD']], ['admission'], { when: (all) => all.some(({ code }) => code === 'refused') }),
  of('locked', 'a good credential that passed at first is refused at the end: a lock-out, or state that the refusals left',
    [['valid.last']], ['admission', 'wording', 'oracle'], { except: ['valid'] }),
  of('cookie-by-hand', 'the cookie is set by hand, without HttpOnly, SameSite, Secure or Path',
    [['flow.cookie-flags', 'flow.cookie-flags-public']], ['session-life'], { except: ['flow.wrong-password', 'flow.unknown-user-wrong', 'flow.login', 'flow.fixation', 'flow.replay-after-logout'] }),
  of('logout-nothing', 'a logout ends nothing: the session is good after it, and its cookie stays in the browser',
    [['flow.replay-after-logout'], ['flow.logout-clears']], ['flow.replay-later']),
  of('logout-forgotten', 'a logout is forgotten while the token that it ended is still good: its end is kept for too short a time, or in another unit',
    [['flow.replay-later']], []),
  of('not-logged-in', 'a login gives nothing that opens a route: login() is not awaited, or what it issues is not what is read',
    [['flow.login']], ['session-life'], { except: ['flow.wrong-password', 'flow.unknown-user-wrong'], when: (all) => all.some(({ row, code }) => row === 'flow.login' && code !== 'leak') }),
  of('ended-session', 'what was opened once is kept, and its end is not looked at again',
    [['clock.expires', 'clock.idle']], ['clock.renewed', 'session.revoked', 'flow.replay-after-logout']),
  of('ended-token', 'the end that a token names (exp) is not compared with the clock: it is ignored, in another unit, or may be passed by years',
    [['clock.token']], ['key.fixture-invalid']),
  of('password-not-looked-at', 'a login passes with any password: the result of an async comparison is not awaited, or nothing looks at it',
    [['flow.wrong-password']], LOGINS, { when: (all) => all.some(({ row, finding }) => row === 'flow.wrong-password' && finding.asked === finding.scenario.route) }),
  of('unknown-user-logged-in', UNKNOWN_USER,
    [['flow.unknown-user-wrong']], LOGINS, { except: ['flow.wrong-password'] }),
  of('user-not-looked-up', 'the password is looked up and the user is not',
    [['flow.unknown-user']], ['flow.user-pattern', 'flow.user-like', 'flow.user-like-prefix', 'flow.list-password', 'flow.user-prototype']),
  of('password-cut', 'only the first characters of the password are compared, or hashed (bcrypt reads 72 bytes)',
    [['flow.password-prefix'], ['flow.password-longer']], ['flow.password-prefix', 'flow.password-longer', 'flow.password-blanks', 'flow.empty-password', 'flow.blank-password']),
  of('password-prefix', `only the beginning of the password is compared: ${BEGINNING}`,
    [['flow.password-prefix']], ['flow.empty-password', 'flow.password-is-user', 'flow.unknown-empty', 'flow.blank-password']),
]

/** @param seen of each list one row must have found something */
function of(
  id: string,
  text: string,
  seen: NonNullable<Mistake['seen']>,
  implies: Mistake['implies'],
  more: Partial<Mistake> = {},
): Mistake {
  return { id, text, implies, ...more, ...(seen.length === 0 ? {} : { seen }) }
}

/** One function verifies the tokens of an application. */
function ofTokens(...[id, text, seen, implies, more]: Parameters<typeof of>): Mistake {
  return of(id, text, seen, implies, { ...more, isShared: true })
}

/** Fewer parameters may each be read by something. Of those in one request, one may be enough. */
const SEPARATE = 4

/** Whether so many parameters of the query open a route that none of them does: the guard compares the whole address. */
function isWholeAddress(all: readonly Evidence[]): boolean {
  if (all.some(({ topic, isEntry }) => topic === 'open' && isEntry)) return false
  const bare = all.filter(({ isEntry, topic }) => isEntry && (topic === 'path' || topic === 'bypass')).map(parametersOf)
  const added = bare.map((names) => names.filter((name) => !bare.every((others) => others.includes(name))))
  const known = new Set<string>()
  const separate = added
    .toSorted((a, b) => a.length - b.length)
    .filter((names) => {
      const isSeparate = names.length > 0 && names.every((name) => !known.has(name))
      for (const name of names) known.add(name)
      return isSeparate
    })
  return separate.length >= SEPARATE
}

function parametersOf({ finding }: Evidence): readonly string[] {
  const [, query] = finding.request.target.split('?', 2)
  return [...new Set(new URLSearchParams(query).keys())]
}
