import { type RowName, type RowUse, type RowWord, WORDS } from './row-name.ts'
import type { ProblemCode } from './verdict.ts'

/** The kind of mistake that a finding shows. */
export const TOPICS = [
  /** Requests without a credential pass. */
  'open',
  /** Requests pass that must not, because of how the credential is compared. */
  'value',
  /** The credential is taken from a place that is not declared. */
  'place',
  /** One request leaves something behind for another. */
  'state',
  /** A good credential does more than its user may. */
  'role',
  /** A user reads or changes what belongs to another one. */
  'resource',
  /** Something answers that is not for every client, or more than is for them. */
  'exposure',
  /** A password, a code or a name can be found by trying, or a password or a token guards less, or longer, than it should. */
  'guess',
  /** A client writes a member that is not for clients. */
  'field',
  /** A good credential is refused, or counts as another one. */
  'admission',
  'method',
  'path',
  /** A header or a parameter beside the credential opens the route. */
  'bypass',
  'session-life',
  /** A page of another site can send the request, or read the answer. */
  'csrf',
  'leak',
  'crash',
  /** An authenticator that fails is taken for one that lets pass. */
  'errors',
  'wording',
  'oracle',
  'document',
] as const

/** One of {@link TOPICS}; the worst first. */
export type Topic = (typeof TOPICS)[number]

/** The topic of most rows that begin with a word. */
// oxfmt-ignore
const OF_WORD: Readonly<Record<RowWord, Topic>> = {
  address: 'bypass', all: 'value', basic: 'value', bearer: 'value', cache: 'state', callable: 'value', callback: 'exposure', origin: 'exposure', claim: 'role',
  clock: 'session-life', combined: 'value', concurrency: 'state', cookie: 'value', cors: 'csrf', csrf: 'csrf',
  document: 'document', enumeration: 'guess', field: 'field', flow: 'session-life', gate: 'csrf', guess: 'guess', password: 'guess', header: 'value', hook: 'errors', jwt: 'value', keepalive: 'state',
  key: 'value', leak: 'leak', level: 'value', list: 'value', login: 'session-life', method: 'method',
  missing: 'value', name: 'bypass', path: 'path', pipeline: 'state', probe: 'bypass', public: 'value', query: 'value',
  reads: 'value', refresh: 'session-life', repeat: 'state', resource: 'resource', role: 'role', scheme: 'value', secret: 'exposure', session: 'value', share: 'resource', signed: 'value',
  superuser: 'role', swap: 'value', token: 'value', undocumented: 'exposure', unguarded: 'exposure', users: 'state', valid: 'admission',
}

/** Rows of another topic than others of their word. */
const OF_ROW: Readonly<Partial<Record<Topic, readonly RowName[]>>> = {
  // oxfmt-ignore
  role: [
    'jwt.scope-any', 'jwt.scope-case', 'jwt.scope-commas', 'jwt.scope-elsewhere', 'jwt.scope-header', 'jwt.scope-inside', 'jwt.scope-listed',
    'jwt.scope-longer', 'jwt.scope-missing', 'jwt.scope-none', 'jwt.scope-part', 'flow.named-role', 'name.denied', 'name.other',
  ],
  open: ['missing', 'level.protected', 'all.first-only', 'all.last-only'],
  // oxfmt-ignore
  place: [
    'query.in-authorization', 'query.in-body', 'query.in-cookie', 'query.in-header', 'header.in-authorization',
    'header.in-authorization-bare', 'header.in-body', 'header.in-cookie', 'header.in-query', 'header.in-query-usual',
    'header.in-trailer', 'header.underscore', 'cookie.in-authorization', 'cookie.in-cookie2', 'cookie.in-header', 'cookie.in-query',
    'cookie.in-set-cookie', 'session.in-authorization', 'session.in-h3-header', 'session.in-header', 'session.in-named-header',
    'session.in-query', 'session.in-x-header', 'bearer.query-access-token', 'bearer.query-authorization', 'bearer.query-token', 'bearer.form',
  ],
  // oxfmt-ignore
  path: [
    'probe.x-original-url', 'probe.x-rewrite-url', 'probe.x-forwarded-uri', 'probe.x-original-uri', 'probe.x-forwarded-path',
    'probe.x-original-url-root', 'probe.x-rewrite-url-root', 'probe.x-forwarded-prefix-root',
  ],
  // oxfmt-ignore
  'session-life': [
    'session.nearly-over', 'session.in-use', 'session.expired-1s', 'session.expired-1h', 'session.outlived', 'session.revoked',
    'session.idle-1s', 'session.idle-1h',
  ],
  exposure: ['session.order'],
  // They say themselves what is wrong, and nothing of how a token is read.
  guess: ['token.facts', 'token.life', 'token.name', 'token.logout', 'token.shared'],
}

const TOPIC_OF_ROW: ReadonlyMap<RowUse['row'], Topic> = new Map(
  Object.entries(OF_ROW).flatMap(([topic, rows]) => rows.map((row) => [row, topic as Topic] as const)),
)

/** How a credential is read and compared is one piece of code. */
export const READING: readonly Topic[] = ['open', 'value', 'place', 'state']

/** The topic of a row; rows that the fixtures add are about what stands beside a credential. */
export function topicOfRow(row: RowUse['row']): Topic {
  const word = WORDS.get(row)
  return TOPIC_OF_ROW.get(row) ?? (word === undefined ? 'bypass' : OF_WORD[word])
}

/** Codes that say what is wrong whatever was tried. */
const OF_CODE: Readonly<Partial<Record<Topic, readonly ProblemCode[]>>> = {
  admission: ['refused', 'principal', 'lacks', 'handler-runs', 'calls', 'answer'],
  state: ['other-user'],
  role: ['forbidden', 'named-user'],
  resource: ['foreign', 'accident', 'changed'],
  field: ['taken-over'],
  'session-life': ['not-issued', 'shared', 'guessable', 'kept'],
  leak: ['leak', 'log', 'stack', 'query', 'thrown'],
  crash: ['crash', 'no-answer', 'stopped', 'hangs'],
  oracle: ['oracle'],
  document: ['document'],
  // oxfmt-ignore
  wording: ['status', 'detail', 'challenge', 'cache', 'sniff', 'content-type', 'cookie', 'set-cookie', 'redirect', 'head-body', 'convention'],
}

const TOPIC_OF_CODE: ReadonlyMap<ProblemCode, Topic> = new Map(
  Object.entries(OF_CODE).flatMap(([topic, codes]) => codes.map((code) => [code, topic as Topic] as const)),
)

/** The topic that a problem has whatever was tried; `undefined` where the row decides. */
export function topicOfCode(code: ProblemCode): Topic | undefined {
  return TOPIC_OF_CODE.get(code)
}
