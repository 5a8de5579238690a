import { report, routeOf, textAt } from './data.js'
import { element } from './dom.js'

/** @typedef {import('../data.ts').ScenarioData} ScenarioData */
/** @typedef {{ status: string, route: string, family: string, text: string }} Filter */

const STATUSES = ['failed', 'inconclusive', 'ignored', 'not-routed', 'passed']

/** Findings first: without findings, everything. */
export const FIRST_STATUS = report.scenarios[0]?.outcome === 'failed' ? 'failed' : 'all'

/**
 * A filter as the page's address says it; what is not said is not filtered.
 *
 * @param {string} query
 * @returns {Filter}
 */
export function parseFilter(query) {
  const said = new URLSearchParams(query)
  return {
    status: said.get('status') ?? FIRST_STATUS,
    route: said.get('route') ?? '',
    family: said.get('family') ?? '',
    text: said.get('text') ?? '',
  }
}

/** @param {Filter} filter */
export function formatFilter(filter) {
  return new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== '')).toString()
}

/**
 * @param {Filter} filter
 * @returns {readonly ScenarioData[]}
 */
export function selectScenarios({ status, route, family, text }) {
  const familyIndex = report.families.indexOf(family)
  const wanted = text.toLowerCase()
  return report.scenarios.filter(
    (scenario) =>
      (status === 'all' || scenario.outcome === status) &&
      (route === '' || routeOf(scenario).key === route) &&
      (family === '' || scenario.family === familyIndex) &&
      (wanted === '' ||
        `${scenario.id} ${textAt(scenario.name)} ${textAt(scenario.title)} ${routeOf(scenario).key}`
          .toLowerCase()
          .includes(wanted)),
  )
}

/**
 * Fills the form with its fields.
 *
 * @param {HTMLElement} form
 */
export function createFilterForm(form) {
  const counts = new Map(
    STATUSES.map((status) => [status, report.scenarios.filter(({ outcome }) => outcome === status).length]),
  )
  const statuses = STATUSES.filter((status) => (counts.get(status) ?? 0) > 0).map((status) => [
    status,
    `${status} (${counts.get(status) ?? 0})`,
  ])
  const families = report.families.filter((_, index) => report.scenarios.some(({ family }) => family === index))
  form.append(
    select('status', 'Status', [['all', `all (${report.scenarios.length})`], ...statuses]),
    select('family', 'Family', [['', 'all'], ...families.map((family) => [family, family])]),
    select('route', 'Route', [['', 'all'], ...report.routes.map(({ key }) => [key, key])]),
    element(
      'label',
      { class: 'search' },
      'Name, id or words',
      element('input', { type: 'search', name: 'text', autocomplete: 'off', spellcheck: 'false' }),
    ),
  )
}

/**
 * @param {string} name
 * @param {string} label
 * @param {readonly (readonly string[])[]} options
 */
function select(name, label, options) {
  return element(
    'label',
    {},
    label,
    element('select', { name }, ...options.map(([value = '', text = '']) => element('option', { value }, text))),
  )
}

/**
 * Shows a filter in the form.
 *
 * @param {HTMLFormElement} form
 * @param {Filter} filter
 */
export function showFilter(form, filter) {
  for (const [name, value] of Object.entries(filter)) {
    const field = form.elements.namedItem(name)
    if (field instanceof HTMLSelectElement || field instanceof HTMLInputElement) field.value = value
  }
}

/**
 * @param {HTMLFormElement} form
 * @returns {Filter}
 */
export function readFilter(form) {
  const data = new FormData(form)
  const read = (/** @type {string} */ name) => {
    const value = data.get(name)
    return typeof value === 'string' ? value : ''
  }
  return { status: read('status'), route: read('route'), family: read('family'), text: read('text').trim() }
}
