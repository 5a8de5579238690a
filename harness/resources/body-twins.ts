import { isObject, type Json } from '../text/json.ts'
import { changesIn } from '../ask/changes.ts'
import { askAt, bodyOfFixture, type OwnChange } from './resource-places.ts'

/**
 * A change of an own record whose body names the record of another user: the id of the path is asked about, and that of the body must not
 * be the one that is changed.
 */
export async function writeTwins({ resource, place, look, record, records, world }: OwnChange): Promise<void> {
  const { name } = resource
  const { route } = place
  const { owner, params } = record
  const [param = '', id = ''] = Object.entries(params).at(-1) ?? []
  const body = bodyOfFixture(route, world)
  const other = records.find((one) => one.owner.name !== owner.name && one.params[param] !== id)
  const wanted = other?.params[param]
  if (other === undefined || wanted === undefined || !isObject(body) || place.in !== 'path') return
  const own = await askAt(look, owner, params, world)
  if (own?.isGood !== true || !isObject(own.json)) return
  const shown = own.json
  const members = Object.keys(shown).filter((member) => String(shown[member]) === id)
  for (const member of new Set([param, ...members])) {
    const see = (): ReturnType<typeof askAt> => askAt(look, other.owner, other.params, world)
    const [before, again] = [await see(), await see()]
    const value = typeof shown[member] === 'number' ? Number(wanted) : wanted
    // Values that the record of the other user has already would change nothing of it.
    const isThere = Object.entries(body).every(([key, one]) => isObject(before?.json) && before.json[key] === one)
    const change = isThere ? otherThan(body) : body
    const sent = await world.ask({ route, as: owner, params, body: { ...change, [member]: value } })
    const after = await see()
    if (sent === undefined || before?.isGood !== true || again?.isGood !== true || after === undefined) return
    const changes = changesIn(before, again, after)
    const tried = {
      row: 'resource.twin',
      route,
      variant: `${name}-${owner.name}-${other.owner.name}-${member}`,
      title: `a change of ${name} ${id} by ${owner.name} whose body says ${member}: ${wanted}`,
      answers: [sent],
    } as const
    if (changes.length === 0) world.passed(tried)
    else {
      const cause = `${route.key} asks about the id of the path, and changes the record that ${member} of the body names`
      const got = `${sent.status}, and ${changes.slice(0, 3).join(', ')}`
      return world.found({
        ...tried,
        cause,
        code: 'changed',
        expected: `nothing that ${other.owner.name} sees has changed`,
        got,
      })
    }
  }
}

/** A body with another value in each member that is a text or a number. */
function otherThan(body: Json): Json {
  const other = (one: unknown): unknown =>
    typeof one === 'string' ? `${one} 2` : typeof one === 'number' ? one + 1 : one
  return Object.fromEntries(Object.entries(body).map(([name, one]) => [name, other(one)]))
}
