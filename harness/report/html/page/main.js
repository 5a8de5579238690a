import { isCounted, routeOf, scenariosById } from './data.js'
import { byId, element } from './dom.js'
import { createFilterForm, formatFilter, parseFilter, readFilter, selectScenarios, showFilter } from './filter.js'
import { scenarioView } from './scenario.js'

/** @typedef {import('../data.ts').ScenarioData} ScenarioData */

/** Lines that are written at once: ten thousand would take seconds. */
const PAGE = 100

const form = /** @type {HTMLFormElement} */ (byId('filter'))
const list = byId('scenario-list')
const result = byId('filter-result')

/**
 * Writes the first scenarios of a selection, and a button for more.
 *
 * @param {readonly ScenarioData[]} scenarios
 * @param {string} [opened] id of the one that is shown open
 */
function showScenarios(scenarios, opened) {
  list.replaceChildren()
  result.textContent =
    scenarios.length === 0
      ? 'Nothing fits. Choose another status, or remove a word.'
      : `${scenarios.length} ${scenarios.length === 1 ? 'scenario' : 'scenarios'}`
  showMore(scenarios, 0, opened)
}

/**
 * @param {readonly ScenarioData[]} scenarios
 * @param {number} from
 * @param {string} [opened]
 */
function showMore(scenarios, from, opened) {
  const until = Math.min(from + PAGE, scenarios.length)
  for (const [index, scenario] of scenarios.slice(from, until).entries()) {
    if (scenario.route !== scenarios[from + index - 1]?.route) list.append(routeHeading(scenario))
    list.append(scenarioView(scenario, scenario.id === opened))
  }
  if (until === scenarios.length) return
  const more = element(
    'button',
    { type: 'button', class: 'more' },
    `Show ${Math.min(PAGE, scenarios.length - until)} more of ${scenarios.length - until}`,
  )
  more.addEventListener('click', () => {
    more.remove()
    showMore(scenarios, until)
    list.querySelectorAll('summary')[until]?.focus()
  })
  list.append(more)
}

/** @param {ScenarioData} scenario */
function routeHeading(scenario) {
  const { key, auth, place, href } = routeOf(scenario)
  return element(
    'h3',
    { class: 'route' },
    element('code', {}, key),
    element('span', { class: 'auth' }, auth),
    href === undefined ? element('small', {}, place) : element('a', { href }, place),
  )
}

/** The address says what is shown: a filter, one scenario, or a section. */
function followAddress() {
  const scenario = scenariosById.get(location.hash.slice(1))
  if (scenario !== undefined) {
    const filter = { status: 'all', route: '', family: '', text: scenario.id }
    showFilter(form, filter)
    showScenarios(selectScenarios(filter), scenario.id)
    byId(scenario.id).scrollIntoView({ block: 'start' })
    return
  }
  if (isCounted(location.hash.slice(1))) {
    list.replaceChildren()
    result.textContent = `${location.hash.slice(1)} passed, or reached no route. Again: npx svc test-auth --replay ${location.hash.slice(1)}`
    return
  }
  if (!location.hash.startsWith('#?')) {
    if (list.childElementCount === 0) applyFilter(parseFilter(''))
    return
  }
  applyFilter(parseFilter(location.hash.slice(2)))
  byId('scenarios').scrollIntoView({ block: 'start' })
}

/** @param {import('./filter.js').Filter} filter */
function applyFilter(filter) {
  showFilter(form, filter)
  showScenarios(selectScenarios(filter))
}

createFilterForm(form)
form.addEventListener('submit', (event) => event.preventDefault())
form.addEventListener('input', () => {
  const filter = readFilter(form)
  history.replaceState(null, '', `#?${formatFilter(filter)}`)
  showScenarios(selectScenarios(filter))
})
addEventListener('hashchange', followAddress)
followAddress()
