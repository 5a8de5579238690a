import type { Fixtures } from '../model/fixtures.ts'
import type { RecordedRecord } from '../model/recorded.ts'
import { isFor, type Route } from '../model/route.ts'
import { watchNames } from '../observe/read-names.ts'
import type { Stage } from '../run/stage.ts'
import type { Crack } from '../tokens/find-secret.ts'
import { destroysByName } from '../subject/destroys.ts'
import { asking } from '../ask/asking.ts'
import { hasNoRole, readBelow } from '../whose/belongings.ts'
import { readAll, type Reading } from '../whose/reading.ts'
import { withBodyDeletions } from '../whose/body-deletions.ts'
import { exploreAllRecords, isOfEverybody } from '../whose/all-records.ts'
import { exploreDeniedLists } from '../whose/denied-lists.ts'
import { exchangeReads } from '../whose/exchange.ts'
import type { Answer, Exploration } from '../ask/exploration.ts'
import { exploreNamedLists } from '../whose/named-lists.ts'
import { identify } from '../whose/identities.ts'
import { withListedIds } from '../whose/listed-users.ts'
import { withOwnersInLists } from '../whose/owners-in-lists.ts'
import type { Inferred } from '../whose/inferred.ts'
import { exploreOwned } from '../resources/resource-reads.ts'
import { Journal } from '../ask/journal.ts'
import { keepingPresent } from '../ask/keeping-present.ts'
import { exploreNames } from '../exposure/names.ts'
import { exploreBesideCookie } from '../exposure/beside-cookie.ts'
import { exploreCallbacks } from '../exposure/callback.ts'
import { exploreCrossSite } from '../exposure/cross-site.ts'
import { exploreKeptKeys } from '../exposure/kept-keys.ts'
import { exploreListedKeys } from '../exposure/listed-keys.ts'
import { exploreRepeatedParts } from '../exposure/repeated-parts.ts'
import { exploreEmptySecrets } from '../exposure/empty-secrets.ts'
import { exploreOpenLists } from '../exposure/open-lists.ts'
import { exploreOwnProof } from '../exposure/own-proof.ts'
import { contactsIn } from '../exposure/persons.ts'
import { askEverybody, PrivateFields } from '../fields/private-fields.ts'
import { exploreDefaultPasswords } from '../guesses/default-passwords.ts'
import { exploreEnumeration } from '../guesses/enumeration.ts'
import { exploreFieldWrites } from '../fields/field-write.ts'
import { exploreCodes } from '../guesses/guess-codes.ts'
import { exploreLoginLife } from '../guesses/login-life.ts'
import { exploreLoginName } from '../guesses/login-name.ts'
import { exploreLoginTime } from '../guesses/login-time.ts'
import { exploreOpenReset } from '../guesses/open-reset.ts'
import { exploreOtherLogins } from '../guesses/other-logins.ts'
import { exploreLogout } from '../guesses/kept-after-logout.ts'
import { exploreLookups } from '../guesses/guess-lookups.ts'
import { exploreAddressChange } from '../guesses/address-change.ts'
import { explorePasswordChange } from '../guesses/password-change.ts'
import { exploreGuesses } from '../guesses/guess-limit.ts'
import { exploreShortPassword } from '../guesses/short-password.ts'
import { Disclosures, isExposed } from '../exposure/secret-answer.ts'
import { SecretsOfOthers } from '../exposure/secrets-of-others.ts'
import { exploreSessionOrder } from '../guesses/session-order.ts'
import { noticeUnasked } from '../resources/unasked-ids.ts'
import { exploreUndocumented } from '../exposure/undocumented.ts'
import { exploreAdministration, isAdministration } from '../exposure/administration.ts'
import { exploreSaidRights } from '../fields/said-rights.ts'
import { exploreStaffStates } from '../fields/staff-states.ts'
import { exploreSaidRoles } from '../exposure/said-roles.ts'
import { exploreUnguarded } from '../exposure/unguarded.ts'
import { exploreRegistration } from '../fields/registration.ts'
import { knowingCallers } from '../whose/callers.ts'
import { exploreReferences } from '../whose/foreign-references.ts'
import { exploreMadeRecords } from '../whose/made-records.ts'
import { exploreRecordWrites } from '../whose/record-writes.ts'
import { exploreOverwrites } from '../whose/overwritten.ts'
import { reporting, type Wanted } from './reporting.ts'
import { exploreSharedKeys } from '../exposure/shared-keys.ts'
import { exploreSharedTokens } from '../guesses/shared-token.ts'
import { exploreTokens, keyTest } from '../guesses/token-secret.ts'
import { Throwaways } from '../ask/throwaways.ts'
import { exploreUserWrites } from '../spares/user-writes.ts'
import { usersOf } from '../ask/users.ts'

