import type { RequestData } from '../model/request.ts'
import { base64 } from '../text/encoding.ts'
import { withAuthorization, withCookie, withHeader, withQuery } from '../subject/place.ts'
import { isValidText, textOf } from '../subject/leaf-subject.ts'
import { JWT_ROWS } from './jwt.ts'
import { type Row, rowsOf } from './row.ts'

const SCHEME = 'the scheme is not tested, or with an unanchored pattern (CVE-2026-47673 accepted any)'
const AMBIGUOUS = 'of several credentials one is picked, so two readers can disagree'
const PLACE = 'the token is read where RFC 6750 says that it should not be'

/** A whole request, made from a good token. */
const place = rowsOf((subject, write: (request: RequestData, token: string) => RequestData | undefined) =>
  write(subject.bare, textOf(subject)),
)

/** An `Authorization` line, made from a good token. */
const line = rowsOf((subject, write: (token: string) => string, { presented }) => {
  const text = write(textOf(subject))
  const token = /^bearer (.*)$/i.exec(text)?.[1]
  if (presented !== 'good' && token !== undefined && isValidText(subject, token)) return undefined
  return withAuthorization(subject.bare, text)
})

/** `Authorization: Bearer`: every way to write the line that is not the one of RFC 6750. */
// oxfmt-ignore
export const BEARER_ROWS: readonly Row[] = [
  ...line('schemes have no case (RFC 9110 section 11.1)', 'good', {
    'bearer.lower': ['a good token after bearer', (v) => `bearer ${v}`],
    'bearer.upper': ['a good token after BEARER', (v) => `BEARER ${v}`],
    'bearer.mixed': ['a good token after bEaReR', (v) => `bEaReR ${v}`],
  }),
  ...line('the line is split on any white space', 'unusable', {
    'bearer.two-spaces': ['a good token after two spaces', (v) => `Bearer  ${v}`],
    'bearer.tab': ['a good token after a tab', (v) => `Bearer\t${v}`],
  }),
  ...line(SCHEME, 'absent', {
    'bearer.basic-scheme': ['a good token after Basic', (v) => `Basic ${v}`],
    'bearer.token-scheme': ['a good token after Token', (v) => `Token ${v}`],
    'bearer.apikey-scheme': ['a good token after ApiKey', (v) => `ApiKey ${v}`],
    'bearer.digest-scheme': ['a good token after Digest', (v) => `Digest ${v}`],
    'bearer.bare': ['a good token without a scheme', (v) => v],
    'bearer.glued': ['a good token right after Bearer', (v) => `Bearer${v}`],
  }),
  ...line(SCHEME, 'unusable', {
    'bearer.colon': ['a good token after Bearer and a colon', (v) => `Bearer:${v}`],
    'bearer.colon-space': ['a good token after Bearer, a colon and a space', (v) => `Bearer: ${v}`],
    'bearer.equals': ['a good token after Bearer and an equals sign', (v) => `Bearer=${v}`],
  }),
  ...line(SCHEME, 'absent', {
    'bearer.plural': ['a good token after Bearers', (v) => `Bearers ${v}`],
    'bearer.before': ['a good token after a word and Bearer', (v) => `X Bearer ${v}`],
    'bearer.letter-before': ['a good token after Bearer with a letter glued in front', (v) => `XBearer ${v}`],
  }),
  ...line(SCHEME, 'unusable', {
    'bearer.twice': ['a good token after Bearer written twice', (v) => `Bearer Bearer ${v}`],
  }),
  ...line(AMBIGUOUS, 'unusable', {
    'bearer.comma-after': ['a good token followed by a comma and another one', (v) => `Bearer ${v}, x`],
  }),
  ...line(AMBIGUOUS, 'wrong', {
    'bearer.comma-glued': ['a good token followed by a comma and another one without a space', (v) => `Bearer ${v},x`],
  }),
  ...line(AMBIGUOUS, 'unusable', {
    'bearer.after-bad': ['a bad token followed by a good one', (v) => `Bearer x ${v}`],
    'bearer.after-good': ['a good token followed by a word', (v) => `Bearer ${v} x`],
    'bearer.joined': ['a line with a bad Bearer credential before a good one', (v) => `Bearer bad, Bearer ${v}`],
  }),
  ...line('the token is unquoted before it is compared', 'wrong', {
    'bearer.quoted': ['a good token in quotation marks', (v) => `Bearer "${v}"`],
  }),
  ...line('the token is cleaned before it is compared', 'wrong', {
    'bearer.angle': ['a good token in angle brackets', (v) => `Bearer <${v}>`],
  }),
  ...line('the token may hold more than visible ASCII (RFC 6750 section 2.1)', 'unusable', {
    'bearer.beyond-ascii': ['a good token and a letter beyond ASCII', (v) => `Bearer ${v}\u00e9`],
  }),
  ...line('the scheme is looked for anywhere in the line', 'absent', {
    'bearer.scheme-later': ['another scheme of six letters with the token Bearer', () => 'Digest Bearer'],
  }),
  ...line(SCHEME, 'wrong', {
    'bearer.param': ['a good token as the parameter token', (v) => `Bearer token=${v}`],
  }),
  ...line('the token is decoded before it is compared', 'wrong', {
    'bearer.base64': ['a good token in base64', (v) => `Bearer ${base64(v)}`],
  }),
  ...line('an empty token equals a missing setting', 'unusable', {
    'bearer.scheme-only': ['the scheme without a token', () => 'Bearer'],
    'bearer.scheme-space': ['the scheme followed by a space and nothing else', () => 'Bearer '],
  }),
  ...line('an empty header equals a missing setting', 'absent', {
    'bearer.empty': ['an empty Authorization', () => ''],
  }),
  ...place(AMBIGUOUS, 'unusable', {
    'bearer.dup-last': ['a bad line followed by a good one', (r, v) => withAuthorization(withAuthorization(r, 'Bearer bad'), `Bearer ${v}`)],
    'bearer.dup-first': ['a good line followed by a bad one', (r, v) => withAuthorization(withAuthorization(r, `Bearer ${v}`), 'Bearer bad')],
    'bearer.dup-same': ['the same good line twice', (r, v) => withAuthorization(withAuthorization(r, `Bearer ${v}`), `Bearer ${v}`)],
    'bearer.dup-basic': ['a Basic line before a good one', (r, v) => withAuthorization(withAuthorization(r, 'Basic eDp5'), `Bearer ${v}`)],
  }),
  ...place(`${PLACE} (section 2.3)`, 'absent', {
    'bearer.query-access-token': ['a good token in access_token', (r, v) => withQuery(r, `access_token=${encodeURIComponent(v)}`)],
    'bearer.query-token': ['a good token in token', (r, v) => withQuery(r, `token=${encodeURIComponent(v)}`)],
    'bearer.query-jwt': ['a good token in jwt', (r, v) => withQuery(r, `jwt=${encodeURIComponent(v)}`)],
  }),
  ...place(PLACE, 'absent', {
    'bearer.query-authorization': ['a good line in the query', (r, v) => withQuery(r, `authorization=Bearer%20${encodeURIComponent(v)}`)],
  }),
  ...place(`${PLACE} (section 2.2)`, 'absent', {
    'bearer.form': [
      'a good token in a form body',
      (r, v) =>
        r.body === undefined
          ? {
              ...withHeader(r, 'Content-Type', 'application/x-www-form-urlencoded'),
              body: `access_token=${encodeURIComponent(v)}`,
            }
          : undefined,
    ],
  }),
  ...place(PLACE, 'absent', {
    'bearer.cookie': ['a good token in a cookie', (r, v) => withCookie(r, `access_token=${v}`)],
    'bearer.cookie-jwt': ['a good token in a cookie jwt', (r, v) => withCookie(r, `jwt=${v}`)],
    'bearer.cookie-authorization': ['a good line in a cookie', (r, v) => withCookie(r, `Authorization=Bearer ${v}`)],
    'bearer.x-authorization': ['a good line in X-Authorization', (r, v) => withHeader(r, 'X-Authorization', `Bearer ${v}`)],
    'bearer.proxy': ['a good line in Proxy-Authorization', (r, v) => withHeader(r, 'Proxy-Authorization', `Bearer ${v}`)],
    'bearer.x-access-token': ['a good token in X-Access-Token', (r, v) => withHeader(r, 'X-Access-Token', v)],
    'bearer.x-forwarded': ['a good line in X-Forwarded-Authorization', (r, v) => withHeader(r, 'X-Forwarded-Authorization', `Bearer ${v}`)],
    'bearer.subprotocol': ['a good token in Sec-WebSocket-Protocol', (r, v) => withHeader(r, 'Sec-WebSocket-Protocol', `bearer, ${v}`)],
  }),
  ...JWT_ROWS,
]
