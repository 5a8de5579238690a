import type { BodyMember, Route } from '../model/route.ts'
import type { Answer, Found } from '../ask/exploration.ts'
import { memberName } from '../ask/bodies.ts'
import { newPassword } from '../ask/throwaways.ts'
import {
  bodyOfChange,
  callerOf,
  companionsOf,
  isOfCaller,
  namesUser,
  type OwnChange,
  type Setting,
} from './own-changes.ts'

/** Beside the row of records, which sends the change with values of its own. */
const ROW = { row: 'resource.write', variant: 'password' } as const

/** A change of a password as it was done for the user who asks. */
export interface Done {
  readonly change: OwnChange
  /** The members of the change. @param is the password of who asks @param next the new one */
  readonly given: (is: string, next: string) => ReadonlyMap<BodyMember, unknown>
}

/**
 * Sends a change of the password that names its user in the body, `{ email, password }`, as one user of the run for another. It is judged by
 * logins: a finding is that the new password opens the account of the other one.
 */
export async function changeOther({ change, given }: Done, setting: Setting): Promise<void> {
  const { world, people } = setting
  const { route, param } = change
  // Of the user who asks an address is the next one.
  const isNamed = param === undefined && !isOfCaller(route) && (route.inputs?.body ?? []).some(namesAccount)
  if (!isNamed || makesStaff(world) || !world.wants('resource.write', route) || world.isOver()) return
  const [asker, other] = [await people.make(), await people.make()]
  if (asker === undefined || other === undefined) return
  const caller = await callerOf(change, other, setting)
  const tried: Answer[] = []
  for (const companions of companionsOf(change, caller).filter((set) => set.some(namesAccount))) {
    const next = newPassword()
    world.hide(next)
    const notes = [asker, other].map(({ name }) => ({ kind: 'user', name, password: next }) as const)
    for (const note of notes) world.journal.add(note)
    const body = bodyOfChange(change, caller, companions, given(asker.password, next))
    const sent = await world.ask({ route, as: asker, params: {}, body })
    if (sent === undefined) return
    tried.push(sent)
    // An address may be of several accounts, and the password opens that of who asks: then the other one opens as before.
    const isAsBefore = (await people.logIn(other.name, other.password)) !== undefined
    if (!isAsBefore && (await people.logIn(other.name, next)) !== undefined) return world.found(foundOf(route, sent))
    // The name may be ignored: then it is the password of who asks. Logins that a limit refuses say nothing, and no note is struck.
    if (!isAsBefore || (await people.logIn(asker.name, asker.password)) === undefined) break
    for (const note of notes) world.journal.done(note)
  }
  const [first, ...more] = tried
  if (first !== undefined) world.passed({ ...ROW, route, answers: [first, ...more] })
}

/** Whether users of the run have a role of users of the fixtures: they may do more than others. */
function makesStaff({ fixtures: { throwaway }, users }: Setting['world']): boolean {
  const roles = users.flatMap((user) => user.roles)
  return roles.some((role) => throwaway?.register.body?.includes(`"${role}"`) === true)
}

/** An address names the account in a change of the password: it is not a new one. */
function namesAccount(member: BodyMember): boolean {
  return namesUser(member) || /^(?:user|account|login)?e?mail(?:address)?$/.test(memberName(member))
}

function foundOf(route: Route, sent: Answer): Found {
  return {
    ...ROW,
    route,
    answers: [sent],
    code: 'accepted',
    expected: 'a refusal, or no change of the account of another user',
    got: `${sent.status}: the new password opens the account of the user whom the body names`,
    cause: `${route.key} changes whichever user the request names: who it is, is not compared with who asks`,
  }
}
