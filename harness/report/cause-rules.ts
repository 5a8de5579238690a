import { causeOfCode } from '../text/cause-of-code.ts'
import { isAnswerOfRoute, isEntry, isOfOtherUser } from './cause-signs.ts'
import type { Evidence, Topic } from './evidence.ts'

/** A cause in words, and a stable word for it. */
export interface Explanation {
  readonly id: string
  readonly text: string
}

/** The explanation of the findings of one topic. The evidence may come in any order; at least one piece of it is needed. */
export function explain(topic: Topic, evidence: readonly Evidence[]): Explanation {
  const names = new Set(evidence.map(({ name }) => name))
  const codes = new Set(evidence.map(({ code }) => code))
  const seen: Seen = { evidence, names, codes, has: (...wanted) => wanted.some((name) => names.has(name)) }
  const rule = RULES.find((one) => one.topics.includes(topic) && one.applies(seen))
  if (rule !== undefined) return { id: rule.id, text: rule.text }
  const [first] = evidence as readonly [Evidence, ...Evidence[]]
  const { finding, code } = evidence.find((one) => one.code === one.finding.problems[0].code) ?? first
  const known = causeOfCode(code)
  return known === undefined
    ? { id: finding.scenario.cause, text: finding.scenario.cause }
    : { id: code, text: known.cause }
}

interface Seen {
  readonly evidence: readonly Evidence[]
  readonly names: ReadonlySet<string>
  readonly codes: ReadonlySet<string>
  readonly has: (...names: readonly string[]) => boolean
}

interface Rule {
  readonly id: string
  readonly topics: readonly Topic[]
  readonly applies: (seen: Seen) => boolean
  readonly text: string
}

const READING: readonly Topic[] = ['value', 'place']

const KEPT_FOR_NONE =
  'what a good credential gets is kept and given to requests without one: an answer in a cache whose key does not hold the credential, or a user in a variable that requests share'

const UNKNOWN_USER =
  'a user who does not exist passes, whatever the password: passwords are compared for known users only'