/** The facts that a stage is made of. */
export interface ExploreInput extends Wanted {
  /** All of the server, those that are not in the plan too. */
  readonly routes: readonly Route[]
  readonly fixtures: Fixtures
  /** The title of the document and the name of the host. */
  readonly names: readonly string[]
  /** Records that one user alone has in a recording. */
  readonly recorded?: readonly RecordedRecord[]
  /** `--unsafe`: requests that change something may be sent. */
  readonly mayWrite: boolean
  /** An application of this process, of which the catalogue has asked everything but whose records are whose. */
  readonly isLocal: boolean
  /** Words of the user for the secret of tokens. */
  readonly crack?: Crack | undefined
  /** Absent where the run makes nothing. */
  readonly making?: Making | undefined
}

/** The things that a run makes. */
interface Making {
  /** Everything that is made holds it. */
  readonly mark: string
  readonly journal: Journal
  /** Deletes all of it; what stays, in words. */
  readonly cleanUp: () => Promise<readonly string[]>
}

const NOTHING: Making = { mark: '', journal: new Journal(undefined, '', ''), cleanUp: async () => [] }

/**
 * The parts of the stage, one after the other: later ones may destroy what earlier ones read. A part is a function of an
 * {@link Exploration}.
 */
const PARTS: readonly Part[] = [
  exploreSharedTokens,
  askEverybody,
  exploreOwned,
  exploreReads,
  async (world, _people, found) => exploreSharedKeys(world, (await found()).reading),
  exploreTokens,
  exploreUnguarded,
  exploreOpenLists,
  exploreAdministration,
  exploreUndocumented,
  exploreCallbacks,
  exploreCrossSite,
  // Logins, which may end the sessions of before.
  exploreLoginLife,
  exploreBesideCookie,
  exploreSessionOrder,
  async (world, people, found) => people && exploreListedKeys(world, people, (await found()).identities),
  async (world, people) => people && exploreEnumeration(world, people),
  async (world, people) => people && exploreShortPassword(world, people),
  async (world, people) => people && exploreOpenReset(world, people),
  async (world, people, found) => people && exploreAddressChange(world, people, (await found()).identities),
  async (world, people, found) => people && explorePasswordChange(world, people, (await found()).identities),
  async (world, people, found) => people && exploreLoginName(world, people, (await found()).identities),
  async (world, people) => people && exploreKeptKeys(world, people),
  exploreLogout,
  exploreOtherLogins,
  async (world, people) => people && exploreDefaultPasswords(world, people),
  exploreCodes,
  exploreLookups,
  async (world, people) => people && exploreLoginTime(world, people),
  exploreGuesses,
]
const LOCAL_PARTS: readonly Part[] = [
  askEverybody,
  exploreOwned,
  noticeUnasked,
  exploreOwnProof,
  exploreRepeatedParts,
  exploreEmptySecrets,
  exploreNames,
]

/**
 * @param people how users are made; absent where the fixtures do not say, and where nothing may be changed
 * @param found who is who, and what each user reads: asked for once
 */
type Part = (world: Exploration, people: Throwaways | undefined, found: () => Promise<Inferred>) => Promise<void>

