/**
 * Every row of the catalogue, by its first word: a name that is not here does not compile. An empty text is the first word
 * alone; a star stands where the variant is printed.
 */
// oxfmt-ignore
const NAMES = {
  address: ['azure', 'cf-connecting-ip', 'client-ip', 'client-ip-bare', 'cluster', 'fastly', 'forwarded',
    'forwarded-bare', 'forwarded-quoted', 'host', 'localhost', 'mapped', 'neighbour', 'octal', 'originating-ip', 'real-ip',
    'remote-addr', 'remote-addr-cgi', 'remote-ip', 'short', 'true-client-ip', 'xff', 'xff-first', 'xff-last'],
  all: ['all-good', 'all-wrong', 'first-good-rest-wrong', 'first-only', 'first-wrong', 'first-wrong-rest-good',
    'last-good-rest-wrong', 'last-only', 'last-wrong'],
  basic: ['admin', 'bare', 'bearer-scheme', 'before', 'bom', 'colon-in-user', 'colon-suffix', 'comma-after',
    'control', 'dup-first', 'dup-last', 'dup-same', 'empty-password', 'empty-user', 'fixture-invalid', 'fullwidth', 'glued',
    'inner-space', 'junk-after', 'known-admin', 'known-guest', 'known-root', 'known-test', 'known-user', 'latin1',
    'lone-colon', 'long', 'lower', 'newline', 'no-colon', 'no-colon-password', 'not-base64', 'oracle',
    'padding-extra', 'padding-missing', 'password-case', 'password-dot', 'password-is-user', 'password-like',
    'password-pattern', 'password-space', 'percent', 'plain', 'prefix', 'proxy', 'query', 'regex', 'same-length',
    'scheme-only', 'spare-bits', 'sql', 'sql-comment', 'sql-password', 'suffix', 'swapped', 'tab', 'tail',
    'two-spaces', 'unknown-empty', 'upper', 'url-safe', 'user-case', 'user-constructor', 'user-dot', 'user-like',
    'user-newline', 'user-null', 'user-pattern', 'user-prefix', 'user-proto', 'user-space', 'user-undefined',
    'wrong', 'wrong-password', 'wrong-user'],
  bearer: ['after-bad', 'after-good', 'angle', 'apikey-scheme', 'bare', 'base64', 'basic-scheme', 'before',
    'beyond-ascii', 'colon', 'colon-space', 'comma-after', 'comma-glued', 'cookie', 'cookie-authorization', 'cookie-jwt',
    'digest-scheme', 'dup-basic', 'dup-first', 'dup-last', 'dup-same', 'empty', 'equals', 'form', 'glued', 'joined',
    'jwt-alg', 'jwt-claims', 'jwt-empty-key', 'jwt-jwk', 'jwt-kid', 'jwt-kid-empty-key', 'jwt-known-key',
    'jwt-no-signature', 'jwt-none', 'jwt-none-case', 'jwt-public-key', 'jwt-signature', 'jwt-two-parts', 'letter-before', 'lower',
    'mixed', 'param', 'plural', 'proxy', 'query-access-token', 'query-authorization', 'query-jwt', 'query-token', 'quoted',
    'scheme-later', 'scheme-only', 'scheme-space', 'subprotocol', 'tab', 'token-scheme', 'twice', 'two-spaces',
    'upper', 'x-access-token', 'x-authorization', 'x-forwarded'],
  cache: ['copy'],
  callback: [''],
  callable: ['fixture-invalid', 'mixed-users', 'other-part', 'wrong-part'],
  claim: ['address-header', 'flag-body', 'flag-cookie', 'flag-header', 'flag-one', 'flag-query', 'role-cookie',
    'role-header', 'role-query', 'tenant-header', 'tenant-query', 'user-cookie', 'user-header', 'user-query'],
  clock: ['expires', 'idle', 'renewed', 'renewed-to-the-end', 'signature', 'token'],
  combined: ['all-in-optional', 'all-passes', 'all-passes-missing', 'all-refuses-first', 'all-refuses-last',
    'all-refuses-later', 'check-in-list', 'check-in-optional', 'check-refuses', 'check-refuses-later',
    'check-throws', 'list-in-optional', 'passes-last', 'passes-later-first', 'refuses-later-first',
    'refuses-later-last', 'rejects-first', 'throws-first'],
  concurrency: ['mixed'],
  cookie: ['after-others', 'comma', 'dup-first', 'dup-last', 'dup-line', 'dup-same', 'encoded', 'host-prefix',
    'in-authorization', 'in-cookie2', 'in-header', 'in-query', 'in-set-cookie', 'in-value', 'name-case',
    'name-encoded', 'no-value', 'other-line', 'prefix', 'quoted', 'secure-prefix', 'suffix'],
  cors: ['cookie', 'credentials'],
  csrf: ['as-form', 'as-json', 'as-multipart', 'as-text', 'bare-cross-site', 'cross-site', 'custom-header', 'inside',
    'look-alike', 'nowhere', 'null', 'other-origin', 'other-port', 'other-scheme', 'referer', 'same-site',
    'session', 'site-contradicts', 'trusted-inside', 'trusted-look-alike', 'two-origins', 'two-origins-last', 'two-sites',
    'unknown-site', 'upgrade-cross-site', 'upgrade-nowhere', 'upgrade-other-origin', 'upgrade-same-site'],
  document: ['security'],
  enumeration: ['change', 'login', 'register', 'reset'],
  field: ['read', 'register', 'write'],
  flow: ['blank-password', 'cookie-flags', 'cookie-flags-public', 'empty-password', 'fixation', 'list-password',
    'login', 'login-again', 'login-cross-site', 'login-other-origin', 'logout-clears', 'named-role', 'no-password', 'null-null',
    'null-password', 'object-password', 'old-session', 'operator-password', 'operator-user', 'other-token',
    'other-user', 'parallel-logins', 'password-blanks', 'password-case', 'password-is-user', 'password-like',
    'password-longer', 'password-pattern', 'password-prefix', 'replay-after-logout', 'replay-later', 'sql-any', 'sql-any-comment',
    'sql-double', 'sql-password', 'sql-quote', 'sql-user', 'true-password', 'two-logins', 'unknown-empty',
    'unknown-no-password', 'unknown-null', 'unknown-user', 'unknown-user-wrong', 'user-like',
    'user-like-prefix', 'user-pattern', 'user-prototype', 'visitor', 'visitor-public', 'wrong-password',
    'zero-password'],
  gate: ['cookie-two', 'host-none', 'host-other', 'host-port', 'host-suffix', 'host-two', 'many-lines', 'scheme'],
  guess: ['limit'],
  header: ['colon-space', 'dup-case', 'dup-first', 'dup-last', 'dup-same', 'folded', 'http-prefix',
    'in-authorization', 'in-authorization-bare', 'in-body', 'in-cookie', 'in-query', 'in-query-usual', 'in-trailer',
    'joined-first', 'joined-last', 'name-capitals', 'name-case', 'name-prefix', 'nbsp', 'quoted', 'scheme',
    'underscore', 'x-variant'],
  hook: ['empty', 'false', 'nan', 'never', 'null', 'number', 'object', 'promise-false', 'promise-null',
    'promise-object', 'reads-body', 'rejects', 'string', 'throws', 'throws-registered', 'throws-response',
    'undefined', 'zero'],
  jwt: ['audience', 'audience-listed', 'claims-broken', 'claims-inherited', 'claims-list', 'claims-null',
    'claims-text', 'claims-twice', 'code-secret', 'critical', 'critical-empty', 'cut', 'deep', 'detached', 'encrypted', 'end-null',
    'end-text', 'expired', 'id-token', 'issued-later', 'issuer', 'jku', 'jwk', 'jwk-same-id', 'key-id', 'keys-away',
    'keys-changed', 'keys-empty', 'nested', 'no-end', 'no-key-id', 'none', 'none-signed', 'none-twice',
    'not-encoded', 'not-yet', 'other-alg', 'other-key', 'other-key-no-id', 'other-use', 'public-key', 'rotated',
    'rotated-same-id', 'scope-any', 'scope-case', 'scope-commas', 'scope-elsewhere', 'scope-header', 'scope-inside',
    'scope-listed', 'scope-longer', 'scope-missing', 'scope-none', 'scope-part', 'type', 'type-case', 'type-long',
    'type-none', 'type-number', 'type-other', 'unsorted', 'weak-secret', 'x5c', 'x5u', 'zeros'],
  keepalive: ['carryover', 'twice'],
  key: ['case', 'claims', 'claims-alg-none', 'claims-empty-signature', 'claims-kept-signature',
    'claims-no-signature', 'cut-signature', 'dot', 'dot-suffix', 'emoji', 'empty', 'empty-signature', 'extra-head', 'first', 'first-char',
    'fixture-invalid', 'fullwidth', 'glob', 'half', 'homoglyph', 'known-admin', 'known-changeme', 'known-secret',
    'known-test', 'known-token', 'last-char', 'lead-space', 'lit-0', 'lit-1', 'lit-NaN', 'lit-None', 'lit-__proto__',
    'lit-braces', 'lit-brackets', 'lit-constructor', 'lit-false', 'lit-null', 'lit-objectObject', 'lit-toString',
    'lit-true', 'lit-undefined', 'long', 'low-byte', 'nbsp', 'newline', 'no-signature', 'null-byte', 'number',
    'oracle', 'other-signature', 'percent', 'prefix', 'regex', 'reversed', 'same-length', 'second-line', 'space',
    'sql', 'sql-after', 'sql-comment', 'sql-double', 'sql-like', 'sql-number', 'sql-union', 'suffix', 'tail',
    'tail-case', 'trailing-space', 'twice', 'unknown-empty', 'unsigned-part', 'wrong', 'xlong', 'zero-width'],
  leak: ['log'],
  level: ['foreign-*', 'protected'],
  list: ['all-good', 'all-wrong', 'exchanged', 'first-good-rest-wrong', 'first-only', 'first-wrong', 'first-wrong-rest-good',
    'last-good-rest-wrong', 'last-only', 'last-wrong'],
  login: ['enumeration'],
  method: ['DELETE', 'GET', 'HEAD', 'LOCK', 'OPTIONS', 'PATCH', 'POST', 'PROPFIND', 'PURGE', 'PUT', 'QUERY',
    'SEARCH', 'SVCX', 'TRACE', 'claims-GET', 'claims-OPTIONS', 'lower', 'mixed', 'preflight', 'preflight-same',
    'query-_httpMethod', 'query-_method', 'query-httpMethod', 'query-method', 'x-http-method',
    'x-http-method-override', 'x-method-override'],
  missing: ['', 'broken-body', 'oracle'],
  name: ['anonymous', 'denied', 'other', 'wrong'],
  password: ['address', 'default', 'old', 'reset', 'sessions', 'short'],
  origin: ['near'],
  path: ['absolute', 'absolute-other', 'absolute-port', 'absolute-scheme', 'absolute-user', 'authority',
    'authority-double', 'backslash', 'backslash-encoded', 'backslash-first', 'base-twice', 'capital', 'dot',
    'dot-dot', 'dot-dot-end', 'dot-dot-inner', 'dot-encoded', 'dot-end', 'dot-half-encoded', 'dot-inner',
    'dot-one-encoded', 'dot-semicolon', 'double-first', 'double-last', 'encoded-all', 'encoded-first',
    'encoded-first-slash', 'encoded-last', 'encoded-lower', 'encoded-slash', 'encoded-slash-upper',
    'encoded-tail-slash', 'encoded-twice', 'end-amp', 'end-backslash', 'end-broken', 'end-cr', 'end-crlf', 'end-css',
    'end-del', 'end-dot', 'end-hash', 'end-html', 'end-json', 'end-lf', 'end-ls', 'end-nul', 'end-overlong',
    'end-prefetch', 'end-question', 'end-rsc', 'end-space', 'end-star', 'end-tab', 'end-tilde', 'end-txt',
    'end-unicode-slash', 'hash', 'hash-query', 'hash-slash', 'longer', 'matrix', 'matrix-empty', 'matrix-first',
    'matrix-json', 'matrix-wadl', 'mixed', 'no-slash', 'other-version', 'public-query', 'public-rewritten',
    'question', 'raw-high', 'raw-nul', 'raw-space', 'raw-tab', 'slash', 'triple-first', 'two-slashes', 'upper',
    'without-base', 'without-last', 'without-slash', 'without-version'],
  pipeline: ['good-none', 'none-good'],
  probe: ['accept', 'accept-html', 'ajax', 'auth-user', 'authenticated', 'authenticated-user', 'body-broken',
    'body-proto', 'body-user', 'chunked-and-length', 'content-type-form', 'content-type-odd', 'content-type-tab',
    'content-type-text', 'cookie-flag', 'debug', 'expect', 'forwarded-host', 'forwarded-localhost',
    'forwarded-proto', 'forwarded-user', 'header-oversize', 'hop-by-hop', 'host-localhost', 'host-two', 'http-1.0',
    'if-none-match', 'internal', 'internal-request', 'length-two', 'middleware-subrequest',
    'middleware-subrequest-src', 'nextjs-data', 'no-cache-key', 'own-origin', 'purpose', 'query-__proto__-auth-1',
    'query-admin-true', 'query-auth-false', 'query-authenticated-true', 'query-debug-1', 'query-other-switches',
    'query-role-superuser', 'query-static-css', 'query-static-ico', 'query-static-js', 'query-test-1',
    'query-user-admin', 'range', 'real-ip-localhost', 'referer-admin', 'referer-docs', 'referer-login',
    'referer-root', 'remote-user', 'sec-fetch-site', 'skip-auth', 'ssl-client', 'svc-auth', 'svc-internal',
    'svc-probe', 'svc-test', 'switches', 'target-oversize', 'upgrade', 'user-agent', 'user-agent-bot', 'user-id', 'websocket',
    'x-forwarded-path', 'x-forwarded-prefix-root', 'x-forwarded-uri', 'x-original-uri', 'x-original-url',
    'x-original-url-root', 'x-rewrite-url', 'x-rewrite-url-root', 'xff-localhost', 'xff-private'],
  public: ['anonymous', 'bad-basic', 'bad-bearer', 'bad-cookie'],
  query: ['amp', 'brackets', 'broken-escape', 'dup-empty', 'dup-first', 'dup-last', 'dup-same', 'fragment',
    'in-authorization', 'in-body', 'in-cookie', 'in-header', 'index', 'matrix', 'name-case', 'name-encoded',
    'name-prefix', 'name-space', 'name-twice-encoded', 'nested', 'no-value', 'operator', 'plus', 'semicolon'],
  reads: ['blanks', 'colons', 'exact', 'no-password', 'no-user', 'wide'],
  refresh: ['access-token', 'after-logout', 'after-revoke', 'altered', 'empty', 'good', 'later', 'twice', 'unknown'],
  resource: ['anonymous', 'existence', 'gone', 'list', 'nested', 'other', 'own', 'owner', 'twin', 'write'],
  repeat: ['after-valid', 'around-good', 'first', 'valid-after'],
  role: ['*', '*.HEAD', '*.spelling'],
  scheme: ['bare', 'basic', 'bearer', 'before', 'dup-first', 'dup-last', 'glued', 'longer', 'lower', 'only', 'other', 'twice',
    'upper'],
  secret: ['answer'],
  session: ['order', 'after-others', 'appended', 'array', 'base64-json', 'case', 'cut', 'drop', 'dup-first', 'dup-last',
    'empty', 'empty-object', 'encoded', 'expired-1h', 'expired-1s', 'fixture-invalid', 'flip', 'future', 'garbage',
    'half', 'idle-1h', 'idle-1s', 'in-authorization', 'in-h3-header', 'in-header', 'in-named-header', 'in-query',
    'in-use', 'in-value', 'in-x-header', 'inherited', 'json', 'jwt-none', 'name-case', 'name-host', 'name-plain',
    'name-public', 'name-suffix', 'nearly-over', 'no-user', 'not-json', 'nothing', 'null', 'old-key', 'other-key',
    'outlived', 'oversize', 'padded', 'quoted', 'respelled', 'revoked', 'string', 'tail-of-other', 'user-list',
    'user-text', 'xlong'],
  share: ['ended', 'reader', 'stranger'],
  signed: ['body', 'boundary', 'empty-secret', 'field', 'future', 'moved', 'past', 'path', 'query', 'repeated'],
  superuser: ['anonymous-header', 'demoted', 'flag-false-text', 'flag-inherited', 'flag-list', 'flag-object',
    'flag-one', 'flag-snake', 'flag-text', 'in-body', 'in-cookie', 'in-header', 'in-query', 'in-role-header',
    'ordinary'],
  swap: ['other-purpose', 'other-route-cred', 'other-user-secret'],
  token: ['cookie', 'cookie-flags', 'facts', 'life', 'logout', 'name', 'secret', 'shared'],
  undocumented: [''],
  unguarded: ['', 'user'],
  users: ['at-once', 'in-turn', 'other-tenant'],
  valid: ['', '*', 'HEAD', 'last'],
} as const

