import { isPlain } from '../ask/rights.ts'
import { type Reading } from '../whose/reading.ts'
import { exploreAllRecords, isOfEverybody } from '../whose/all-records.ts'
import { exploreDeniedLists } from '../whose/denied-lists.ts'
import { exploreFilters } from '../whose/filtered-lists.ts'
import { exploreForms } from '../whose/other-forms.ts'
import { exchangeReads } from '../whose/exchange.ts'
import type { Exploration } from '../ask/exploration.ts'
import { exploreNamedLists } from '../whose/named-lists.ts'
import type { Inferred } from '../whose/inferred.ts'
import type { Route } from '../model/route.ts'
import { contactsIn } from '../exposure/persons.ts'
import { exploreFieldWrites } from '../fields/field-write.ts'
import { isExposed } from '../exposure/secret-answer.ts'
import { isAdministration } from '../exposure/administration.ts'
import { exploreSaidRights } from '../fields/said-rights.ts'
import { exploreStaffStates } from '../fields/staff-states.ts'
import { exploreSaidRoles } from '../exposure/said-roles.ts'
import { exploreRegistration } from '../fields/registration.ts'
import { explorePresentWrites } from '../whose/present-writes.ts'
import { exploreReferences } from '../whose/foreign-references.ts'
import { exploreMadeRecords } from '../whose/made-records.ts'
import { exploreRecordWrites } from '../whose/record-writes.ts'
import { exploreOverwrites } from '../whose/overwritten.ts'
import type { Throwaways } from '../ask/throwaways.ts'
import { exploreUserWrites } from '../spares/user-writes.ts'

/** With one user alone nothing can be exchanged. */
export async function exploreReads(
  whole: Exploration,
  people: Throwaways | undefined,
  found: () => Promise<Inferred>,
): Promise<void> {
  const { identities, reading } = await found()
  const world = withoutDeclared(whole)
  if (world.users.length > 1)
    for (const part of [
      exploreAllRecords,
      exploreDeniedLists,
      hideMistakes,
      exchangeReads,
      exploreNamedLists,
      exploreFilters,
      exploreForms,
    ])
      await part(world, reading, identities, people)
  await exploreWrites(world, { identities, reading, people })
  await exploreSaidRoles(world, reading, identities)
}

/** Whether the application itself says whose the records of an operation are: what is declared goes before what is inferred. */
function isDeclared(route: Route, world: Exploration): boolean {
  return (route.resources ?? []).length > 0 || (world.askedOf?.(route)?.size ?? 0) > 0
}

/** The same operations, of which nothing is reported that is declared: records are made, read and deleted by these, too. */
function withoutDeclared(world: Exploration): Exploration {
  const isOpen = (route: Route): boolean => !isDeclared(route, world)
  return {
    ...world,
    wants: (row, route) => isOpen(route) && world.wants(row, route),
    found: (one) => (isOpen(one.route) ? world.found(one) : undefined),
    passed: (one) => (isOpen(one.route) ? world.passed(one) : undefined),
    inconclusive: (one, reason) => (isOpen(one.route) ? world.inconclusive(one, reason) : undefined),
    question: (route, text) => (isOpen(route) ? world.question(route, text) : undefined),
    notice: (text, about) => {
      const isOfDeclared = world.routes.some((route) => !isOpen(route) && text.startsWith(`${route.key}: `))
      if (!isOfDeclared) world.notice(text, about)
    },
  }
}

/** The answers of an operation that gives every client too much, or users without a role what is the staff's, hide no other mistake. */
async function hideMistakes(world: Exploration, reading: Reading): Promise<void> {
  for (const route of world.routes) {
    const answers = reading.of(route)
    const isExposedToAll = contactsIn(route, answers, world) !== undefined || isExposed(route, answers, world)
    const isOfStaff = isAdministration(route, world) || isOfEverybody(route)
    for (const answer of answers)
      if (isExposedToAll || (isOfStaff && answer.as !== undefined && isPlain(answer.as, world.users)))
        reading.hideNothing(answer)
  }
}

/** Records are made for the run, and users too where the fixtures say how: no user of the fixtures is changed. */
async function exploreWrites(world: Exploration, inferred: Inferred): Promise<void> {
  const { identities, reading, people } = inferred
  if (!world.mayWrite) return
  if (people !== undefined) await exploreRegistration(world, people, identities, reading)
  if (world.users.length > 1 || people !== undefined) await exploreRecordWrites(world, people, identities)
  if (world.users.length > 1 || people !== undefined) await exploreMadeRecords(world, people)
  if (people !== undefined) await exploreOverwrites(world, people)
  await exploreReferences(world, people)
  await explorePresentWrites(world, identities)
  await exploreFieldWrites(world, inferred)
  await exploreSaidRights(world, inferred)
  await exploreStaffStates(world, inferred)
  if (people !== undefined) await exploreUserWrites(world, people, identities)
}