/** The stage after the catalogue: who is who, what is whose, and who else gets it. */
export function explore(input: ExploreInput): Stage {
  return async (tools) => {
    const { fixtures, names, recorded = [], mayWrite, isLocal, making = NOTHING } = input
    const routes = isLocal ? input.routes : withBodyDeletions(input.routes)
    const hide = (value: string): void => tools.context.redactor.add({ value, label: 'found or made by the run' })
    const { disclosures, ofOthers, look } = lookers(fixtures, hide)
    const { ledger } = tools.context
    const { ask: askWith, send, ...rest } = asking(tools, { ...input, routes })
    const ask = keepingPresent(knowingCallers({ routes, fixtures, ask: askWith }))
    const world: Exploration = {
      routes,
      fixtures,
      names,
      crack: input.crack,
      recorded,
      mayWrite,
      users: usersOf(fixtures),
      isOver: tools.isOver,
      mark: making.mark,
      journal: making.journal,
      hide,
      ...rest,
      send: async (request, how) => {
        const answer = await send(request, how)
        const route = routes.find((one) => isFor(one, request))
        // A login: the answer is for its user.
        if (answer !== undefined && route !== undefined) disclosures.look(route, { ...answer, as: world.users[0] })
        return answer
      },
      ask: async (what) => {
        const answer = await ask(what)
        if (answer !== undefined) look(what.route, answer, world)
        return answer
      },
      ...reporting(tools, input),
      ...(ledger === undefined
        ? {}
        : { watchNames: (send) => watchNames(ledger, send), askedOf: ({ key }) => ledger.askedOf(key) }),
    }
    for (const route of routes)
      if (!isLocal && destroysByName(route, fixtures.routes[route.key]))
        world.notice(`${route.key} is not sent: ${world.whyNot(route)}`, 'not sent')
    try {
      const people = throwawaysOf(world)
      let inferred: Promise<Inferred> | undefined
      const found = (): Promise<Inferred> => (inferred ??= infer(world, people))
      for (const part of isLocal ? LOCAL_PARTS : PARTS) if (!tools.isOver()) await part(world, people, found)
      if (isLocal) disclosures.ask(world)
      else {
        await disclosures.askRest(world)
        disclosures.report(world)
        ofOthers.report(world, (await found()).identities)
      }
    } finally {
      for (const text of await making.cleanUp()) world.left(`made for the run, and could not be deleted: ${text}`)
    }
  }
}

/** The parts that look at every answer of the stage. */
interface Lookers {
  readonly disclosures: Disclosures
  readonly ofOthers: SecretsOfOthers
  readonly look: (route: Route, answer: Answer, world: Exploration) => void
}

function lookers(fixtures: Fixtures, hide: (value: string) => void): Lookers {
  const disclosures = new Disclosures(fixtures, keyTest(fixtures, hide))
  const ofOthers = new SecretsOfOthers()
  const fields = new PrivateFields(fixtures.fields?.private ?? [])
  const look: Lookers['look'] = (route, answer, world) => {
    disclosures.look(route, answer)
    ofOthers.look(route, answer)
    fields.look(answer, route, world)
  }
  return { disclosures, ofOthers, look }
}

async function infer(world: Exploration, people: Throwaways | undefined): Promise<Inferred> {
  const reading = await readAll(world)
  const identities = withOwnersInLists(withListedIds(await identify(world, people), reading, world), reading, world)
  await readBelow(world, reading, identities)
  return { identities, reading, people }
}

/** With one user alone nothing can be exchanged. */
async function exploreReads(
  world: Exploration,
  people: Throwaways | undefined,
  found: () => Promise<Inferred>,
): Promise<void> {
  const { identities, reading } = await found()
  if (world.users.length > 1)
    for (const part of [exploreAllRecords, exploreDeniedLists, hideMistakes, exchangeReads, exploreNamedLists])
      await part(world, reading, identities, people)
  await exploreWrites(world, { identities, reading, people })
  await exploreSaidRoles(world, reading, identities)
}

/** The answers of an operation that gives every client too much, or users without a role what is the staff's, hide no other mistake. */
async function hideMistakes(world: Exploration, reading: Reading): Promise<void> {
  for (const route of world.routes) {
    const answers = reading.of(route)
    const isExposedToAll = contactsIn(route, answers, world) !== undefined || isExposed(route, answers, world)
    const isOfStaff = isAdministration(route, world) || isOfEverybody(route)
    for (const answer of answers)
      if (isExposedToAll || (isOfStaff && answer.as !== undefined && hasNoRole(answer.as))) reading.hideNothing(answer)
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
  await exploreFieldWrites(world, inferred)
  await exploreSaidRights(world, inferred)
  await exploreStaffStates(world, inferred)
  if (people !== undefined) await exploreUserWrites(world, people, identities)
}

/** Users are made where the fixtures say how, and where the operation may be asked. */
function throwawaysOf(world: Exploration): Throwaways | undefined {
  const { throwaway } = world.fixtures
  if (throwaway === undefined || !world.mayWrite) return undefined
  const route = world.routes.find((one) => isFor(one, throwaway.register))
  return route !== undefined && world.whyNot(route) !== undefined ? undefined : new Throwaways(world, throwaway)
}