/** The first that applies: from everything that passes down to one spelling. */
const RULES: readonly Rule[] = [
  ...rules(READING, {
    kept: [KEPT_FOR_NONE, ({ evidence }) => evidence.some((one) => one.afterGood === true && isEntry(one))],
  }),
  ...rules(READING, {
    'answered-elsewhere': [
      'refused requests are answered with a success, though no handler runs: an exception handler or something in front of the application answers them',
      ({ evidence }) =>
        evidence.some(isEntry) && evidence.filter(isEntry).every(({ answeredElsewhere }) => answeredElsewhere),
    ],
    'runs-anyway': [
      'the handler runs though the request is refused: it does not wait for the verdict of the authenticator',
      ({ evidence }) => evidence.some(({ code, returned }) => code === 'handler-ran' && returned === undefined),
    ],
    'all-not-all': [
      'of authenticators that must all pass one is enough',
      ({ has }) => has('all.first-only', 'all.last-only'),
    ],
    promise: [
      'the result of an async check is not awaited: request.auth is a promise, or holds one',
      ({ evidence }) => evidence.some(({ finding }) => finding.problems.some(({ got }) => /promise/i.test(got))),
    ],
    kept: [
      'what one request was allowed is kept for the next: a cache or a variable that more than one request shares',
      ({ has, evidence }) =>
        (has('keepalive.carryover', 'repeat.after-valid', 'pipeline.good-none') &&
          evidence.some(
            ({ name, code }) => code === 'principal' && /^(?:valid|repeat|keepalive|pipeline)/.test(name),
          )) ||
        // One user is answered as another who asked before, and no unknown key passes.
        (evidence.some(isOfOtherUser) && !has('missing', 'key.wrong', 'basic.wrong-password')) ||
        // No credential passes beside a good one on its connection, and does not pass alone.
        (evidence.some(({ name, code }) => code === 'accepted' && BESIDE_GOOD.has(name)) && !has('missing')),
    ],
    'get-only': [
      'the guard knows GET only: requests with any other method pass without a credential',
      ({ has, evidence }) =>
        has('missing') &&
        evidence.some(({ finding }) => finding.scenario.route.startsWith('GET ')) &&
        evidence.every(({ name, finding }) => !finding.scenario.route.startsWith('GET ') || /\bHEAD\b/.test(name)),
    ],
    'not-protected': [
      'the route is not protected: a request without any credential passes',
      ({ has, evidence }) =>
        has('missing', 'level.protected') && evidence.filter(isEntry).every(({ returned }) => returned === undefined),
    ],
    'passes-anonymous': [
      'what the authenticator returns for a request without a credential is truthy: a result that is not awaited, an object around nothing, or a setting that is missing equals a header that is missing',
      ({ has }) => has('missing'),
    ],
    'length-only': [
      'only the length is compared',
      ({ has }) =>
        has('key.same-length', 'basic.same-length') && !has('key.half', 'key.long', 'basic.suffix', 'basic.prefix'),
    ],
    'password-not-compared': [
      'the password is not compared',
      ({ has }) => has('basic.wrong-password') && !has('basic.wrong-user', 'basic.unknown-user'),
    ],
    'unknown-user': [
      UNKNOWN_USER,
      ({ has }) => has('basic.wrong-user') && has('basic.unknown-empty') && !has('basic.wrong-password'),
    ],
    'other-form': [
      'only what looks like a good credential is compared: one of another form, or without a part, passes',
      ({ has }) =>
        has('key.wrong') && has('key.first') && has('key.long') && !has('key.prefix', 'key.suffix', 'key.same-length'),
    ],
    truthy: [
      'whatever is sent passes: the result of an async check is not awaited, the hook always returns something truthy, or an exception of the comparison counts as a pass',
      ({ has }) => has('key.wrong', 'basic.wrong-password', 'callable.fixture-invalid', 'list.all-wrong'),
    ],
    'session-not-opened': ['a session that does not open is taken for one', ({ has }) => has('session.garbage')],
    'user-not-compared': [
      'the user name is not compared: any user passes with a known password',
      ({ has }) => has('basic.wrong-user'),
    ],
    'jwt-seen-before': [
      'the signature of a token is compared once only: what is kept of it (a cache, a map) is found again by the rest of the token',
      ({ has }) => has('bearer.jwt-signature') && !has('bearer.jwt-claims'),
    ],
    'jwt-not-verified': [
      'the token is decoded, and its signature is not verified',
      ({ has }) => has('bearer.jwt-claims', 'bearer.jwt-signature', 'key.claims', 'key.claims-kept-signature'),
    ],
    'jwt-unsigned': [
      'a token without a signature counts as signed: fix the list of algorithms, and compare the whole signature',
      ({ has }) => has('bearer.jwt-none', 'bearer.jwt-none-case', 'bearer.jwt-no-signature', 'key.claims-no-signature'),
    ],
    'signature-not-verified': [
      'the signature of the credential is not verified: a credential with any signature passes',
      ({ has }) => has('key.other-signature') && !has('key.first'),
    ],
    'signature-not-missed': [
      'a credential without its signature counts as signed',
      ({ has }) => has('key.no-signature') && !has('key.first', 'key.half', 'key.tail'),
    ],
    'jwt-known-key': [
      'the key that tokens are signed with is empty, or stands in every list of secrets',
      ({ names }) => some(names, /^bearer\.jwt-(?:empty|known)-key$/),
    ],
    'end-not-compared': [
      'the end of the key is not compared: the secret behind a separator, or what follows a fixed number of characters',
      ({ has }) => has('key.prefix') && has('key.suffix') && has('key.last-char'),
    ],
    'cut-to-one-length': [
      'only the first characters are compared: both texts are cut to one length before they are compared',
      ({ has }) => has('key.prefix', 'basic.prefix') && has('key.suffix', 'basic.suffix'),
    ],
    includes: [
      'the known keys are searched for what was sent: includes or indexOf in one text',
      ({ has }) => has('key.prefix', 'key.half') && has('key.tail'),
    ],
    included: [
      'what was sent is searched for the key: includes, or a pattern without anchors',
      ({ has }) => has('key.suffix') && has('key.extra-head'),
    ],
    'starts-with': [
      'what was sent only has to be the beginning of the key: startsWith, or a comparison that ends with the shorter text',
      ({ has }) => has('key.prefix', 'key.half', 'key.first', 'basic.prefix'),
    ],
    'ends-with': [
      'what was sent only has to be the end of the key: endsWith',
      ({ has }) => has('key.tail', 'basic.tail'),
    ],
    'tail-not-read': [
      'what follows the key is not read: startsWith, or a pattern without an end',
      ({ has }) => has('key.suffix', 'basic.suffix', 'session.appended'),
    ],
    'head-not-read': [
      'what precedes the key is not read: endsWith, or a pattern without a beginning',
      ({ has }) => has('key.extra-head'),
    ],
    percent: [
      'a percent sign passes: what was sent is used as a pattern (LIKE), or an error in decoding it lets the request in',
      ({ has, names }) => has('key.sql-like') && [...names].every((name) => PERCENT.has(name)),
    ],
    pattern: [
      'what was sent is used as a pattern: RegExp, LIKE or a glob',
      ({ has }) =>
        has('key.regex', 'key.glob', 'key.dot', 'key.sql-like') ||
        has('basic.user-pattern', 'basic.user-dot', 'basic.user-like', 'basic.password-pattern', 'basic.password-like'),
    ],
    sql: ['the credential is written into a query: use parameters', ({ names }) => some(names, /\.sql/)],
    folded: [
      'upper and lower case are one: the credential is folded, or compared without case',
      ({ has }) => has('key.case', 'basic.password-case', 'basic.user-case', 'session.case'),
    ],
    'plain-object': [
      'keys are looked up among the members of a plain object, which has some of its own: use a Map',
      ({ names }) => some(names, /constructor|proto__|toString/),
    ],
    trimmed: [
      'white space or signs that cannot be seen are dropped before the comparison',
      ({ has }) => has('key.trailing-space', 'key.lead-space', 'key.newline', 'key.zero-width', 'basic.password-space'),
    ],
    repeated: [
      'of several credentials in one request one is chosen, instead of refusing them all',
      ({ names }) => some(names, /\.(?:dup|joined|after|brackets)/),
    ],
    scheme: [
      'the scheme in front of the credential is not compared as a whole: a pattern without anchors, slice or replace',
      ({ names }) => some(names, /^bearer\.(?:\w+-scheme|bare|colon|before|letter-before)|^basic\.\w*scheme/),
    ],
  }),
  ...rules(['role'], {
    forbidden: [
      'a guard refuses a user who may by the fixtures: the wrong user stands there (roles, allow), or the guard is the wrong way round',
      ({ codes }) => codes.has('forbidden'),
    ],
    'no-role': [
      'a user passes who may not: the role, scope, tenant or owner is not compared, or is compared with the wrong one',
      ({ names }) => some(names, /^(?:role\.[^.]+$|superuser\.ordinary$)/),
    ],
  }),
  ...rules(['admission'], {
    impersonated: [
      'the user is taken from a place where the client names it',
      ({ evidence }) => evidence.some((one) => one.code === 'other-user' && !isOfOtherUser(one)),
    ],
    principal: [
      'request.auth is not who sent the credential: the hook returns the same for everybody, a promise, or what another request left',
      ({ codes }) => codes.has('principal') && !codes.has('refused'),
    ],
    'runs-twice': [
      'the handler does not run exactly once for a request that is let in',
      ({ codes }) => codes.has('handler-runs'),
    ],
    locked: [
      'a good credential that passed at first is refused at the end: a lock-out, or state that the refusals left',
      ({ has }) => has('valid.last') && !has('valid'),
    ],
    refused: [
      'a good credential is refused: the fixture is not what the authenticator expects, or the comparison is the wrong way round',
      ({ has }) => has('valid'),
    ],
  }),
  ...rules(['session-life'], {
    'password-not-looked-at': [
      'a login passes with any password: the result of an async comparison is not awaited, or nothing looks at it',
      ({ evidence }) => evidence.some((one) => one.name === 'flow.wrong-password' && isAnswerOfRoute(one)),
    ],
    'unknown-user-logged-in': [
      UNKNOWN_USER,
      ({ has }) => has('flow.unknown-user-wrong') && !has('flow.wrong-password'),
    ],
    'password-prefix': [
      'only the beginning of the password is compared: startsWith, or a comparison that ends with the shorter text',
      // Empty, and a user name with which the password begins, are beginnings too.
      ({ has }) => has('flow.password-prefix') && !has('flow.wrong-password', 'flow.unknown-user-wrong'),
    ],
  }),
  ...rules(['oracle'], {
    'users-told': [
      'the answer to a wrong login says whether the user exists',
      ({ names }) => [...names].every((name) => name === 'login.enumeration'),
    ],
  }),
  ...rules(['path'], {
    'any-query': [
      'the guard compares the whole address: any query, or another spelling of the path, goes past it',
      ({ evidence }) => evidence.some(({ anyQuery }) => anyQuery === true),
    ],
    rewritten: [
      'the guard and the router look at two addresses: a header that proxies write, and that any client can send, changes one of them (CVE-2018-14773)',
      ({ names }) => some(names, /^probe\.x-|^path\.public-rewritten$/),
    ],
  }),
  ...rules(['method'], {
    head: ['HEAD is not guarded as GET is', ({ names }) => [...names].every((name) => /HEAD/.test(name))],
  }),
]

/** Values with a percent sign, which no pattern but LIKE and no decoder but that of addresses reads. */
const PERCENT: ReadonlySet<string> = new Set(['key.sql-like', 'query.broken-escape'])

const BESIDE_GOOD: ReadonlySet<string> = new Set(['keepalive.carryover', 'pipeline.good-none', 'pipeline.none-good'])

type Rules = Readonly<Record<string, readonly [text: string, applies: Rule['applies']]>>

function rules(topics: readonly Topic[], table: Rules): readonly Rule[] {
  return Object.entries(table).map(([id, [text, applies]]) => ({ id, topics, text, applies }))
}

function some(names: ReadonlySet<string>, pattern: RegExp): boolean {
  return [...names].some((name) => pattern.test(name))
}
