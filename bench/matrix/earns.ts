import type { RowName } from '../../harness/model/row-name.ts'

/** Rows with the one line for which they are sent though they find none of the broken applications. */
export interface Argument {
  readonly earns: string
  readonly rows: readonly RowName[]
}

/** Rows that are sent to broken applications and find none of them. */
// oxfmt-ignore
export const FIND_NOTHING: readonly Argument[] = [
  {
    earns: 'an account that was left in has one of these names, and no other row sends them',
    rows: ['basic.admin', 'basic.known-admin', 'basic.known-root', 'basic.known-test', 'basic.known-user'],
  },
  {
    earns: 'a lookup finds a user for a text that names none of them; the other rows send a name that is known',
    rows: ['basic.empty-user', 'basic.sql', 'basic.swapped', 'basic.user-newline', 'basic.user-null', 'basic.user-undefined', 'basic.wrong'],
  },
  {
    earns: 'svc reads the header for its applications; a server that searches, splits or decodes it by itself takes another spelling',
    rows: ['basic.bare', 'basic.bearer-scheme', 'basic.before', 'basic.comma-after', 'basic.control', 'basic.dup-first', 'basic.dup-last', 'basic.dup-same', 'basic.glued', 'basic.inner-space', 'basic.junk-after', 'basic.latin1', 'basic.lone-colon', 'basic.newline', 'basic.no-colon', 'basic.no-colon-password', 'basic.not-base64', 'basic.padding-extra', 'basic.padding-missing', 'basic.plain', 'basic.proxy', 'basic.query', 'basic.scheme-only', 'basic.spare-bits', 'basic.tab', 'basic.two-spaces', 'header.colon-space', 'header.folded', 'reads.no-password', 'reads.no-user'],
  },
  {
    earns: 'svc reads cookies and parameters for its applications; a server that reads them by itself takes another place or name',
    rows: ['cookie.after-others', 'cookie.dup-line', 'cookie.in-authorization', 'cookie.in-cookie2', 'cookie.in-header', 'cookie.in-query', 'cookie.in-set-cookie', 'cookie.name-case', 'cookie.name-encoded', 'cookie.other-line', 'cookie.prefix', 'query.fragment', 'query.matrix'],
  },
  {
    earns: 'what svc promises of every authenticator in a copy: it fails on faults in svc itself, and on middleware that undoes it',
    rows: ['combined.all-passes', 'combined.passes-later-first', 'hook.never', 'hook.number', 'hook.object', 'hook.promise-object', 'hook.reads-body', 'hook.string', 'hook.throws-response'],
  },
  {
    earns: 'a promise of the parser in front of every application, held with a good credential',
    rows: ['gate.cookie-two', 'gate.host-port', 'gate.host-two', 'gate.many-lines', 'gate.scheme'],
  },
  {
    earns: 'the router of svc refuses it; a router, a proxy or a folder of files in front of it reads another path or method',
    rows: ['method.GET', 'method.SVCX', 'method.claims-GET', 'method.lower', 'method.mixed', 'path.absolute', 'path.absolute-other', 'path.absolute-port', 'path.absolute-scheme', 'path.absolute-user', 'path.authority', 'path.authority-double', 'path.backslash', 'path.backslash-encoded', 'path.backslash-first', 'path.base-twice', 'path.dot-dot-end', 'path.dot-end', 'path.dot-semicolon', 'path.encoded-first-slash', 'path.encoded-slash', 'path.encoded-slash-upper', 'path.encoded-tail-slash', 'path.end-amp', 'path.end-backslash', 'path.end-broken', 'path.end-css', 'path.end-del', 'path.end-dot', 'path.end-hash', 'path.end-overlong', 'path.end-prefetch', 'path.end-star', 'path.end-tilde', 'path.end-unicode-slash', 'path.hash-query', 'path.longer', 'path.matrix-first', 'path.no-slash', 'path.public-rewritten', 'path.question', 'path.raw-high', 'path.raw-nul', 'path.raw-tab', 'path.without-base', 'path.without-last'],
  },
  {
    earns: 'svc reads neither; a proxy or a framework that believes the field or the framing gives the route away',
    rows: ['probe.chunked-and-length', 'probe.content-type-form', 'probe.content-type-text', 'probe.length-two', 'probe.target-oversize', 'probe.x-forwarded-path', 'probe.x-forwarded-uri', 'probe.x-original-uri', 'probe.x-rewrite-url'],
  },
  {
    earns: 'a wrong credential on a public route breaks a reader that expects a good one',
    rows: ['public.bad-basic', 'public.bad-bearer', 'public.bad-cookie'],
  },
  {
    earns: 'a session has one place and one clock in svc; an application that reads or keeps its own has others',
    rows: ['session.after-others', 'session.idle-1h', 'session.idle-1s', 'session.in-header', 'session.in-named-header', 'session.name-case', 'session.name-public', 'session.old-key', 'session.xlong', 'superuser.anonymous-header', 'superuser.flag-inherited'],
  },
  {
    earns: 'a login compares values of other types, or shares what requests in flight have; other rows send texts, one after the other',
    rows: ['flow.null-null', 'flow.operator-user', 'flow.unknown-null', 'flow.visitor'],
  },
  {
    earns: 'jose refuses these before svc judges, so that no mistake around svc takes them; a server that splits and decodes tokens by itself does',
    rows: ['jwt.claims-broken', 'jwt.claims-text', 'jwt.detached', 'jwt.unsorted', 'key.claims-alg-none'],
  },
  {
    earns: 'the control of the rows about refresh tokens: without it their refusals say nothing',
    rows: ['refresh.good'],
  },
  {
    earns: 'two origins or none decide together; the other rows send one',
    rows: ['cors.credentials', 'csrf.two-sites'],
  },
]

