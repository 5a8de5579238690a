import { isProtected, type Route } from '../model/route.ts'
import { isRefusal } from '../ask/standing.ts'
import type { Throwaways } from '../ask/throwaways.ts'
import type { Answer, Exploration } from '../ask/exploration.ts'
import { type Leaf, leavesOfJson } from '../ask/values.ts'
import type { Inferred } from '../whose/inferred.ts'
import { paramsOf } from '../whose/path-nouns.ts'
import { type Records } from '../whose/record-places.ts'
import type { Reading } from '../whose/reading.ts'
import { recordsNamed } from '../whose/named-records.ts'

/** Members that are looked up for one operation. */
const MOST = 8

/** A record that one user alone is shown, named in an answer to every client. */
interface Named {
  readonly leaf: Leaf
  readonly owner: string
  readonly records: Records
}

/**
 * Reads that the document leaves open, and that name records which the server shows to one user alone and refuses to clients without
 * a credential: messages of a flow, builds of a project. A record that every client may read as well is published.
 */
export async function exploreOpenLists(
  world: Exploration,
  _people: Throwaways | undefined,
  found: () => Promise<Inferred>,
): Promise<void> {
  const { reads, inferred } = await openReads(world, found)
  if (inferred === undefined) return
  const { reading } = inferred
  for (const { route, answer } of reads) {
    for (const { leaf, owner, records } of namedIn(answer, reading, world)) {
      const refused = await world.ask({
        route: records.read,
        as: undefined,
        params: { [records.param]: String(leaf.value) },
      })
      if (refused === undefined || !isRefusal(refused)) continue
      world.found({
        row: 'unguarded',
        route,
        answers: [refused, answer],
        code: 'exposed',
        expected: `401 or 403, as ${records.read.key} answers for ${leaf.name}`,
        got: `${answer.status} without a credential, with ${leaf.name} of ${owner}`,
        cause: `anonymous clients may ${route.key}: it shows what belongs to records of users (${leaf.name}), which ${records.read.key} refuses without a credential`,
      })
      break
    }
  }
}

/** A read that the document leaves open, and its good answer to a client without a credential. */
interface OpenRead {
  readonly route: Route
  readonly answer: Answer
}

/** The reads that the document leaves open, and the fixtures do not. Without any, nothing is asked. */
export async function openReads(
  world: Exploration,
  found: () => Promise<Inferred>,
): Promise<{ readonly reads: readonly OpenRead[]; readonly inferred?: Inferred }> {
  const open = world.routes.filter((route) => isOpenRead(route, world))
  if (open.length === 0) return { reads: [] }
  const inferred = await found()
  const reads = open.flatMap((route) => {
    const answer = inferred.reading.of(route).find(({ as, isGood }) => as === undefined && isGood)
    return answer === undefined ? [] : [{ route, answer }]
  })
  return { reads, inferred }
}

function isOpenRead(route: Route, world: Exploration): boolean {
  const isAllowed = world.fixtures.routes[route.key]?.allow.includes('anonymous') === true
  const isRead = route.method === 'GET' && paramsOf(route).length === 0 && !isProtected(route)
  return isRead && !isAllowed && world.whyNot(route) === undefined && world.wants('unguarded', route)
}

function namedIn(answer: Answer, reading: Reading, world: Exploration): readonly Named[] {
  const known = new Map<string, Named>()
  for (const leaf of leavesOfJson(answer.json)) {
    if (known.size === MOST || known.has(leaf.name) || !/.id$/i.test(leaf.name) || typeof leaf.value === 'boolean')
      continue
    const type = typeof leaf.value === 'number' ? 'integer' : 'string'
    const records = recordsNamed(
      { path: [leaf.name], type, isRequired: true, isChoice: false, sample: leaf.value },
      world,
    )
    const [owner, other] =
      records === undefined || !isProtected(records.read) ? [] : ownersOf(leaf, records, answer, reading)
    if (records !== undefined && owner !== undefined && other === undefined)
      known.set(leaf.name, { leaf, owner, records })
  }
  return [...known.values()]
}

/** Users in whose lists of those records a value is one that is theirs, or in whose other answers the member has it. */
function ownersOf(
  { name, value }: Leaf,
  { create }: Records,
  { request }: Answer,
  reading: Reading,
): readonly string[] {
  const owners = reading.answers.flatMap(({ as, isGood, json, request: { target } }) => {
    if (as === undefined || !isGood || target === request.target) return []
    const isList = target.split('?')[0]?.endsWith(create.path) === true
    const isThere = leavesOfJson(json).some(
      (one) =>
        String(one.value) === String(value) && (one.name === name || (isList && /^_?(?:id|uuid)$/i.test(one.name))),
    )
    return isThere ? [as.name] : []
  })
  return [...new Set(owners)]
}
