import { expect } from 'chai'
import { HarnessError } from '../model/failure.ts'
import type { Scenario } from '../model/scenario.ts'
import { createLate, idOf as scenarioId } from '../subject/scenario.ts'
import { createFilter, selectPlan, type Selection } from './select.ts'
import { namesIn, sampleRoute, sampleRoutePlan, sampleScenario } from '../testdata/samples.ts'

const ALL: Selection = {
  routes: [],
  only: [],
  skip: [],
  roles: [],
  grep: undefined,
  replay: undefined,
}
const pets = sampleRoute({ base: '/api' })
const pet = sampleRoute({ base: '/api', path: '/pets/[id]' })
const orders = sampleRoute({ method: 'POST', path: '/orders' })
const asUsers = ['ann', 'bob'].map((user) => sampleScenario(orders, `role.${user}`, { family: 'role', user }))
const ordersPlan = sampleRoutePlan(orders, 'key.prefix', 'path.upper')
const plan = {
  routes: [
    sampleRoutePlan(pets, 'key.prefix', 'keyring'),
    sampleRoutePlan(pet, 'key.suffix'),
    { ...ordersPlan, scenarios: [...ordersPlan.scenarios, ...asUsers] },
  ],
  remarks: [],
}
const whole = namesIn(plan)
const idOf = (name: string): string =>
  plan.routes.flatMap(({ scenarios }) => scenarios).find((scenario) => scenario.name === name)?.id ?? ''

function select(selection: Partial<Selection>): Readonly<Record<string, readonly string[]>> {
  return namesIn(selectPlan(plan, { ...ALL, ...selection }))
}

