import { textAt } from './data.js'
import { copyButton, element } from './dom.js'

/** @typedef {import('../data.ts').ExchangeData} ExchangeData */
/** @typedef {import('../../../model/verdict.ts').AuthCall} AuthCall */

/**
 * One request with its answer, and what the server did in between.
 *
 * @param {ExchangeData} exchange
 * @param {number} index
 * @param {number} count
 */
export function exchangeView(exchange, index, count) {
  const { sent, received, status, duration } = exchange
  const heading = `${count > 1 ? `Request ${index + 1} of ${count} · ` : ''}${status === 0 ? 'no answer' : `answered ${status}`} in ${formatTime(duration)}`
  return element(
    'div',
    { class: 'exchange' },
    element('h4', {}, heading),
    element('div', { class: 'bytes' }, bytesView('Sent', textAt(sent)), bytesView('Received', textAt(received))),
    ledgerView(exchange),
  )
}

/**
 * @param {string} title
 * @param {string} text
 */
function bytesView(title, text) {
  return element(
    'figure',
    {},
    element('figcaption', {}, title, copyButton(title.toLowerCase(), text)),
    element('pre', { tabindex: '0', 'aria-label': title }, text),
  )
}

/** @param {ExchangeData} exchange */
function ledgerView({ runs, auth, calls }) {
  if (runs === undefined)
    return element('p', { class: 'hint' }, 'The server runs in another process: what its handler did is not known.')
  const words = runs === 0 ? 'Handler not run.' : `Handler ran ${runs === 1 ? 'once' : `${runs} times`}`
  return element(
    'div',
    { class: 'ledger' },
    element(
      'p',
      {},
      words,
      auth === undefined ? '' : ' with request.auth = ',
      auth === undefined ? undefined : element('code', {}, textAt(auth)),
    ),
    calls === undefined || calls.length === 0
      ? element('p', { class: 'hint' }, 'No authenticator was called.')
      : callsView(calls),
  )
}

/** @param {readonly AuthCall[]} calls */
function callsView(calls) {
  const longest = Math.max(...calls.map(({ duration = 0 }) => duration), 0.001)
  const rows = calls.map(({ authenticator, outcome, detail, duration }) => {
    const bar = element('span', { class: 'time' })
    bar.style.setProperty('--share', `${((duration ?? 0) / longest) * 100}%`)
    return element(
      'li',
      {},
      element('code', {}, authenticator),
      element('span', { class: `call ${outcome}` }, outcome),
      element('span', { class: 'detail' }, detail ?? ''),
      duration === undefined ? undefined : bar,
      duration === undefined ? undefined : element('small', {}, formatTime(duration)),
    )
  })
  return element('ol', { class: 'calls', 'aria-label': 'Authenticators in the order of their calls' }, ...rows)
}

/** @param {number} milliseconds */
export function formatTime(milliseconds) {
  if (milliseconds < 1) return `${milliseconds.toFixed(2)} ms`
  return milliseconds < 1_000
    ? `${milliseconds.toFixed(milliseconds < 10 ? 1 : 0)} ms`
    : `${(milliseconds / 1_000).toFixed(1)} s`
}
