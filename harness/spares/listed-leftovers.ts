import type { Answer } from '../ask/exploration.ts'
import type { Made } from '../ask/journal.ts'
import type { Route } from '../model/route.ts'
import { entriesIn, markedIds } from '../whose/made-by-run.ts'
import { isOfOne, listedNounOf, paramsOf, withoutSlash } from '../whose/path-nouns.ts'
import { listsOf } from '../whose/record-places.ts'
import { type Actor, type Deleting, isLoggedIn, isOver, removesAt } from './deleting.ts'

/** Pages of a list that are looked at, as long as something is deleted from each. */
const MOST_PAGES = 50

/** Records that stand in lists with the mark, made by requests whose answers were not read. */
export async function removeListed(
  { create }: Extract<Made, { kind: 'collection' }>,
  deleting: Deleting,
): Promise<readonly string[]> {
  const { world, mark } = deleting
  const route = world.routes.find(({ key }) => key === create)
  const left: string[] = []
  const unlike = new Map<Route, Actor>()
  for (const list of route === undefined ? [] : listsOf(route, world)) {
    const removed = await removeFrom(list, route as Route, deleting)
    left.push(...removed.left)
    if (removed.unlike !== undefined) unlike.set(list, removed.unlike.as)
  }
  // An overview shows records in a form of its own: they are gone with those of the list, or stay.
  for (const [list, as] of unlike)
    if (holdsText(await world.ask({ route: list, as }), mark)) left.push(`what ${list.key} shows of ${create}`)
  return left
}

/** Whether an answer has a text of the run, and not only names of its users. */
function holdsText(answer: Answer | undefined, mark: string): boolean {
  return answer?.isGood === true && answer.text.includes(`${mark} `)
}

interface Removed {
  /** In words. */
  readonly left: readonly string[]
  /** One whose list has texts of the run, and no entry of which they are. */
  readonly unlike: { readonly as: Actor } | undefined
}

async function removeFrom(list: Route, create: Route, deleting: Deleting): Promise<Removed> {
  const { world, mark, actors } = deleting
  const isAtCollection = list.path.startsWith(withoutSlash(create.path))
  const collection = isAtCollection ? create.path : create.path.slice(0, create.path.lastIndexOf('/'))
  const item = world.routes.find(({ method, path }) => method === 'DELETE' && isItemOf(path, collection))
  const [param = ''] = item === undefined ? [] : paramsOf(item)
  const left = new Set<string>()
  const unread = new Set<string>()
  let unlike: Removed['unlike']
  for (const as of actors) {
    let removed = 0
    // A list may have pages: what is deleted makes room for the next.
    for (let page = 0; page < MOST_PAGES && (page === 0 || removed > 0); page++) {
      removed = 0
      const answer = await world.ask({ route: list, as })
      const isOwn = as !== undefined && world.users.includes(as)
      // Some refuse with 401 who may not.
      if (isOwn && isOver(answer) && !(answer?.status === 401 && (await isLoggedIn(as, world)))) unread.add(as.name)
      const ids = answer?.isGood === true ? markedIds(answer.json, mark, item?.path ?? '', param) : []
      const isOfEntries = ids.length > 0 || entriesIn(answer?.json, param, listedNounOf(list)).length > 0
      if (!isOfEntries && holdsText(answer, mark)) unlike ??= { as }
      for (const id of ids) {
        if (item !== undefined && (await removesAt(item, { [param]: id }, [as, ...actors], deleting))) {
          removed++
          left.delete(id)
        } else left.add(id)
      }
    }
  }
  const lines = [
    ...[...left].map((id) => `${list.key}, ${param === '' ? 'id' : param} ${id}`),
    ...[...unread].map((name) => `what ${create.key} made for ${name}, who gets ${list.key} no longer`),
  ]
  return { left: lines, unlike }
}

/** Whether a path is that of one record below a collection. */
function isItemOf(path: string, collection: string): boolean {
  return path.startsWith(`${collection.replace(/\/$/, '')}/[`) && isOfOne({ path }) && path.split('[').length === 2
}
