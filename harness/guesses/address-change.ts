import type { BodyMember, Route } from '../model/route.ts'
import { isPasswordName, memberName } from '../ask/bodies.ts'
import type { Answer, Exploration } from '../ask/exploration.ts'
import { isRefusal } from '../ask/standing.ts'
import type { Made, Throwaways } from '../ask/throwaways.ts'
import type { Identities } from '../whose/identities.ts'
import {
  bodyOfChange,
  callerOf,
  companionsOf,
  isOfCaller,
  type OwnChange,
  ownChangeOf,
  type Setting,
} from './own-changes.ts'

/** Folded names of members for the address that a user has. */
const OF_BEFORE = /^(?:old|current|existing|previous|former|original)/

/** A change of the address of the user who asks. */
interface Change extends OwnChange {
  readonly mails: readonly BodyMember[]
}

/**
 * Changes of the address of a user of the run, to one that is free and to that of another user of the run: a refusal of the second alone says
 * who has an account.
 */
export async function exploreAddressChange(
  world: Exploration,
  people: Throwaways,
  identities: Identities,
): Promise<void> {
  if (!people.hasMail) return
  let other: Made | undefined
  for (const route of world.routes) {
    const change = changeOf(route, world)
    if (change === undefined || !world.wants('enumeration.change', route) || world.isOver()) continue
    other ??= await people.make()
    if (other !== undefined) await tryChange(change, people.mailOf(other), { world, people, identities })
  }
}

function changeOf(route: Route, world: Exploration): Change | undefined {
  const mails = (route.inputs?.body ?? []).filter(
    (member) => member.type === 'string' && (memberName(member).includes('mail') || member.format === 'email'),
  )
  const isOfMail = /\/(?:[\w-]*[-_])?e?-?mail(?:[-_]?address)?(?:\/change)?$/i.test(route.path)
  const isNamed = isOfMail || (route.method !== 'POST' && isOfCaller(route))
  const fresh = mails.filter((member) => !OF_BEFORE.test(memberName(member)))
  const change = fresh.length === 0 ? undefined : ownChangeOf(route, isNamed, world)
  return change && { ...change, mails: fresh }
}

async function tryChange(change: Change, taken: string, setting: Setting): Promise<void> {
  const { world, people } = setting
  const user = await people.make()
  if (user === undefined) return
  const caller = await callerOf(change, user, setting)
  const next = `${user.name}n`
  let last: Answer | undefined
  for (const companions of companionsOf(change, caller)) {
    const ask = (mail: string, as: Made = user): Promise<Answer | undefined> => {
      const body = bodyOfChange(change, caller, companions, givenOf(change, user, mail))
      return world.ask({ route: change.route, as, params: caller.params ?? {}, body })
    }
    const refused = await ask(taken)
    if (refused === undefined) return
    const tried = { row: 'enumeration.change', route: change.route } as const
    if (refused.isGood) return world.passed({ ...tried, answers: [refused] })
    // The address may be the name that the user logs in with.
    const note = { kind: 'user', name: next, password: user.password } as const
    world.journal.add(note)
    const free = await ask(people.mailOf({ name: next }))
    if (free === undefined) return
    last = free
    if (free.isGood && refused.status !== 0) judge(change, free, refused, world)
    const credential = await people.logIn(next, user.password)
    const back = credential && (await ask(caller.mail, { ...user, credentials: [credential] }))
    if (credential === undefined || back?.isGood === true) world.journal.done(note)
    if (free.isGood) return
  }
  // An operation that refuses the user is for others: the staff.
  if (last === undefined || isRefusal(last)) return
  const tried = { row: 'enumeration.change', route: change.route, answers: [last] } as const
  world.inconclusive(tried, `a change to a free address is answered with ${last.status}`)
}

/** The members of the change: the address, and the password that a user has, which some ask for. */
function givenOf({ route, mails }: Change, user: Made, mail: string): ReadonlyMap<BodyMember, unknown> {
  const passwords = (route.inputs?.body ?? []).filter((member) => isPasswordName(memberName(member)))
  return new Map<BodyMember, unknown>([
    ...passwords.map((member) => [member, user.password] as const),
    ...mails.map((member) => [member, mail] as const),
  ])
}

function judge({ route }: Change, free: Answer, refused: Answer, world: Exploration): void {
  world.found({
    row: 'enumeration.change',
    route,
    answers: [free, refused],
    code: 'existence',
    expected: `the same answer as for an address that is not known: ${free.status}`,
    got: `${refused.status} for one that another user has`,
    cause: `${route.key} refuses a change to an address that another user has: it says who has an account`,
  })
}
