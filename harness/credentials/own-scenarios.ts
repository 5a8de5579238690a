import { HarnessError } from '../model/failure.ts'
import { OWN_EXPECTATIONS, type OwnScenario } from '../model/own-scenario.ts'
import { type Check, choice, complete, leaf, listOf, needed, PLAIN_TEXT, published } from './value-checks.ts'

const expectation = choice<OwnScenario['expect']>(PLAIN_TEXT, { refused: true, forbidden: true, passes: true })

const scenarios = listOf(
  complete<OwnScenario>({
    name: needed(published(PLAIN_TEXT, { pattern: '^[a-z][a-z0-9-]*$' })),
    title: needed(PLAIN_TEXT),
    cause: needed(PLAIN_TEXT),
    cwe: needed(leaf('a number of CWE', Number.isInteger, { type: 'integer' })),
    request: needed(leaf('a function', (value) => typeof value === 'function', { not: {} })),
    expect: needed(expectation),
  }),
)

/** The rows that the fixtures add: each of a name of its own, complete, with an outcome that a row may have. */
export const ownScenarios: Check = {
  judge(value, place) {
    scenarios.judge(value, place)
    const names = new Set<string>()
    for (const [at, { name, expect }] of (value as readonly OwnScenario[]).entries()) {
      const refuse = (problem: string): never => {
        throw new HarnessError('SVC_FIXTURE_SCENARIO', `${place}[${at}]${problem}`)
      }
      if (!/^[a-z][a-z0-9-]*$/.test(name))
        refuse('.name: write lower-case letters, digits and hyphens, beginning with a letter.')
      if (names.has(name)) refuse(`.name: "${name}" is the name of two scenarios. Each needs its own.`)
      if (!(expect in OWN_EXPECTATIONS)) refuse(`.expect: write one of ${Object.keys(OWN_EXPECTATIONS).join(', ')}.`)
      names.add(name)
    }
  },
  schema: {
    not: {},
    description:
      'Rows of the application itself hold functions, so only fixtures in TypeScript or JavaScript have them.',
  },
}
