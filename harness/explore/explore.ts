import { randomBytes } from 'node:crypto'
import type { Fixtures } from '../model/fixtures.ts'
import type { Route } from '../model/route.ts'
import type { Stage } from '../run/stage.ts'
import { destroysByName } from '../subject/destroys.ts'
import { asking } from './asking.ts'
import { readAll, type Reading } from './belongings.ts'
import { exchangeReads } from './exchange.ts'
import type { Exploration, User } from './exploration.ts'
import { type Identities, identify } from './identities.ts'
import { exploreOwned } from './owned.ts'
import { exploreRegistration } from './registration.ts'
import { exploreRecordWrites } from './record-writes.ts'
import { reporting, type Wanted } from './reporting.ts'
import { exploreTokens } from './token-secret.ts'
import { Throwaways } from './throwaways.ts'
import { exploreUserWrites } from './user-writes.ts'

/** The facts that a stage is made of. */
export interface ExploreInput extends Wanted {
  /** All of the server, those that are not in the plan too. */
  readonly routes: readonly Route[]
  readonly fixtures: Fixtures
  /** The title of the document and the name of the host. */
  readonly names: readonly string[]
  /** `--unsafe`: requests that change something may be sent. */
  readonly mayWrite: boolean
  /** An application of this process, of which the catalogue has asked everything but whose records are whose. */
  readonly isLocal: boolean
}

/**
 * The parts of the stage, one after the other: later ones may destroy what earlier ones read. A part is a function of an
 * {@link Exploration}.
 */
const PARTS: readonly Part[] = [exploreOwned, exploreReads, exploreTokens]
const LOCAL_PARTS: readonly Part[] = [exploreOwned]

type Part = (world: Exploration) => Promise<void>

/** The stage after the catalogue: who is who, what is whose, and who else gets it. */
export function explore(input: ExploreInput): Stage {
  return async (tools) => {
    const { routes, fixtures, names, mayWrite, isLocal } = input
    const world: Exploration = {
      routes,
      fixtures,
      names,
      mayWrite,
      users: usersOf(fixtures),
      isOver: tools.isOver,
      mark: `svc${randomBytes(4).toString('hex')}`,
      hide: (value) => tools.context.redactor.add({ value, label: 'found or made by the run' }),
      ...asking(tools, input),
      ...reporting(tools, input),
    }
    for (const route of routes)
      if (!isLocal && destroysByName(route, fixtures.routes[route.key]))
        world.notice(`${route.key} is not sent: ${world.whyNot(route)}`)
    for (const part of isLocal ? LOCAL_PARTS : PARTS) if (!tools.isOver()) await part(world)
  }
}

function usersOf({ users, valid }: Fixtures): readonly User[] {
  const credentials = Object.values(valid).flat()
  return Object.entries(users).flatMap(([name, { roles }]): readonly User[] => {
    const own = credentials.filter(({ user }) => user === name)
    return own.length === 0 ? [] : [{ name, roles, credentials: own }]
  })
}

/** With one user alone nothing can be exchanged. */
async function exploreReads(world: Exploration): Promise<void> {
  const identities = await identify(world)
  const reading = await readAll(world)
  if (world.users.length > 1) await exchangeReads(world, reading, identities)
  await exploreWrites(world, identities, reading)
}

/** Records are made for the run, and users too where the fixtures say how: no user of the fixtures is changed. */
async function exploreWrites(world: Exploration, identities: Identities, reading: Reading): Promise<void> {
  const { throwaway } = world.fixtures
  if (!world.mayWrite) return
  if (throwaway === undefined) return exploreRecordWrites(world, undefined)
  const { method, target } = throwaway.register
  const route = world.routes.find((one) => one.method === method && one.base + one.path === target)
  if (route !== undefined && world.whyNot(route) !== undefined) return
  const throwaways = new Throwaways(world, throwaway)
  try {
    await exploreRegistration(world, throwaways, identities, reading)
    await exploreRecordWrites(world, throwaways)
    await exploreUserWrites(world, throwaways, identities)
  } finally {
    await throwaways.remove(identities)
  }
}