type Names = typeof NAMES
type Join<First extends string, Rest extends string> = Rest extends '' ? First : `${First}.${Rest}`

/** The name of one row of the catalogue, which is the key of every map of rows. */
export type RowName = { [First in keyof Names]: Join<First, Names[First][number]> }[keyof Names]

/** The names of the rows of one first word, without it: `RowIn<'csrf'>` is `'cross-site' | …`. */
export type RowIn<First extends keyof Names> = Names[First][number]

/** The name of a row that the fixtures add to the catalogue. */
export type OwnRow = `own.${string}`

/** The first word of the name of a row. */
export type RowWord = keyof Names

/** The first word of each row. */
export const WORDS: ReadonlyMap<RowUse['row'], RowWord> = new Map(
  Object.entries(NAMES).flatMap(([word, rest]) => rest.map((one) => [join(word, one), word as RowWord] as const)),
)

/** All of the catalogue, in the order of their first words. */
export const ROW_NAMES: readonly RowName[] = [...WORDS.keys()] as readonly RowName[]

function join(word: string, rest: string): RowName {
  return (rest === '' ? word : `${word}.${rest}`) as RowName
}

/** The setting of a row: under `optional`, beside a wrong or a good credential. */
export type Form = 'optional' | 'wrong' | 'good'

