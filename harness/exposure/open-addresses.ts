import type { Answer, Exploration } from '../ask/exploration.ts'
import type { Throwaways } from '../ask/throwaways.ts'
import { leavesOfJson, objectsOfJson } from '../ask/values.ts'
import { isObject, type Json } from '../text/json.ts'
import type { Identities } from '../whose/identities.ts'
import type { Inferred } from '../whose/inferred.ts'
import { openReads } from './open-lists.ts'

/** Users whose addresses in one answer are a list of them; that of one may be how to reach who offers something. */
const FEWEST = 2

/**
 * Reads that the document leaves open, and that give the addresses of several users of the fixtures to every client. An address is what users
 * log in with, or what a reset of the password is sent to.
 */
export async function exploreOpenAddresses(
  world: Exploration,
  _people: Throwaways | undefined,
  found: () => Promise<Inferred>,
): Promise<void> {
  const { reads, inferred } = await openReads(world, found)
  if (inferred === undefined) return
  const owners = await ownersOfAddresses(world, inferred.identities)
  for (const { route, answer } of reads) {
    const users = usersIn(answer, owners)
    if (users.length < FEWEST || world.hasFound(route)) continue
    world.found({
      row: 'unguarded',
      route,
      variant: 'addresses',
      answers: [answer],
      code: 'exposed',
      expected: 'no address of a user',
      got: `${answer.status} without a credential, with the addresses of ${users.join(' and ')}`,
      cause: `anonymous clients may ${route.key}: it gives the e-mail addresses of users; if that is meant, write roles, ${route.key}: { allow: [anonymous] }`,
    })
  }
}

/** The addresses in the own records of users. */
async function ownersOfAddresses(world: Exploration, identities: Identities): Promise<ReadonlyMap<string, string>> {
  const owners = new Map<string, string>()
  for (const user of world.users) {
    const record = await identities.ask(user)
    for (const one of recordsIn(record?.isGood === true ? record.json : undefined))
      for (const [name, value] of Object.entries(one))
        if (isOfMail(name) && typeof value === 'string' && ADDRESS.test(value))
          owners.set(value.toLowerCase(), user.name)
  }
  return owners
}

/** Members around the record of a user; in others there may be that of a branch, or of who manages the user. */
const AROUND = ['user', 'data', 'account', 'profile', 'me', 'result']

/** The object of an answer, and those that it is around. */
function recordsIn(json: unknown): readonly Json[] {
  return isObject(json) ? [json, ...AROUND.flatMap((name) => recordsIn(json[name]))] : []
}

/** An address of mail (RFC 5322 section 3.4.1), without the quoted forms that no user has. */
const ADDRESS = /^[^\s@/:]+@[^\s@/:]+\.[a-z]{2,}$/i

/** Whether a member is for the address of a person, and not for replies to something. */
function isOfMail(name: string): boolean {
  return /mail/i.test(name) && !RELAYS.test(name)
}

/** Names of members for addresses that are there to be written to. */
const RELAYS = /reply|relay|support|billing|contact/i

/** Whether an entry says that its user has published it. */
function isPublished(one: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(one).some(
    ([name, value]) =>
      (/^(?:is_?)?(?:public|published|visible)$/i.test(name) && value === true) ||
      (/visib/i.test(name) && value === 'public'),
  )
}

function usersIn({ json, request: { target } }: Answer, owners: ReadonlyMap<string, string>): readonly string[] {
  const asked = target.toLowerCase().replaceAll('%40', '@')
  const published = new Set(
    objectsOfJson(json)
      .filter(isPublished)
      .flatMap(leavesOfJson)
      .map(({ value }) => value),
  )
  const held = leavesOfJson(json).flatMap(({ name, value }) => {
    const address = String(value).toLowerCase()
    const isKnown = published.has(value) || RELAYS.test(name) || asked.includes(address)
    return isKnown ? [] : (owners.get(address) ?? [])
  })
  return [...new Set(held)]
}
