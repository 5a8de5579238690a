/** Runs in a worker: looks for the key of a signature among candidates, the likely ones first. Sends nothing anywhere. */

import { createHmac } from 'node:crypto'
import { closeSync, openSync, readSync } from 'node:fs'
import { StringDecoder } from 'node:string_decoder'
import { parentPort, workerData } from 'node:worker_threads'

const { algorithm, text, signature, known, words, names, phrases, ownFile, milliseconds, most } = workerData
const wanted = Buffer.from(signature, 'base64url')
const DIGITS = [
  ...Array.from({ length: 10 }, (_, n) => String(n)),
  ...Array.from({ length: 100 }, (_, n) => String(n).padStart(2, '0')),
]
const YEARS = Array.from({ length: 41 }, (_, n) => String(1990 + n))
const ENDS = [
  '123',
  '1234',
  '12345',
  '123456',
  '12345678',
  '321',
  '007',
  '111',
  '000',
  '!',
  '!!',
  '@',
  '#',
  '123!',
  '1!',
  '@123',
  '_key',
  '-key',
  'key',
  'secret',
  '_secret',
  '-secret',
  ...YEARS,
]
/** Characters of a word of the file. */
const LONGEST_WORD = 512
const JOINTS = ['', '-', '_', ' ', '.']
const LEET = { a: '4', e: '3', i: '1', o: '0', s: '5', t: '7' }

/** Candidates between two looks at the clock. */
const STRIDE = 4_096
/** Milliseconds between two messages about the progress. */
const PROGRESS = 2_000

const started = performance.now()
let tried = 0
/** Those of them that are not of the file. */
let usual = 0
send(find())

function send(message) {
  // oxlint-disable-next-line require-post-message-target-origin -- the port of a worker, not a window
  parentPort.postMessage({ tried, ...message })
}

/** Between what takes no time and the rest: the words of the user's file, which are bounded by the time alone. */
function find() {
  const file = ownFile === undefined ? [] : wordsOfFile()
  return (
    findAmong(likely(), most) ??
    findAmong(file, Number.POSITIVE_INFINITY) ??
    findAmong(rest(), most) ?? { isWhole: true }
  )
}

function findAmong(all, bound) {
  let said = performance.now()
  for (const [key, how] of all) {
    if (bound === most && ++usual > most) return undefined
    tried++
    const hmac = createHmac(algorithm, key).update(text).digest()
    if (hmac.equals(wanted)) return { key, how }
    if (tried % STRIDE !== 0) continue
    const now = performance.now()
    if (now - started > milliseconds) return { isWhole: false }
    if (now - said > PROGRESS) {
      said = now
      send({ isProgress: true })
    }
  }
  return undefined
}

function* likely() {
  yield ['', 'empty']
  for (const key of known) yield* cases(key, 'a secret of examples')
  for (const name of names) yield* forms(name, 'a name of the document or the host')
  for (const word of words) yield* cases(word, 'a word of the public list')
  yield* digits(1, 4)
}

function* rest() {
  for (const word of words) yield* endings(word, 'a word of the public list')
  yield* sentences()
  for (const name of names)
    for (const word of words) yield* pairs(name, word, 'a name of the document or the host with a word')
  yield* digits(5, 6)
  for (const first of words) for (const second of words) yield* pairs(first, second, 'two words of the public list')
  for (const word of words) yield* hundreds(word, 'a word of the public list')
  yield* digits(7, 9)
}

function* sentences() {
  for (const phrase of phrases.whole) yield* joined(phrase, 'a phrase')
  for (const phrase of phrases.named)
    for (const name of names)
      yield* joined(phrase.replace('*', name), 'a phrase with a name of the document or the host')
  for (const phrase of made(0, 3)) yield* joined(phrase, 'a phrase')
  for (const phrase of [...phrases.whole, ...made(0, 1)])
    for (const end of phrases.ends) yield* joined(`${phrase} ${end}`, 'a phrase with an ending')
  for (const stage of phrases.stages)
    for (const phrase of made(phrases.parts.length - 2, 1))
      for (const end of phrases.requests)
        yield* joined(`${stage} ${phrase} ${end}`, 'a phrase for the time of development')
}

/** Phrases of the parts, of which so many at most that may be left out are there. */
function* made(column, most, before = '') {
  const parts = phrases.parts[column]
  for (const part of parts) {
    if (column === phrases.parts.length - 1) yield `${before} ${part}`.trim()
    else if (part === '' || most > 0) yield* made(column + 1, part === '' ? most : most - 1, `${before} ${part}`)
  }
}

/** A phrase as sentence, name, constant and identifier. */
function* joined(phrase, how) {
  const words = phrase
    .toLowerCase()
    .split(' ')
    .filter((word) => word !== '')
  const capitals = words.map(capital)
  const [first, ...rest] = capitals
  const sentence = words.join(' ')
  const all = [sentence, capital(sentence), capitals.join(' '), words.join('-'), capitals.join('-'), words.join('_')]
  all.push(
    words.join('_').toUpperCase(),
    words.join(''),
    capitals.join(''),
    first.toLowerCase() + rest.join(''),
    words.join('.'),
  )
  for (const text of new Set(all)) yield [text, how]
}

/** Each line of the file as it is, then each in its forms: a file of any size is read in pieces. */
function* wordsOfFile() {
  for (const word of linesOf(ownFile)) yield [word, 'a word of --crack']
  for (const word of linesOf(ownFile)) yield* forms(word, 'a word of --crack')
}

function* linesOf(name) {
  const file = openSync(name, 'r')
  try {
    const bytes = Buffer.alloc(65_536)
    const decoder = new StringDecoder('utf8')
    let rest = ''
    for (let count = readSync(file, bytes); count > 0; count = readSync(file, bytes)) {
      const lines = (rest + decoder.write(bytes.subarray(0, count))).split(/\r?\n/)
      // Without an end of a line, a file of other bytes would be one word of its size.
      rest = lines.pop().slice(-LONGEST_WORD)
      yield* lines.filter((line) => line !== '' && line.length <= LONGEST_WORD)
    }
    if (rest !== '') yield rest
  } finally {
    closeSync(file)
  }
}

/** A word in each case, and with letters written as digits. */
function* cases(word, how) {
  const lower = word.toLowerCase()
  const written = ['aeiost', 'aeio', 'ao', 'ae', 'a', 'e', 'i', 'o', 's'].map((letters) =>
    lower.replace(new RegExp(`[${letters}]`, 'g'), (letter) => LEET[letter]),
  )
  const all = [word, lower, word.toUpperCase(), capital(word), capital(lower), ...written, lower.replaceAll('a', '@')]
  for (const text of new Set(all)) yield [text, how]
}

/** A word with what people put behind it. */
function* endings(word, how) {
  for (const text of new Set([word, word.toLowerCase(), capital(word), word.toUpperCase()])) {
    for (const end of DIGITS) yield [text + end, `${how} and digits`]
    for (const end of ENDS) yield [text + end, `${how} with an ending`]
  }
}

function* hundreds(word, how) {
  for (let n = 100; n < 1000; n++) yield [word + n, `${how} and digits`]
}

function* forms(word, how) {
  yield* cases(word, how)
  yield* endings(word, how)
  yield* hundreds(word, how)
}

function* pairs(first, second, how) {
  for (const joint of JOINTS) yield [first + joint + second, how]
  yield [first + capital(second), how]
}

function* digits(from, to) {
  for (let length = from; length <= to; length++)
    for (let n = 0; n < 10 ** length; n++) yield [String(n).padStart(length, '0'), 'digits']
}

function capital(word) {
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}
