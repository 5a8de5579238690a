import type { OwnedResource } from '../model/fixtures.ts'
import type { Route } from '../model/route.ts'
import type { Exploration } from './exploration.ts'
import { type Owned, paramNamesOf, placesOf, strangersTo } from './resource-places.ts'
import { isListed } from './resource-verdict.ts'

/** Each user's list: no id of another owner in it. */
export async function exploreList(
  resource: OwnedResource,
  route: Route,
  { records, causes }: { readonly records: readonly Owned[]; readonly causes: ReadonlySet<string> },
  world: Exploration,
): Promise<void> {
  for (const { owner, params } of records) {
    const [param, id] = Object.entries(params).at(-1) ?? ['', '']
    for (const other of strangersTo(owner, route, resource, world)) {
      const answer = await world.ask({ route, as: other })
      if (answer === undefined) continue
      const variant = `${resource.name}-${other.name}-${owner.name}`
      const title = `the list of ${other.name}, looked through for ${resource.name} ${id} of ${owner.name}`
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