/** The row of a scenario, and its place among the others of that row. */
export interface RowUse {
  readonly row: RowName | OwnRow
  /** The user, authenticator or number that sets it apart from others of its row. */
  readonly variant?: string
  readonly form?: Form
  /** Judged some time after its answer. */
  readonly late?: true
}

/** A number as a variant; the first is not numbered. @param at from 0 */
export function numbered(at: number): Pick<RowUse, 'variant'> {
  return at === 0 ? {} : { variant: `${at + 1}` }
}

/** The name of a scenario for people, for `--only` and for ids: `role.ann.HEAD`, `optional.key.empty`, `claim.role-query-2`. */
export function printName({ row, variant, form, late }: RowUse): string {
  const name = variant === undefined ? row : row.includes('*') ? row.replace('*', variant) : `${row}-${variant}`
  const formed = form === undefined ? name : form === 'optional' ? `optional.${name}` : `${name}.${form}`
  return late ? `late.${formed}` : formed
}

/** Whether a scenario is a row as it stands in the catalogue: in no form, and in time. */
export function isRow({ row, form, late }: RowUse, wanted: RowName): boolean {
  return row === wanted && form === undefined && late === undefined
}

/** The entries of a table by row. */
export function entriesOf<Value>(table: Readonly<Partial<Record<RowName, Value>>>): readonly [RowName, Value][] {
  return Object.entries(table) as [RowName, Value][]
}
