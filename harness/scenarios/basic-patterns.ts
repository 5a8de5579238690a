import { changedPair } from './basic-row.ts'
import type { Row } from './row.ts'

/** Pairs that match where user or password is used as a pattern or written into a query, and the usual left-overs. */
export const BASIC_PATTERNS: readonly Row[] = [
  ...changedPair('a password equal to the user name counts, a leftover of a first set-up', {
    'basic.password-is-user': ['a good user whose name is the password too', (c) => [c.username, c.username]],
  }),
  ...changedPair('the user is used as a regular expression', {
    'basic.user-pattern': ['a pattern that matches every user, with a good password', (c) => ['.*', c.password]],
  }),
  ...changedPair('the user is compared with LIKE', {
    'basic.user-like': ['a percent sign as the user, with a good password', (c) => ['%', c.password]],
  }),
  ...changedPair('the user is used as a regular expression', {
    'basic.user-dot': [
      'a good user with a dot in place of its last character',
      (c) => [`${c.username.slice(0, -1)}.`, c.password],
    ],
  }),
  ...changedPair('the password is used as a regular expression', {
    'basic.password-dot': [
      'a good password with a dot in place of its last character',
      (c) => [c.username, `${c.password.slice(0, -1)}.`],
    ],
    'basic.password-pattern': ['a good user with the pattern .* as password', (c) => [c.username, '.*']],
  }),
  ...changedPair('the password is compared with LIKE', {
    'basic.password-like': ['a good user with a percent sign as password', (c) => [c.username, '%']],
  }),
  ...changedPair('the password is written into a query', {
    'basic.sql-password': ['a good user with an SQL fragment as password', (c) => [c.username, "' OR '1'='1"]],
  }),
  ...changedPair('the user is written into a query', {
    'basic.sql-comment': ['a good user followed by a comment of SQL', (c) => [`${c.username}'--`, 'svc']],
  }),
  // RFC 7617 section 2 forbids control characters: no hook sees them.
  ...changedPair(
    'a pattern whose $ matches before a line feed',
    { 'basic.user-newline': ['a good user followed by a line feed', (c) => [`${c.username}\n`, c.password]] },
    'unusable',
  ),
]
