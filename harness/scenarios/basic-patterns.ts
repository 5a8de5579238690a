import { pair } from './basic-row.ts'
import type { Row } from './row.ts'

/** Pairs that match where user or password is used as a pattern or written into a query, and the usual left-overs. */
export const BASIC_PATTERNS: readonly Row[] = [
  pair(
    'basic.password-is-user',
    'a good user whose name is the password too',
    'a password equal to the user name counts, a leftover of a first set-up',
    (c) => [c.username, c.username],
    true,
  ),
  pair(
    'basic.user-pattern',
    'a pattern that matches every user, with a good password',
    'the user is used as a regular expression',
    (c) => ['.*', c.password],
    true,
  ),
  pair(
    'basic.user-like',
    'a percent sign as the user, with a good password',
    'the user is compared with LIKE',
    (c) => ['%', c.password],
    true,
  ),
  pair(
    'basic.user-dot',
    'a good user with a dot in place of its last character',
    'the user is used as a regular expression',
    (c) => [`${c.username.slice(0, -1)}.`, c.password],
    true,
  ),
  pair(
    'basic.password-dot',
    'a good password with a dot in place of its last character',
    'the password is used as a regular expression',
    (c) => [c.username, `${c.password.slice(0, -1)}.`],
    true,
  ),
  pair(
    'basic.password-pattern',
    'a good user with the pattern .* as password',
    'the password is used as a regular expression',
    (c) => [c.username, '.*'],
    true,
  ),
  pair(
    'basic.password-like',
    'a good user with a percent sign as password',
    'the password is compared with LIKE',
    (c) => [c.username, '%'],
    true,
  ),
  pair(
    'basic.sql-password',
    'a good user with an SQL fragment as password',
    'the password is written into a query',
    (c) => [c.username, "' OR '1'='1"],
    true,
  ),
  pair(
    'basic.sql-comment',
    'a good user followed by a comment of SQL',
    'the user is written into a query',
    (c) => [`${c.username}'--`, 'svc'],
    true,
  ),
  {
    ...pair(
      'basic.user-newline',
      'a good user followed by a line feed',
      'a pattern whose $ matches before a line feed',
      (c) => [`${c.username}\n`, c.password],
      true,
    ),
    // RFC 7617 section 2 forbids control characters: no hook sees them.
    presented: 'unusable',
  },
]
