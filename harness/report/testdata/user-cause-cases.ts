import type { Case } from './failed.ts'

const KEY = { authenticator: 'Key' }
const DENIED: Case = { names: ['role.*'], calls: [] }

/** Findings about users who are mixed up, guards, and functions of the request, and the mistake that explains all of them. */
export const USER_CAUSES: readonly (readonly [cause: RegExp, ...cases: readonly Case[]])[] = [
  [
    /^what one request was allowed is kept/,
    { names: ['bearer.jwt-claims', 'key.half'], calls: [], ...KEY },
    { names: ['users.in-turn'], code: 'other-user', calls: [], ...KEY },
    { ...DENIED, route: 'GET /y', ...KEY },
    { names: ['valid'], code: 'forbidden', route: 'GET /z', calls: [], ...KEY },
    { names: ['flow.other-token'], route: 'POST /login', calls: [] },
  ],
  [
    /^whatever is sent passes/,
    { names: ['key.wrong'], calls: [], ...KEY },
    { names: ['users.in-turn'], code: 'other-user', calls: [], ...KEY },
  ],
  // The list that is kept holds the records of another.
  [
    /^an answer is kept, and its key/,
    { names: ['users.in-turn', 'users.at-once'], code: 'other-user', ...KEY },
    { names: ['resource.list'], code: 'foreign', ...KEY },
  ],
  // One function of the request: a part of it, all of it, and what the fixtures name.
  [/^a part of the request is not compared/, { names: ['callable.wrong-part', 'callable.fixture-invalid'], ...KEY }],
  [
    /^addresses are compared by their beginning/,
    { names: ['callable.fixture-invalid', 'address.xff', 'repeat.first'], ...KEY },
  ],
  [
    /^whatever is sent passes/,
    {
      names: [
        'callable.wrong-part',
        'callable.wrong-part',
        'callable.wrong-part',
        'callable.wrong-part',
        'repeat.first',
      ],
      ...KEY,
    },
  ],
  [/^cause of signed\.body/, { names: ['signed.body', 'key.fixture-invalid'], ...KEY }],
  [/^cause of signed\.path/, { names: ['signed.path', 'callable.fixture-invalid', 'callable.wrong-part'], ...KEY }],
  // A superuser of before, and an account that was removed.
  [/^the user of the seal is believed/, { names: ['superuser.demoted', 'session.fixture-invalid'], ...KEY }],
  [/^what makes a request invalid is not looked at/, { names: ['callable.fixture-invalid', 'repeat.first'], ...KEY }],
  // Behind a credential that passed a guard refuses: the route without a guard says what is wrong.
  [
    /^when a credential ends/,
    { names: ['key.fixture-invalid'], ...KEY },
    { names: ['key.fixture-invalid'], code: 'status', statuses: [403], route: 'GET /y', ...KEY },
  ],
  // Another route takes another credential, and asks the same guard who may.
  [
    /^a user passes who may not/,
    { ...DENIED, guards: ['a'], ...KEY },
    { ...DENIED, guards: ['b', 'a'], route: 'GET /y', authenticator: 'Session' },
  ],
  // Users are mixed up, and get each other's records.
  [
    /^what one request was allowed is kept/,
    { names: ['repeat.valid-after'], code: 'principal', ...KEY },
    { names: ['key.first'], ...KEY },
    { names: ['resource.other'], code: 'foreign', route: 'GET /y', ...KEY },
  ],
]
