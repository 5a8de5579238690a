import { findNearest, isSafeMethod } from '../../server/internal.ts'
import type { OwnedResource, ResourcePlace, RouteFixture } from '../model/fixtures.ts'
import { NO_FIXTURE } from '../model/fixtures.ts'
import { HarnessError } from '../model/failure.ts'
import { isObject } from '../text/json.ts'
import type { Route } from '../model/route.ts'
import type { FixtureFile, ResourceFixture } from './define.ts'
import type { ResourcePlaceFixture } from './place-fixture.ts'
import { isPlaceholder } from './record-skeleton.ts'
import { resolveText, type TextSource } from './resolve-text.ts'
import {
  ANY,
  type Check,
  complete,
  described,
  listOf,
  needed,
  PLAIN_TEXT,
  published,
  recordOf,
  REPLACED_TEXT,
  TEXT_OR_NUMBER,
  textOr,
} from './value-checks.ts'

const TEXTS = listOf(PLAIN_TEXT)

const PLACE = complete<ResourcePlaceFixture>({
  route: needed(PLAIN_TEXT),
  query: PLAIN_TEXT,
  body: published(PLAIN_TEXT, { pattern: '^/' }),
  header: PLAIN_TEXT,
})

/** The description of the records of one resource. */
export const OWNED: Check = complete<ResourceFixture>({
  of: needed(described(recordOf(recordOf(TEXT_OR_NUMBER)), 'By user, the parameters that name a record of theirs.')),
  marks: recordOf(REPLACED_TEXT),
  at: listOf(textOr(PLACE.judge, PLACE)),
  lists: TEXTS,
  shared: described(recordOf(TEXTS, ', '), 'By operation, users and roles that may have the records of others.'),
  spare: described(published(ANY, { type: 'boolean' }), 'Whether these records may be changed.'),
})

type Resources = NonNullable<FixtureFile['resources']>

/** The records of users, by resource. */
export function resolveResources(resources: Resources, source: TextSource): readonly OwnedResource[] {
  return Object.entries(resources).map(([name, { of, marks = {}, at, lists, shared = {}, spare = false }]) => ({
    name,
    of: Object.fromEntries(
      Object.entries(of).map(([user, params]) => [user, textsOf(params, `resources.${name}.of.${user}`, source)]),
    ),
    marks: textsOf(marks, `resources.${name}.marks`, source),
    ...(at === undefined ? {} : { at: at.map((place) => placeOf(place, name)) }),
    ...(lists === undefined ? {} : { lists }),
    shared,
    isSpare: spare,
  }))
}

/**
 * The fixtures of routes, in which each user asks a reading operation for the record that `of` names, unless its own parameters
 * are said. What changes or deletes would use that record up.
 */
export function withOwnRecords(
  fixtures: Readonly<Record<string, RouteFixture>>,
  owned: readonly OwnedResource[],
  routes: readonly Route[],
): Record<string, RouteFixture> {
  const added = routes.flatMap(({ key, method, resources = [] }) => {
    const said = fixtures[key] ?? NO_FIXTURE
    const names = resources.flatMap(({ name, params }) => (name === null ? [] : params))
    const isOpen = names.length > 0 && names.every((name) => said.params[name] === undefined)
    const records = owned
      .filter(({ name }) => resources.some((one) => one.name === name))
      .flatMap(({ of }) => Object.entries(of).filter(([, params]) => names.every((name) => name in params)))
    const [first] = records
    if (!isSafeMethod(method) || !isOpen || first === undefined) return []
    return [[key, { ...said, params: { ...first[1], ...said.params }, paramsOf: Object.fromEntries(records) }] as const]
  })
  return { ...fixtures, ...Object.fromEntries(added) }
}

function textsOf(params: ResourceFixture['of'][string], place: string, source: TextSource): Record<string, string> {
  const entries = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'number' ? String(value) : resolveText(value, `${place}.${name}`, source).value,
  ])
  return Object.fromEntries(entries) as Record<string, string>
}

