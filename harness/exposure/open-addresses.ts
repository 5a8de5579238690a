import type { Answer, Exploration } from '../ask/exploration.ts'
import type { Throwaways } from '../ask/throwaways.ts'
import { leavesOfJson } from '../ask/values.ts'
import type { Inferred } from '../whose/inferred.ts'
import { isOpenRead } from './open-lists.ts'

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
  const open = world.routes.filter((route) => isOpenRead(route, world))
  if (open.length === 0) return
  const { reading, identities } = await found()
  const owners = ownersOfAddresses(identities.of)
  for (const route of open) {
    const answer = reading.of(route).find(({ as, isGood }) => as === undefined && isGood)
    const users = answer === undefined ? [] : usersIn(answer, owners)
    if (answer === undefined || users.length < FEWEST) continue
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

function ownersOfAddresses(traits: Inferred['identities']['of']): ReadonlyMap<string, string> {
  return new Map(
    [...traits].flatMap(([user, own]) =>
      own.flatMap(({ value }): [string, string][] => (isAddress(value) ? [[value.toLowerCase(), user]] : [])),
    ),
  )
}

function isAddress(value: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)
}

function usersIn({ json, request: { target } }: Answer, owners: ReadonlyMap<string, string>): readonly string[] {
  const asked = decodeURIComponent(target).toLowerCase()
  const held = leavesOfJson(json).flatMap(({ value }) => {
    const address = String(value).toLowerCase()
    return asked.includes(address) ? [] : (owners.get(address) ?? [])
  })
  return [...new Set(held)]
}
