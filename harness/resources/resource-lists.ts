import type { OwnedResource } from '../model/fixtures.ts'
import type { Route } from '../model/route.ts'
import type { Exploration, User } from '../ask/exploration.ts'
import { type Owned, paramNamesOf, placesOf, type RecordParams, strangersTo } from './resource-places.ts'
import { isListed } from './resource-verdict.ts'
import { foldName, objectsOfJson } from '../ask/values.ts'

/** Each user's list, with each filter and page that the operation declares: no id of another owner in it. */
export async function exploreList(
  resource: OwnedResource,
  route: Route,
  { records, causes }: { readonly records: readonly Owned[]; readonly causes: ReadonlySet<string> },
  world: Exploration,
): Promise<void> {
  for (const { owner, params } of records) {
    const [param, id] = Object.entries(params).at(-1) ?? ['', '']
    const [first, ...others] = strangersTo(owner, route, resource, world)
    if (first === undefined) continue
    const views = [{}, ...(await viewsOf(route, owner, params, world))]
    // A filter that forgets the owner forgets every stranger.
    for (const [other, query] of [
      ...views.map((view) => [first, view] as const),
      ...others.map((one) => [one, {}] as const),
    ]) {
      const answer = await world.ask({ route, as: other, query })
      if (answer === undefined) continue
      const how = new URLSearchParams(query).toString()
      const variant = [resource.name, other.name, owner.name, ...Object.keys(query)].join('-')
      const list = how === '' ? 'the list' : `the list with ${how}`
      const title = `${list} of ${other.name}, looked through for ${resource.name} ${id} of ${owner.name}`
      const tried = { row: 'resource.list', route, variant, title, answers: [answer] } as const
      if (!isListed(params, answer)) world.passed(tried)
      else {
        const [cause = `${route.key} is not narrowed to the records of the user who asks`] = causes
        world.found({
          ...tried,
          cause,
          code: 'foreign',
          expected: `no ${param} of ${owner.name}`,
          got: `${param} ${id}`,
        })
      }
    }
  }
}

type View = Readonly<Record<string, string>>

/** The parameters that a list declares, each with the value by which its owner would find the record, or with another page of it. */
async function viewsOf(route: Route, owner: User, params: RecordParams, world: Exploration): Promise<readonly View[]> {
  const names = route.queryNames ?? []
  if (names.length === 0) return []
  const own = await world.ask({ route, as: owner })
  const id = Object.values(params).at(-1) ?? ''
  const record = objectsOfJson(own?.json).find((one) => Object.values(one).some((value) => String(value) === id))
  return names.flatMap((name): readonly View[] => {
    const [, page] = PAGES.find(([pattern]) => pattern.test(foldName(name))) ?? []
    if (page !== undefined) return [{ [name]: page }]
    const [, value] = Object.entries(record ?? {}).find(([member]) => foldName(member) === foldName(name)) ?? []
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? [{ [name]: String(value) }]
      : []
  })
}

/** Parameters that choose a part of a list, and a value that shows another part of it than the first. */
const PAGES: readonly (readonly [name: RegExp, value: string])[] = [
  [/^(?:page|pageno|pagenumber|p)$/, '2'],
  [/^(?:offset|skip|start|from)$/, '1'],
  [/^(?:limit|size|pagesize|perpage|count|take|first)$/, '100'],
]

/** Lists of a resource: those that the fixtures name, else the path before its id. */
export function listsOf(resource: OwnedResource, world: Exploration): readonly Route[] {
  const { lists } = resource
  if (lists !== undefined) return world.routes.filter(({ key }) => lists.includes(key))
  const [param] = paramNamesOf(resource).slice(-1)
  const before = placesOf(resource, world).flatMap(({ route, in: where }) => {
    const end = route.path.indexOf(`/[${param}]`)
    return where === 'path' && end > 0 ? [route.path.slice(0, end)] : []
  })
  return world.routes.filter(({ method, path }) => method === 'GET' && before.includes(path) && !path.includes('['))
}