/** Rows that no broken application is sent. */
// oxfmt-ignore
export const NOT_SENT: readonly Argument[] = [
  {
    earns: 'sent where the fixtures sign each request with the present time: `harness/scenarios/signed-time.test.ts`',
    rows: ['signed.future', 'signed.past'],
  },
  {
    earns: 'asked after the catalogue, of servers in another process: `fixtures/strangers`',
    rows: ['callback', 'csrf.session', 'enumeration.change', 'enumeration.login', 'enumeration.register', 'enumeration.reset', 'field.register', 'guess.limit', 'password.address', 'password.default', 'password.old', 'password.reset', 'password.sessions', 'password.short', 'secret.answer', 'origin.near', 'session.order', 'signed.empty-secret', 'signed.moved', 'signed.repeated', 'token.cookie', 'token.facts', 'token.life', 'token.logout', 'token.name', 'token.secret', 'token.shared', 'undocumented', 'unguarded', 'unguarded.user'],
  },
  {
    earns: 'asked after the catalogue, of records of users: `fixtures/owners`, `fixtures/broken-resources` and `fixtures/strangers`',
    rows: ['field.read', 'field.write', 'resource.anonymous', 'resource.existence', 'resource.list', 'resource.other', 'resource.write', 'share.ended', 'share.reader', 'share.stranger'],
  },
  {
    earns: 'a scheme of `Authorization` that is neither Bearer nor Basic: `fixtures/outside-kinds`',
    rows: ['scheme.bare', 'scheme.basic', 'scheme.bearer', 'scheme.before', 'scheme.dup-first', 'scheme.dup-last', 'scheme.glued', 'scheme.longer', 'scheme.lower', 'scheme.only', 'scheme.other', 'scheme.twice', 'scheme.upper'],
  },
  {
    earns: 'needs a good credential of another form than those of the broken applications',
    rows: ['basic.regex', 'basic.url-safe', 'cookie.encoded', 'flow.other-user', 'swap.other-purpose'],
  },
  {
    earns: 'needs a version or a slash at the end of the path',
    rows: ['path.other-version', 'path.without-slash', 'path.without-version'],
  },
  {
    earns: 'needs a user with a name in letters of both cases, a public cookie mode, or a line of the log that holds a secret',
    rows: ['flow.visitor-public', 'leak.log', 'role.*.spelling'],
  },
  {
    earns: 'sent where `jwt()` demands a type of its tokens, which no broken application does yet',
    rows: ['jwt.type-none', 'jwt.type-other'],
  },
  {
    earns: 'sent after the catalogue, where the code reads a name: each finds an application of `fixtures/broken-names`',
    rows: ['name.anonymous', 'name.denied', 'name.other', 'name.wrong'],
  },
  {
    earns: 'asked where a route takes a record of a resource, which no broken application has yet',
    rows: ['resource.gone', 'resource.nested', 'resource.own', 'resource.owner', 'resource.twin'],
  },
]