describe('a selection', () => {
  it('of nothing in particular is the whole plan', () => {
    expect(select({})).to.deep.equal(whole)
  })

  const routes: readonly (readonly [pattern: string, keys: readonly string[]])[] = [
    ['GET /pets', ['GET /pets']],
    ['/pets', ['GET /pets']],
    ['/api/pets', ['GET /pets']],
    ['GET /api/pets', ['GET /pets']],
    ['/pets*', ['GET /pets', 'GET /pets/[id]']],
    ['/api/*', ['GET /pets', 'GET /pets/[id]']],
    ['POST *', ['POST /orders']],
  ]
  for (const [pattern, keys] of routes) {
    it(`of --route ${pattern} is ${keys.join(' and ')}`, () => {
      expect(Object.keys(select({ routes: [pattern] }))).to.deep.equal(keys)
    })
  }

  it('of two routes is both', () => {
    expect(Object.keys(select({ routes: ['/orders', '/pets'] }))).to.deep.equal(['GET /pets', 'POST /orders'])
  })

  const names: readonly (readonly [pattern: string, names: readonly string[]])[] = [
    ['common', ['key.prefix', 'keyring', 'key.suffix', 'path.upper']],
    ['key', ['key.prefix', 'key.suffix']],
    ['key*', ['key.prefix', 'keyring', 'key.suffix']],
    ['key.suffix', ['key.suffix']],
    [idOf('keyring'), ['keyring']],
  ]
  for (const [pattern, expected] of names) {
    it(`by --only ${pattern} keeps ${expected.join(', ')} and the controls of their routes`, () => {
      const chosen = Object.values(select({ only: [pattern] })).flat()
      expect(new Set(chosen)).to.deep.equal(new Set(['valid', ...expected]))
    })
  }

  it('by --only and --skip with a row is all of its variants', () => {
    const { id, name, ...facts } = sampleScenario(orders, 'undocumented', { family: 'exposure' })
    const tried = { ...facts, row: 'undocumented', name: `${name}-/debug`, id: `${id}x` } as const
    const keeps = (selection: Partial<Selection>): boolean => createFilter({ ...ALL, ...selection })(tried, orders)
    expect([{ only: ['undocumented'] }, { skip: ['undocumented'] }, { only: ['callback'] }].map(keeps)).to.deep.equal([
      true,
      false,
      false,
    ])
  })

  it('by two names keeps both', () => {
    expect(select({ only: ['keyring', 'path'] })).to.deep.equal({
      'GET /pets': ['valid', 'keyring'],
      'POST /orders': ['valid', 'path.upper'],
    })
  })

  const printed = { name: 'leak.log', exercise: 'wire' } as const
  const prefix = sampleRoutePlan(pets, 'key.prefix').scenarios.find(({ name }) => name === 'key.prefix')
  const replayed: Readonly<Record<string, readonly [string, readonly string[]]>> = {
    'a scenario': [idOf('keyring'), ['keyring', 'valid']],
    'a handler that started late': [createLate(prefix as Scenario, pets).id, ['key.prefix', 'valid']],
    'a credential in the log, with all scenarios of the route': [
      scenarioId(pets, printed),
      ['key.prefix', 'keyring', 'valid'],
    ],
  }
  for (const [what, [replay, expected]] of Object.entries(replayed)) {
    it(`of --replay is ${what}`, () => {
      const chosen = select({ replay })
      expect([Object.keys(chosen), chosen['GET /pets']?.toSorted()]).to.deep.equal([['GET /pets'], expected])
    })
  }

  it('leaves out a route of which nothing is wanted, its control too', () => {
    expect(select({ only: ['path'] })).to.deep.equal({ 'POST /orders': ['valid', 'path.upper'] })
  })

  it('by --skip leaves out what is named, and keeps the rest', () => {
    expect(select({ skip: ['key', 'role'] })).to.deep.equal({
      'GET /pets': ['valid', 'keyring'],
      'GET /pets/[id]': ['valid'],
      'POST /orders': ['valid', 'path.upper'],
    })
  })

  it('by a role keeps what that user sends, and nothing that an anonymous client sends', () => {
    expect(select({ roles: ['ann'] })).to.deep.equal({ 'POST /orders': ['valid', 'role.ann'] })
  })

  it('by --grep looks at route, name and title', () => {
    const chosen = ['^POST /orders', String.raw`\bkey\.prefix\b`, 'a title$'].map((grep) =>
      Object.values(select({ grep })).map((scenarios) => scenarios.length),
    )
    expect(chosen).to.deep.equal([[5], [2, 2], [3, 2, 5]])
  })

  it('by --grep takes a text that svc has printed, with the brackets of a parameter', () => {
    expect(Object.keys(select({ grep: 'GET /pets/[id]' }))).to.deep.equal(['GET /pets/[id]'])
    const later = [{ family: 'token', name: 'token.secret' } as const]
    expect(Object.keys(select({ grep: 'GET /pets/[id] token.secret', later }))).to.deep.equal([])
  })

  for (const [by, replay] of Object.entries({ id: idOf('path.upper'), name: 'path.upper' })) {
    it(`by --replay with its ${by} is that one and its control, whatever else is asked for`, () => {
      expect(select({ replay, routes: ['/pets'], skip: ['path'] })).to.deep.equal({
        'POST /orders': ['valid', 'path.upper'],
      })
    })
  }
})

describe('a selection is refused, with the nearest name,', () => {
  const refused: readonly (readonly [Partial<Selection>, string])[] = [
    [{ routes: ['/pets', '/pest'] }, 'there is no route "/pest". Did you mean "/pets"?'],
    [{ only: ['key', 'key.sufix'] }, 'there is no family or scenario "key.sufix". Did you mean "key.suffix"?'],
    [{ skip: ['comon'] }, 'there is no family or scenario "comon". Did you mean "common"?'],
    [{ replay: 'nothing-like-it' }, 'there is no scenario "nothing-like-it". svc test-auth --list shows them all.'],
    [{ grep: '(' }, '--grep ( is not a regular expression'],
    [{ grep: 'GET /pts' }, '--grep GET /pts matches no scenario.'],
    [{ grep: 'GET /pts', later: [{ family: 'token', name: 'token.secret' }] }, '--grep GET /pts matches no scenario.'],
  ]
  for (const [selection, message] of refused) {
    it(`for ${JSON.stringify(selection)}`, () => {
      expect(() => select(selection)).to.throw(HarnessError, message)
    })
  }
})
