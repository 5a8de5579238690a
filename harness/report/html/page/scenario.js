import { report, routeOf, textAt } from './data.js'
import { copyButton, element } from './dom.js'
import { exchangeView, formatTime } from './exchange.js'

/** @typedef {import('../data.ts').ScenarioData} ScenarioData */
/** @typedef {import('../data.ts').FindingData} FindingData */

/**
 * One line for a scenario. Its details are written when it is opened for the first time.
 *
 * @param {ScenarioData} scenario
 * @param {boolean} open
 */
export function scenarioView(scenario, open) {
  const { id, outcome, name, title, finding } = scenario
  const got = finding?.problems[0]?.got
  const details = element(
    'details',
    { class: `scenario ${outcome}`, id },
    element(
      'summary',
      {},
      element('span', { class: `mark ${outcome}` }, outcome),
      element('code', { class: 'name' }, textAt(name)),
      element('span', { class: 'title' }, finding === undefined ? textAt(title) : textAt(finding.sentence)),
      got === undefined ? undefined : element('span', { class: 'got' }, textAt(got)),
    ),
  )
  const fill = () => {
    if (details.childElementCount === 1) details.append(bodyView(scenario))
  }
  details.addEventListener('toggle', fill)
  if (open) {
    details.setAttribute('open', '')
    fill()
  }
  return details
}

/** @param {ScenarioData} scenario */
function bodyView(scenario) {
  const { id, finding, reason, exchanges } = scenario
  return element(
    'div',
    { class: 'body' },
    finding === undefined ? undefined : findingView(finding),
    reason === undefined ? undefined : element('p', { class: 'reason' }, textAt(reason)),
    factsView(scenario),
    ...exchanges.map((exchange, index) => exchangeView(exchange, index, exchanges.length)),
    exchanges.length === 0 ? element('p', { class: 'hint' }, 'Nothing was sent.') : undefined,
    element('p', { class: 'permalink' }, element('a', { href: `#${id}` }, `Permalink to ${id}`)),
  )
}

/** @param {FindingData} finding */
function findingView({ sent, problems, thrown, curl, replay }) {
  const rows = [
    row('sent', textAt(sent)),
    ...problems.flatMap(({ expected, got }) => [row('expected', textAt(expected)), row('got', textAt(got), 'bad')]),
    ...(thrown === undefined ? [] : [row('threw', textAt(thrown), 'bad')]),
  ]
  return element(
    'div',
    { class: 'finding' },
    element('dl', { class: 'compare' }, ...rows),
    commandView('replay', replay),
    commandView('curl', textAt(curl)),
  )
}

/**
 * @param {string} term
 * @param {string} text
 * @param {string} [state]
 */
function row(term, text, state) {
  return element('div', {}, element('dt', {}, term), element('dd', { class: state }, text))
}

/**
 * @param {string} label
 * @param {string} command
 */
function commandView(label, command) {
  return element(
    'div',
    { class: 'command' },
    element('pre', { tabindex: '0', 'aria-label': label }, command),
    copyButton(label, command),
  )
}

/** @param {ScenarioData} scenario */
function factsView(scenario) {
  const { expect, exercise, family, cause, cwe, duration, finding, title } = scenario
  const { key, auth, place, href } = finding === undefined ? routeOf(scenario) : { ...routeOf(scenario), ...finding }
  return element(
    'dl',
    { class: 'facts' },
    row('scenario', textAt(title)),
    row('finds', textAt(cause)),
    row('expects', `${expect}, ${exercise}, family ${report.families[family] ?? ''}, CWE-${cwe}`),
    element(
      'div',
      {},
      element('dt', {}, 'route'),
      element(
        'dd',
        {},
        element('code', {}, key),
        ' ',
        element('code', {}, auth),
        ' declared at ',
        href === undefined ? element('code', {}, place) : element('a', { href }, place),
      ),
    ),
    row('took', formatTime(duration)),
  )
}
