import { type Attack, each, type Facts, get, RIGHT, type SealName, send } from './attack.ts'

const ask = (value: string, target = '/session'): string => get(target, `Cookie: svc-session=${value}`)
const change = (name: string, make: (seal: string, facts: Facts) => string): Attack => ({
  name: `refuses a seal ${name}`,
  bytes: (facts) => ask(make(facts.seals.superuser, facts), '/superuser'),
  answers: [401],
})
const partOf = (seal: string, index: number): string => seal.split('*')[index] as string
const withPart = (seal: string, index: number, make: (part: string) => string): string =>
  seal
    .split('*')
    .map((part, at) => (at === index ? make(part) : part))
    .join('*')
const PARTS = ['prefix', 'key id', 'salt', 'IV', 'ciphertext', 'expiry', 'second salt', 'digest'] as const
const flip = (part: string, at: number): string => {
  const other = part[at] === 'A' ? 'B' : 'A'
  return `${part.slice(0, at)}${other}${part.slice(at + 1)}`
}
const PLACES: readonly (readonly [index: number, what: string])[] = PARTS.map((what, index) => [index, what])

/** Promise 11: cookies that are not a session, or not one any longer. */
export const SESSIONS: readonly Attack[] = [
  ...(['foreign', 'expired', 'idle', 'early', 'revoked', 'withoutUser', 'withoutId', 'list', 'nothing'] as const).map(
    (name: SealName): Attack => ({
      name: `refuses the seal "${name}"`,
      bytes: ({ seals }) => ask(seals[name]),
      answers: [401],
    }),
  ),
  ...(['user', 'rotated', 'superuserText', 'superuserNumber'] as const).map((name: SealName): Attack => ({
    name: `takes the seal "${name}" for no superuser`,
    bytes: ({ seals }) => ask(seals[name], '/superuser'),
    answers: [401],
  })),
  ...(['user', 'rotated', 'superuser'] as const).map((name: SealName): Attack => ({
    name: `opens the seal "${name}"`,
    bytes: ({ seals }) => ask(seals[name]),
    answers: [200],
    runs: ['GET /session'],
  })),
  {
    name: 'opens the seal of a superuser',
    bytes: ({ seals }) => ask(seals.superuser, '/superuser'),
    answers: [200],
    runs: ['GET /superuser'],
  },
  ...PLACES.filter(([index]) => index !== 2 && index !== 6).flatMap(([index, what]) => [
    change(`whose ${what} has another first character`, (seal) => withPart(seal, index, (part) => flip(part, 0))),
    change(`whose ${what} has another last character`, (seal) =>
      withPart(seal, index, (part) => flip(part, part.length - 1)),
    ),
    change(`whose ${what} is empty`, (seal) => withPart(seal, index, () => '')),
    change(`whose ${what} is padded`, (seal) => withPart(seal, index, (part) => `${part}=`)),
    change(`whose ${what} is one character short`, (seal) => withPart(seal, index, (part) => part.slice(1))),
    change(`whose ${what} is there twice`, (seal) => withPart(seal, index, (part) => `${part}*${part}`)),
    change(`whose ${what} is of a user's`, (seal, { seals }) =>
      withPart(seal, index, (part) => {
        const other = partOf(seals.user, index)
        return other === part ? `${part}A` : other
      }),
    ),
  ]),
  change('with a salt', (seal) => withPart(seal, 2, () => 'salt')),
  change('with a second salt', (seal) => withPart(seal, 6, () => 'salt')),
  change('in capitals', (seal) => seal.toUpperCase()),
  change('without its last part', (seal) => seal.slice(0, seal.lastIndexOf('*'))),
  change('with a part too many', (seal) => `${seal}*`),
  change('with another one behind', (seal, { seals }) => `${seal}*${seals.superuser}`),
  change('in quotes', (seal) => `"${seal}"`),
  change('in percent escapes', (seal) => encodeURIComponent(seal).replaceAll('*', '%2A')),
  change('with a space inside', (seal) => `${seal.slice(0, 60)} ${seal.slice(60)}`),
  change('with no-break space behind', (seal) => `${seal}\u00a0`),
  change('with spare bits in its digest', (seal) => {
    const last = seal.at(-1) as string
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    return `${seal.slice(0, -1)}${alphabet[alphabet.indexOf(last) ^ 1] ?? 'A'}`
  }),
  change('that lives longer', (seal) => withPart(seal, 5, (part) => String(Number(part) + 1_000))),
  change('that lives for ever', (seal) => withPart(seal, 5, () => '')),
  change('that lives until NaN', (seal) => withPart(seal, 5, () => 'NaN')),
  change('with an expiry in other digits', (seal) => withPart(seal, 5, (part) => `0${part}`)),
  change('of another version', (seal) => seal.replace('Fe26.2', 'Fe26.1')),
  change('of the key "__proto__"', (seal) => withPart(seal, 1, () => '__proto__')),
  change('of the key "constructor"', (seal) => withPart(seal, 1, () => 'constructor')),
  change('of no key', (seal) => withPart(seal, 1, () => '000000000000')),
  change('with base64 instead of base64url', (seal) => withPart(seal, 4, (part) => `+/${part.slice(2)}`)),
  change('of more than 4096 bytes', (seal) => withPart(seal, 4, (part) => part.padEnd(4_096, 'A'))),
  ...each(
    'refuses the session',
    401,
    [
      '',
      'x',
      '{}',
      '{"user":{"isSuperuser":true}}',
      'null',
      'true',
      '[object Object]',
      '*******',
      'Fe26.2*******',
      'canary',
    ],
    (value) => ask(value),
  ),
  {
    name: 'refuses two session cookies, both in order',
    bytes: ({ seals }) => get('/session', `Cookie: svc-session=${seals.user}; svc-session=${seals.user}`),
    answers: [401],
  },
  {
    name: 'refuses two session cookies, the first in order',
    bytes: ({ seals }) => get('/session', `Cookie: svc-session=${seals.user}; svc-session=x`),
    answers: [401],
  },
  {
    name: 'refuses the session cookie of the other mode',
    bytes: ({ seals }) => get('/session', `Cookie: __Host-svc-session=${seals.user}`),
    answers: [401],
  },
  ...each(
    'reads no session from',
    401,
    ['svc-session', 'X-svc-session', 'X-svc-session-session', 'Session', 'X-Session'],
    (name) =>
      ({ seals }: Facts) =>
        get('/session', `${name}: ${seals.user}`),
  ),
  {
    name: 'reads no session from the query',
    bytes: ({ seals }) => get(`/session?svc-session=${encodeURIComponent(seals.user)}`),
    answers: [401],
  },
  {
    name: 'reads no session from Authorization',
    bytes: ({ seals }) => get('/session', `Authorization: Bearer ${seals.user}`),
    answers: [401],
  },
  {
    name: 'takes a key for no session',
    bytes: get('/session', `Cookie: svc-session=${RIGHT}`),
    answers: [401],
  },
  {
    name: 'refuses a login from another site',
    bytes: send('POST', '/login', ['Origin: https://evil.test', 'Sec-Fetch-Site: cross-site']),
    answers: [403],
    runs: ['POST /login'],
    excludes: /set-cookie/i,
  },
  {
    name: 'refuses a login from a sandboxed frame',
    bytes: send('POST', '/login', ['Origin: null']),
    answers: [403],
    runs: ['POST /login'],
    excludes: /set-cookie/i,
  },
]
