import { byId } from './dom.js'

/** @typedef {import('../data.ts').ReportData} ReportData */
/** @typedef {import('../data.ts').ScenarioData} ScenarioData */
/** @typedef {import('../data.ts').RouteData} RouteData */

/** @type {ReportData} */
export const report = JSON.parse(byId('report-data').textContent ?? '')

/** @type {ReadonlyMap<string, ScenarioData>} */
export const scenariosById = new Map(report.scenarios.map((scenario) => [scenario.id, scenario]))

/**
 * Whether a scenario ended without anything to show.
 *
 * @param {string} id
 */
export function isCounted(id) {
  return id !== '' && report.counted.some((ids) => ` ${ids} `.includes(` ${id} `))
}

/**
 * @param {number | undefined} index
 * @returns {string}
 */
export function textAt(index) {
  return index === undefined ? '' : (report.texts[index] ?? '')
}

/**
 * @param {ScenarioData} scenario
 * @returns {RouteData}
 */
export function routeOf(scenario) {
  return report.routes[scenario.route] ?? { key: '', auth: '', place: '' }
}
