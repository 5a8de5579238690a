/** Runs in a worker: looks for the key of a signature among candidates, the likely ones first. Sends nothing anywhere. */

import { createHmac } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'

const { algorithm, text, signature, known, words, names, own, most } = workerData
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
const JOINTS = ['', '-', '_', ' ', '.']
const LEET = { a: '4', e: '3', i: '1', o: '0', s: '5', t: '7' }

// oxlint-disable-next-line require-post-message-target-origin -- the port of a worker, not a window
parentPort.postMessage(find() ?? null)

function find() {
  let tried = 0
  for (const [key, how] of candidates()) {
    if (++tried > most) return undefined
    const hmac = createHmac(algorithm, key).update(text).digest()
    if (hmac.equals(wanted)) return { key, how, tried }
  }
  return undefined
}

function* candidates() {
  yield ['', 'empty']
  for (const key of known) yield* cases(key, 'a secret of examples')
  for (const word of own) yield* forms(word, 'a word of --crack')
  for (const name of names) yield* forms(name, 'a name of the document or the host')
  for (const word of words) yield* cases(word, 'a word of the public list')
  yield* digits(1, 4)
  for (const word of words) yield* endings(word, 'a word of the public list')
  for (const name of names)
    for (const word of words) yield* pairs(name, word, 'a name of the document or the host with a word')
  yield* digits(5, 6)
  for (const first of words) for (const second of words) yield* pairs(first, second, 'two words of the public list')
  for (const word of words) yield* hundreds(word, 'a word of the public list')
  yield* digits(7, 9)
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
