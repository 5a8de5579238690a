import { readFileSync, writeFileSync } from 'node:fs'
import { expect } from 'chai'
import { FAMILIES, type Scenario } from '../model/scenario.ts'
import type { PlanInput } from '../subject/plan-input.ts'
import { shortHash } from '../text/hash.ts'
import { createPlan } from './plan.ts'
import { everyKind } from './testdata/every-kind.ts'

/**
 * Number and hash of the scenarios of each route and family: of all that is sent and expected, without the wording. A
 * difference names the routes and families that a change reaches; `SVC_UPDATE_GOLDEN=1` writes the file anew.
 */
const GOLDEN = new URL('testdata/plan.golden.json', import.meta.url)
/** Signed with a new key each time. */
const RANDOM = /^(?:bearer\.jwt-jwk(?:-\d+)?$|jwt\.)/

/** The name holds what the row, its variant and its form say. */
function sentBy({ title: _, cause: __, row: ___, variant: ____, form: _____, ...scenario }: Scenario): string {
  return RANDOM.test(scenario.name) ? scenario.name : JSON.stringify(scenario, inOrder)
}

/** In which order an object was given its members is nothing that is sent. */
function inOrder(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function familiesOf(scenarios: readonly Scenario[]): readonly string[] {
  return FAMILIES.flatMap((family) => {
    const own = scenarios.filter((scenario) => scenario.family === family)
    return own.length === 0 ? [] : [`${family} ${own.length} ${shortHash(...own.map(sentBy))}`]
  })
}

function hashesOf(changes: Partial<PlanInput>): Readonly<Record<string, readonly string[]>> {
  const { routes } = createPlan(everyKind(changes))
  return Object.fromEntries(routes.map(({ route, scenarios }) => [route.key, familiesOf(scenarios)]))
}

describe('the whole plan of routes with every kind', () => {
  it('sends and expects what it did', () => {
    const hashes = { local: hashesOf({}), remote: hashesOf({ local: false, origins: undefined }) }
    if (process.env['SVC_UPDATE_GOLDEN']) writeFileSync(GOLDEN, `${JSON.stringify(hashes, null, 1)}\n`)
    expect(hashes).to.deep.equal(JSON.parse(readFileSync(GOLDEN, 'utf8')))
  })
})
