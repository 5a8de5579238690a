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
export const BEARER_ROWS: readonly Row[] = [
  line(
    'bearer.lower',
    'a good token after bearer',
    'schemes have no case (RFC 9110 section 11.1)',
    'good',
    (v) => `bearer ${v}`,
  ),
  line(
    'bearer.upper',
    'a good token after BEARER',
    'schemes have no case (RFC 9110 section 11.1)',
    'good',
    (v) => `BEARER ${v}`,
  ),
  line(
    'bearer.mixed',
    'a good token after bEaReR',
    'schemes have no case (RFC 9110 section 11.1)',
    'good',
    (v) => `bEaReR ${v}`,
  ),
  line(
    'bearer.two-spaces',
    'a good token after two spaces',
    'the line is split on any white space',
    'unusable',
    (v) => `Bearer  ${v}`,
  ),
  line(
    'bearer.tab',
    'a good token after a tab',
    'the line is split on any white space',
    'unusable',
    (v) => `Bearer\t${v}`,
  ),
  line('bearer.basic-scheme', 'a good token after Basic', SCHEME, 'absent', (v) => `Basic ${v}`),
  line('bearer.token-scheme', 'a good token after Token', SCHEME, 'absent', (v) => `Token ${v}`),
  line('bearer.apikey-scheme', 'a good token after ApiKey', SCHEME, 'absent', (v) => `ApiKey ${v}`),
  line('bearer.digest-scheme', 'a good token after Digest', SCHEME, 'absent', (v) => `Digest ${v}`),
  line('bearer.bare', 'a good token without a scheme', SCHEME, 'absent', (v) => v),
  line('bearer.glued', 'a good token right after Bearer', SCHEME, 'absent', (v) => `Bearer${v}`),
  line('bearer.colon', 'a good token after Bearer and a colon', SCHEME, 'unusable', (v) => `Bearer:${v}`),
  line(
    'bearer.colon-space',
    'a good token after Bearer, a colon and a space',
    SCHEME,
    'unusable',
    (v) => `Bearer: ${v}`,
  ),
  line('bearer.equals', 'a good token after Bearer and an equals sign', SCHEME, 'unusable', (v) => `Bearer=${v}`),
  line('bearer.plural', 'a good token after Bearers', SCHEME, 'absent', (v) => `Bearers ${v}`),
  line('bearer.before', 'a good token after a word and Bearer', SCHEME, 'absent', (v) => `X Bearer ${v}`),
  line(
    'bearer.letter-before',
    'a good token after Bearer with a letter glued in front',
    SCHEME,
    'absent',
    (v) => `XBearer ${v}`,
  ),
  line('bearer.twice', 'a good token after Bearer written twice', SCHEME, 'unusable', (v) => `Bearer Bearer ${v}`),
  line(
    'bearer.comma-after',
    'a good token followed by a comma and another one',
    AMBIGUOUS,
    'unusable',
    (v) => `Bearer ${v}, x`,
  ),
  line(
    'bearer.comma-glued',
    'a good token followed by a comma and another one without a space',
    AMBIGUOUS,
    'wrong',
    (v) => `Bearer ${v},x`,
  ),
  line('bearer.after-bad', 'a bad token followed by a good one', AMBIGUOUS, 'unusable', (v) => `Bearer x ${v}`),
  line('bearer.after-good', 'a good token followed by a word', AMBIGUOUS, 'unusable', (v) => `Bearer ${v} x`),
  line(
    'bearer.joined',
    'a line with a bad Bearer credential before a good one',
    AMBIGUOUS,
    'unusable',
    (v) => `Bearer bad, Bearer ${v}`,
  ),
  line(
    'bearer.quoted',
    'a good token in quotation marks',
    'the token is unquoted before it is compared',
    'wrong',
    (v) => `Bearer "${v}"`,
  ),
  line(
    'bearer.angle',
    'a good token in angle brackets',
    'the token is cleaned before it is compared',
    'wrong',
    (v) => `Bearer <${v}>`,
  ),
  line(
    'bearer.beyond-ascii',
    'a good token and a letter beyond ASCII',
    'the token may hold more than visible ASCII (RFC 6750 section 2.1)',
    'unusable',
    (v) => `Bearer ${v}\u00e9`,
  ),
  line(
    'bearer.scheme-later',
    'another scheme of six letters with the token Bearer',
    'the scheme is looked for anywhere in the line',
    'absent',
    () => 'Digest Bearer',
  ),
  line('bearer.param', 'a good token as the parameter token', SCHEME, 'wrong', (v) => `Bearer token=${v}`),
  line(
    'bearer.base64',
    'a good token in base64',
    'the token is decoded before it is compared',
    'wrong',
    (v) => `Bearer ${base64(v)}`,
  ),
  line(
    'bearer.scheme-only',
    'the scheme without a token',
    'an empty token equals a missing setting',
    'unusable',
    () => 'Bearer',
  ),
  line(
    'bearer.scheme-space',
    'the scheme followed by a space and nothing else',
    'an empty token equals a missing setting',
    'unusable',
    () => 'Bearer ',
  ),
  line('bearer.empty', 'an empty Authorization', 'an empty header equals a missing setting', 'absent', () => ''),
  place('bearer.dup-last', 'a bad line followed by a good one', AMBIGUOUS, 'unusable', (r, v) =>
    withAuthorization(withAuthorization(r, 'Bearer bad'), `Bearer ${v}`),
  ),
  place('bearer.dup-first', 'a good line followed by a bad one', AMBIGUOUS, 'unusable', (r, v) =>
    withAuthorization(withAuthorization(r, `Bearer ${v}`), 'Bearer bad'),
  ),
  place('bearer.dup-same', 'the same good line twice', AMBIGUOUS, 'unusable', (r, v) =>
    withAuthorization(withAuthorization(r, `Bearer ${v}`), `Bearer ${v}`),
  ),
  place('bearer.dup-basic', 'a Basic line before a good one', AMBIGUOUS, 'unusable', (r, v) =>
    withAuthorization(withAuthorization(r, 'Basic eDp5'), `Bearer ${v}`),
  ),
  place('bearer.query-access-token', 'a good token in access_token', `${PLACE} (section 2.3)`, 'absent', (r, v) =>
    withQuery(r, `access_token=${encodeURIComponent(v)}`),
  ),
  place('bearer.query-token', 'a good token in token', `${PLACE} (section 2.3)`, 'absent', (r, v) =>
    withQuery(r, `token=${encodeURIComponent(v)}`),
  ),
  place('bearer.query-authorization', 'a good line in the query', PLACE, 'absent', (r, v) =>
    withQuery(r, `authorization=Bearer%20${encodeURIComponent(v)}`),
  ),
  place('bearer.form', 'a good token in a form body', `${PLACE} (section 2.2)`, 'absent', (r, v) =>
    r.body === undefined
      ? {
          ...withHeader(r, 'Content-Type', 'application/x-www-form-urlencoded'),
          body: `access_token=${encodeURIComponent(v)}`,
        }
      : undefined,
  ),
  place('bearer.cookie', 'a good token in a cookie', PLACE, 'absent', (r, v) => withCookie(r, `access_token=${v}`)),
  place('bearer.cookie-authorization', 'a good line in a cookie', PLACE, 'absent', (r, v) =>
    withCookie(r, `Authorization=Bearer ${v}`),
  ),
  place('bearer.x-authorization', 'a good line in X-Authorization', PLACE, 'absent', (r, v) =>
    withHeader(r, 'X-Authorization', `Bearer ${v}`),
  ),
  place('bearer.proxy', 'a good line in Proxy-Authorization', PLACE, 'absent', (r, v) =>
    withHeader(r, 'Proxy-Authorization', `Bearer ${v}`),
  ),
  place('bearer.x-access-token', 'a good token in X-Access-Token', PLACE, 'absent', (r, v) =>
    withHeader(r, 'X-Access-Token', v),
  ),
  place('bearer.x-forwarded', 'a good line in X-Forwarded-Authorization', PLACE, 'absent', (r, v) =>
    withHeader(r, 'X-Forwarded-Authorization', `Bearer ${v}`),
  ),
  place('bearer.subprotocol', 'a good token in Sec-WebSocket-Protocol', PLACE, 'absent', (r, v) =>
    withHeader(r, 'Sec-WebSocket-Protocol', `bearer, ${v}`),
  ),
  ...JWT_ROWS,
]
