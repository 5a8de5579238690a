import type { Fixtures } from '../model/fixtures.ts'
import type { RecordedRecord } from '../model/recorded.ts'
import { isFor, type Route } from '../model/route.ts'
import { watchNames } from '../observe/read-names.ts'
import type { Stage, StageTools } from '../run/stage.ts'
import type { Crack } from '../tokens/find-secret.ts'
import { destroysByName } from '../subject/destroys.ts'
import { asking } from '../ask/asking.ts'
import { readBelow, readBelowRecords } from '../whose/read-below.ts'
import { readAll } from '../whose/reading.ts'
import { withBodyDeletions } from '../whose/body-deletions.ts'
import type { Answer, Exploration } from '../ask/exploration.ts'
import { identify } from '../whose/identities.ts'
import { withListedIds } from '../whose/listed-users.ts'
import { withOwnersInLists } from '../whose/owners-in-lists.ts'
import type { Inferred } from '../whose/inferred.ts'
import { Journal, newMark } from '../ask/journal.ts'
import { keepingPresent } from '../ask/keeping-present.ts'
import { PrivateFields } from '../fields/private-fields.ts'
import { Disclosures } from '../exposure/secret-answer.ts'
import { SecretsOfOthers } from '../exposure/secrets-of-others.ts'
import { knowingCallers } from '../whose/callers.ts'
import { reporting, type Wanted } from './reporting.ts'
import { keyTest } from '../guesses/token-secret.ts'
import { cleanUp } from '../spares/clean-up.ts'
import { Throwaways } from '../ask/throwaways.ts'
import { usersOf } from '../ask/users.ts'
import { type Part, partsFor } from './parts.ts'

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
  /** The application counts refused logins: not during a run. */
  readonly isThrottled: boolean
  /** The document does not say what guards operations. */
  readonly isUndeclared?: boolean
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

/** The same, of an application of this process: what the stage makes there it deletes itself. */
function ownMaking(): Omit<Making, 'cleanUp'> & Partial<Making> {
  const mark = newMark()
  return { mark, journal: new Journal(undefined, '', mark) }
}

/** Deletes what was made; what stays, in words. */
function cleanUpOf(
  { mark, journal, ...making }: ReturnType<typeof ownMaking>,
  world: Exploration,
): Promise<readonly string[]> {
  const { made, loggedIn } = journal
  return making.cleanUp?.() ?? cleanUp(world, { mark, made, loggedIn, done: journal.done.bind(journal) })
}

/** The stage after the catalogue: who is who, what is whose, and who else gets it; then guesses. */
export function explore(input: ExploreInput): Stage {
  let guess: (() => Promise<void>) | undefined
  return async (tools) => {
    if (guess !== undefined) return guess()
    guess = await begin(input, tools)
  }
}

/** Everything but guesses. @returns what sends these: a limit that they meet is one for all logins */
async function begin(input: ExploreInput, tools: StageTools): Promise<() => Promise<void>> {
  const { fixtures, isLocal, making = ownMaking() } = input
  const routes = isLocal ? input.routes : withBodyDeletions(input.routes)
  const seen = lookers(fixtures, hiding(tools))
  const { disclosures, ofOthers } = seen
  const world = worldOf({ ...input, routes }, tools, making, seen)
  for (const route of routes)
    if (!isLocal && destroysByName(route, fixtures.routes[route.key]))
      world.notice(`${route.key} is not sent: ${world.whyNot(route)}`, 'not sent')
  const people = throwawaysOf(world)
  let inferred: Promise<Inferred> | undefined
  const found = (): Promise<Inferred> => (inferred ??= infer(world, people))
  const play = async (parts: readonly Part[]): Promise<void> => {
    for (const part of parts) if (!tools.isOver()) await part(world, people, found)
  }
  /** Plays what it is given, and deletes what was made. */
  const ending = async (last: () => Promise<void>): Promise<void> => {
    try {
      await last()
    } finally {
      for (const text of await cleanUpOf(making, world))
        world.left(`made for the run, and could not be deleted: ${text}`)
    }
  }
  const report = async (): Promise<void> => {
    await disclosures.askRest(world)
    disclosures.report(world)
    ofOthers.report(world, (await found()).identities)
  }
  const { first, guesses } = partsFor(world)
  const begun = async (): Promise<void> => {
    await play(first)
    if (isLocal) disclosures.ask(world)
  }
  // The requests of the catalogue that follow make records on a server, too: all are deleted at the end.
  await (isLocal ? ending(begun) : begun())
  return () =>
    ending(async () => {
      await play(guesses)
      if (!isLocal) await report()
    })
}

function hiding({ context }: StageTools): (value: string) => void {
  return (value) => context.redactor.add({ value, label: 'found or made by the run' })
}

/** The world of the parts, whose answers are all looked at. */
function worldOf(
  input: ExploreInput,
  tools: StageTools,
  { mark, journal }: Pick<Making, 'mark' | 'journal'>,
  { disclosures, look }: Lookers,
): Exploration {
  const { routes, fixtures, names, recorded = [], mayWrite, isLocal, isThrottled, isUndeclared = false, crack } = input
  const { ask: askWith, send, ...rest } = asking(tools, input)
  const ask = keepingPresent(knowingCallers({ routes, fixtures, ask: askWith }))
  const world: Exploration = {
    routes,
    fixtures,
    names,
    isLocal,
    isThrottled,
    isUndeclared,
    crack,
    recorded,
    mayWrite,
    users: usersOf(fixtures),
    isOver: tools.isOver,
    mark,
    journal,
    hide: hiding(tools),
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
    ...observing(tools.context.ledger),
  }
  return world
}

/** The actions of an application of this process; none of a server. */
function observing(ledger: StageTools['context']['ledger']): Pick<Exploration, 'watchNames' | 'askedOf'> {
  return ledger === undefined
    ? {}
    : { watchNames: (send) => watchNames(ledger, send), askedOf: ({ key }) => ledger.askedOf(key) }
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
  await readBelowRecords(world, { reading, identities })
  return { identities, reading, people }
}

/** Users are made where the fixtures say how, and where the operation may be asked. */
function throwawaysOf(world: Exploration): Throwaways | undefined {
  const { throwaway } = world.fixtures
  if (throwaway === undefined || !world.mayWrite) return undefined
  const route = world.routes.find((one) => isFor(one, throwaway.register))
  return route !== undefined && world.whyNot(route) !== undefined ? undefined : new Throwaways(world, throwaway)
}
