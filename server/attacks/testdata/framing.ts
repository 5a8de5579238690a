import { type Attack, BEARER, each, get, lines, send } from './attack.ts'

const HIDDEN = lines(['GET /bearer HTTP/1.1', 'Host: {host}', BEARER])
const post = (fields: readonly string[], body = '', target = '/text'): string =>
  lines([`POST ${target} HTTP/1.1`, 'Host: {host}', ...fields], body)

/** Promise 7: requests whose end, or whose lines, could be read in two ways. What is hidden in them must not run. */
export const FRAMING: readonly Attack[] = [
  ...each(
    'refuses the length',
    400,
    ['-1', '+5', '5 5', '5,5', '5, 6', '0x5', '5.0', '5e0', 'five', '', ' ', '1_0', '99999999999999999999', '0;0', '٥'],
    (length) => post([`Content-Length: ${Buffer.from(length).toString('latin1')}`], `hello${HIDDEN}`),
  ),
  ...each(
    'refuses the coding',
    400,
    [
      'identity',
      'chunked, identity',
      'identity, chunked',
      'chunked, chunked',
      'chunked;q=1',
      'gzip',
      'gzip, chunked',
      'xchunked',
      'chunkedx',
      'chunked,',
      ', chunked',
      '"chunked"',
      'chunked\u000b',
      '\u000bchunked',
      'chunked\u0000',
      'cow',
      'chun ked',
    ],
    (coding) => post([`Transfer-Encoding: ${coding}`], `0\r\n\r\n${HIDDEN}`),
    { ends: true },
  ),
  ...each(
    'refuses both framings, also as',
    400,
    ['Transfer-Encoding', 'transfer-encoding', 'TRANSFER-ENCODING'],
    (name) => post(['Content-Length: 5', `${name}: chunked`], `0\r\n\r\n${HIDDEN}`),
  ),
  {
    name: 'refuses both framings, the coding first',
    bytes: post(['Transfer-Encoding: chunked', 'Content-Length: 5'], `0\r\n\r\n${HIDDEN}`),
    answers: [400],
  },
  {
    name: 'refuses two lengths that differ',
    bytes: post(['Content-Length: 0', 'Content-Length: 5'], `hello${HIDDEN}`),
    answers: [400],
  },
  {
    name: 'refuses two lengths that are the same',
    bytes: post(['Content-Length: 5', 'Content-Length: 5'], `hello${HIDDEN}`),
    answers: [400],
  },
  {
    name: 'refuses two codings',
    bytes: post(['Transfer-Encoding: chunked', 'Transfer-Encoding: chunked'], `0\r\n\r\n${HIDDEN}`),
    answers: [400],
  },
  {
    name: 'refuses two codings, one of them unknown',
    bytes: post(['Transfer-Encoding: chunked', 'Transfer-Encoding: x'], `0\r\n\r\n${HIDDEN}`),
    answers: [400],
  },
  {
    name: 'refuses chunks in HTTP/1.0',
    bytes: lines(['POST /text HTTP/1.0', 'Host: {host}', 'Transfer-Encoding: chunked'], `0\r\n\r\n${HIDDEN}`),
    answers: [400],
  },
  ...each(
    'refuses the chunk',
    [400, 413],
    [
      'x\r\n',
      '-1\r\n',
      '+1\r\na\r\n0\r\n\r\n',
      '0x1\r\na\r\n0\r\n\r\n',
      '1 \r\na\r\n0\r\n\r\n',
      ' 1\r\na\r\n0\r\n\r\n',
      '1\na\n0\n\n',
      '1\r\nab\r\n0\r\n\r\n',
      '1\r\na\n0\r\n\r\n',
      '1\r\na0\r\n\r\n',
      'fffffffffffffffff\r\na\r\n0\r\n\r\n',
      '1;\u0000\r\na\r\n0\r\n\r\n',
      '1;a\nb\r\na\r\n0\r\n\r\n',
      '1;a\rb\r\na\r\n0\r\n\r\n',
      '\r\n',
      `1;${'e'.repeat(20_000)}\r\na\r\n0\r\n\r\n`,
      '0\r\nTrailer\r\n\r\n',
      '0\r\nA b: c\r\n\r\n',
      '0\r\n A: c\r\n\r\n',
    ],
    (chunks) => post(['Transfer-Encoding: chunked'], chunks),
    { ends: true, runs: ['POST /text'] },
  ),
  {
    name: 'reads chunks with a quoted extension for what they hold',
    bytes: post(['Transfer-Encoding: chunked'], '1;a="b"\r\na\r\n0\r\n\r\n'),
    answers: [200],
    runs: ['POST /text'],
  },
  ...each('takes no credential from the trailer', 401, ['/bearer', '/slow', '/both', '/list'], (target) =>
    post(['Transfer-Encoding: chunked', 'Trailer: Authorization'], `0\r\n${BEARER}\r\nX-Key: x\r\n\r\n`, target),
  ),
  {
    name: 'takes no second Host from a trailer',
    bytes: post(['Transfer-Encoding: chunked', BEARER], '0\r\nHost: evil.test\r\n\r\n', '/bearer'),
    answers: [200],
    runs: ['POST /bearer'],
  },
  ...each(
    'refuses the header line',
    400,
    [
      'Authorization : Bearer x',
      'Authorization\t: Bearer x',
      ' Authorization: Bearer x',
      ': Bearer x',
      'Authorization',
      'Author ization: Bearer x',
      'Author\u0000ization: Bearer x',
      'Authorization\u00a0: Bearer x',
      'Authörization: Bearer x',
      'Author(ization: Bearer x',
      'Authorization: Bearer\u0000x',
      'Authorization: Bearer\u0001x',
      'Authorization: Bearer\u007fx',
      'Authorization: Bearer x\u0008',
      'X: a\u001bb',
      'X\r: b',
      'X: a\rb',
      'X: a\r',
      '[X]: y',
      'X@: y',
      'X/Y: z',
      'X=Y',
      '{X}: y',
      '"X": y',
      'Content-Length : 5',
      'Transfer-Encoding : chunked',
      'Transfer-Encoding\u000b: chunked',
      'Host : {host}',
    ],
    (line) => get('/bearer', line, BEARER),
    { ends: true },
  ),
  ...each(
    'refuses a line that goes on',
    400,
    ['Authorization: Bearer\r\n x', 'Authorization:\r\n Bearer x', 'X: a\r\n\tb', 'Host:\r\n {host}', 'X:\r\n \r\n b'],
    (line) => get('/bearer', line, BEARER),
    { ends: true },
  ),
  {
    name: 'refuses a line that goes on before the first one',
    bytes: lines(['GET /bearer HTTP/1.1', ' Host: {host}', BEARER]),
    answers: [400],
  },
  {
    name: 'refuses lines that end in LF alone',
    bytes: `GET /bearer HTTP/1.1\nHost: {host}\n${BEARER}\n\n`,
    answers: [400],
    ends: true,
  },
  {
    name: 'refuses one line that ends in LF alone',
    bytes: `GET /bearer HTTP/1.1\r\nHost: {host}\nX: y\r\n${BEARER}\r\n\r\n`,
    answers: [400],
    ends: true,
  },
  {
    name: 'refuses an end of lines in LF alone',
    bytes: `GET /bearer HTTP/1.1\r\nHost: {host}\r\n${BEARER}\r\n\n`,
    answers: [400],
    ends: true,
  },
  {
    name: 'refuses lines that end in CR alone',
    bytes: `GET /bearer HTTP/1.1\rHost: {host}\r${BEARER}\r\r`,
    answers: [400],
    ends: true,
  },
  {
    name: 'refuses TLS',
    bytes: '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
    answers: [400],
    ends: true,
  },
  {
    name: 'refuses the preface of HTTP/2',
    bytes: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    answers: [[400, 505]],
    ends: true,
  },
  { name: 'refuses what is not HTTP', bytes: 'EHLO evil.test\r\n', answers: [400], ends: true },
  { name: 'refuses NUL bytes', bytes: '\u0000'.repeat(64), answers: [400], ends: true },
  {
    name: 'refuses header lines over the limit',
    bytes: get('/bearer', BEARER, `X: ${'a'.repeat(16_384)}`),
    answers: [431],
    includes: /431/,
  },
  {
    name: 'refuses header lines far over the limit',
    bytes: get('/bearer', BEARER, `X: ${'a'.repeat(100_000)}`),
    answers: [431],
    ends: true,
  },
  {
    name: 'refuses more header lines than Node keeps',
    bytes: get('/bearer', BEARER, ...Array.from({ length: 1_100 }, () => 'a:'), 'Authorization: Bearer wrong'),
    answers: [431],
  },
  {
    name: 'runs nothing of what hides behind a refused request',
    bytes: `${get('/bearer%00')}${HIDDEN}`,
    answers: [400],
  },
  {
    name: 'runs nothing of what hides in a body with a length',
    bytes: post([`Content-Length: ${HIDDEN.length}`], HIDDEN.replace('{host}', '127.0.0.1'), '/bearer'),
    answers: [401],
    ends: true,
  },
  {
    name: 'runs nothing of what hides in a body that is not read',
    bytes: ({ host }) => {
      const hidden = HIDDEN.replace('{host}', host)
      return post([`Content-Length: ${hidden.length}`], hidden, '/open')
    },
    answers: [200],
    runs: ['POST /open'],
  },
  {
    name: 'runs nothing of what hides in the body of a GET',
    bytes: ({ host }) => {
      const hidden = HIDDEN.replace('{host}', host)
      return send('GET', '/open', [], hidden)
    },
    answers: [200],
    runs: ['GET /open'],
  },
  {
    name: 'runs nothing of what hides in the chunks of a refused request',
    bytes: ({ host }) => {
      const hidden = HIDDEN.replace('{host}', host)
      return post(['Transfer-Encoding: chunked'], `${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`, '/bearer')
    },
    answers: [401],
  },
]