function placeOf(place: string | ResourcePlaceFixture, resource: string): ResourcePlace {
  if (typeof place === 'string') return { route: place, in: 'path', name: '' }
  const { route, query, body, header } = place
  const said = [
    ...(query === undefined ? [] : [{ route, in: 'query', name: query } as const]),
    ...(body === undefined ? [] : [{ route, in: 'body', name: body } as const]),
    ...(header === undefined ? [] : [{ route, in: 'header', name: header } as const]),
  ]
  const [only, second] = said
  if (second !== undefined) {
    const problem = `resources.${resource}.at: ${route} takes the id in one place: query, body or header`
    throw new HarnessError('SVC_FIXTURE_TYPE', problem)
  }
  return only ?? { route, in: 'path', name: '' }
}

/**
 * Makes sure that what resources name exists: a record that is never asked for proves nothing, without a word.
 *
 * @throws HarnessError naming the place and the nearest name
 */
export function checkResources(
  { resources = {}, users = {}, routes: requests = {} }: FixtureFile,
  routes: readonly Route[],
  file: string,
): void {
  const keys = routes.map(({ key }) => key)
  const params = [
    ...new Set(
      routes.flatMap(({ path }) => [...path.matchAll(/\[(?:\.{3})?([^\]]+)\]/g)].map(([, name = '']) => name)),
    ),
  ]
  requireFilled({ resources, routes: requests }, file)
  const declared = [...new Set(routes.flatMap(({ resources: own = [] }) => own.flatMap(({ name }) => name ?? [])))]
  for (const [name, { of, marks = {}, at = [], lists = [], shared = {} }] of Object.entries(resources)) {
    const place = `${file}  resources.${name}`
    if (declared.length > 0 && at.length === 0) requireKnown(name, declared, `${file}  resources`, 'resource')
    for (const user of [...Object.keys(of), ...Object.keys(marks)])
      requireKnown(user, Object.keys(users), place, 'user')
    const elsewhere = at.some((one) => typeof one !== 'string')
    for (const param of Object.values(of).flatMap(Object.keys))
      if (!elsewhere) requireKnown(param, params, `${place}.of`, 'parameter')
    const named = [...at.map((one) => (typeof one === 'string' ? one : one.route)), ...lists, ...Object.keys(shared)]
    for (const key of named) requireKnown(key, keys, place, 'route')
  }
}

/** A run with the ids that `--init` cannot know would refuse everybody alike, and prove nothing. */
function requireFilled({ resources = {}, routes = {} }: FixtureFile, file: string): void {
  const isOpen = (values: object): boolean => Object.values(values).some(isPlaceholder)
  const places = [
    ...Object.entries(resources).flatMap(([name, { of }]) =>
      Object.entries(of).flatMap(([user, params]) => (isOpen(params) ? [`resources.${name}.of.${user}`] : [])),
    ),
    ...Object.entries(routes).flatMap(([key, { params, query, form, body } = {}]) =>
      [params, query, form, body].some((part) => isObject(part) && isOpen(part)) ? [`routes, ${key}`] : [],
    ),
  ]
  if (places.length === 0) return
  const fix = 'Write ids of records that exist, each of its user, or remove what has none.'
  throw new HarnessError('SVC_FIXTURE_PLACEHOLDER', `${file}  "<id>" still stands in ${places.join(', ')}. ${fix}`)
}

function requireKnown(name: string, known: readonly string[], place: string, kind: string): void {
  if (known.includes(name)) return
  const nearest = findNearest(name, known)
  const remedy = nearest === undefined ? `Known: ${known.join(', ') || 'none'}.` : `Did you mean "${nearest}"?`
  throw new HarnessError('SVC_FIXTURE_UNKNOWN', `${place}: there is no ${kind} "${name}". ${remedy}`)
}
