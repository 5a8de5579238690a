import { plural } from '../../server/internal.ts'
import type { LoginRenewal } from '../credentials/login-renewal.ts'
import { asking } from '../ask/asking.ts'
import { cleanUp } from '../spares/clean-up.ts'
import type { Maker } from '../ask/exploration.ts'
import { Journal, journalFolder, leftJournals, type Made, newMark } from '../ask/journal.ts'
import { prepareSpares } from '../spares/spares.ts'
import { describeStanding, findStanding, isKnown, type Standing, withStanding } from '../ask/standing.ts'
import { Throwaways } from '../ask/throwaways.ts'
import { usersOf } from '../ask/users.ts'
import type { Fixtures, Secret } from '../model/fixtures.ts'
import type { Remark } from '../model/remark.ts'
import type { RequestData } from '../model/request.ts'
import type { Route } from '../model/route.ts'
import { targetWithForm } from '../replay/form-target.ts'
import { NoAnswer } from '../replay/connection.ts'
import type { Target } from '../replay/target.ts'
import type { Endpoint } from '../replay/connection.ts'
import type { Traffic } from '../replay/traffic.ts'
import { sendAlone } from '../run/stage.ts'
import type { Targets } from '../targets/targets.ts'
import { endpointOf } from '../targets/targets.ts'
import { knowingCallers, withCallers } from '../whose/callers.ts'
import { Creations } from './creations.ts'
import { withBodyDeletions } from '../whose/body-deletions.ts'
import { lifeOf } from './log-in.ts'
import { requireAnswers } from './stopped-server.ts'

/** The facts from which records and users are made for a run. */
export interface SparesInput {
  readonly routes: readonly Route[]
  readonly fixtures: Fixtures
  readonly origin: string
  /** Milliseconds to wait for an answer. */
  readonly timeout: number
  readonly env: Readonly<Record<string, string | undefined>>
  readonly renewal: LoginRenewal
  readonly traffic?: Traffic | undefined
  readonly failures?: Endpoint['failures']
}

/** The things that were made for a run on a server in another process, before its plan. */
export interface MadeSpares extends Pick<SparesInput, 'fixtures'> {
  /** With values that were made for the run, or that name nothing. */
  readonly routes: readonly Route[]
  readonly remarks: readonly Remark[]
  /** Keys of operations that answered 401 to every user. */
  readonly refused: readonly string[]
  /** A short text that everything holds that the run makes. */
  readonly mark: string
  readonly journal: Journal
  /** Notes what requests of the run make. */
  readonly creations: Creations
  /** Deletes everything that the journal has; what stays, in words. @param renewing that of the run */
  readonly cleanUp: (renewing?: Renewing) => Promise<readonly string[]>
}

/** The hooks that keep the users of a run logged in. */
export type Renewing = Pick<Targets, 'renewed' | 'isOver'>

/** Without --unsafe: who may read what, by the answers. */
export async function withFoundStanding({
  routes,
  fixtures,
  origin,
  timeout,
  traffic,
  failures,
}: SparesInput): Promise<Pick<MadeSpares, 'fixtures' | 'remarks' | 'refused'>> {
  const target = targetWithForm(endpointOf(origin, { traffic, failures }), timeout, fixtures.form)
  const remarks: Remark[] = []
  const facts = { routes, fixtures, mayWrite: false, users: usersOf(fixtures) } as const
  const send = async (request: RequestData): ReturnType<typeof sendAlone> => {
    await requireAnswers(traffic, target, timeout)
    return sendAlone(request, target)
  }
  const { ask, ...rest } = asking({ send }, facts)
  const world: Maker = {
    ...facts,
    mark: '',
    journal: new Journal(undefined, origin, ''),
    hide: () => undefined,
    notice: (message) => void remarks.push({ kind: 'notice', message }),
    left: () => undefined,
    ...rest,
    ask: knowingCallers({ ...facts, ask }),
  }
  try {
    const found: Standing[] = []
    const refused: string[] = []
    for (const route of routes) {
      const standing = await findStanding(route, world)
      if (standing?.refusesAll === true) refused.push(route.key)
      if (standing !== undefined && isKnown(standing)) found.push(standing)
    }
    for (const line of describeStanding(found)) world.notice(line)
    return {
      fixtures: await withCallers(withStanding(fixtures, found), routes, facts.users, world),
      remarks,
      refused,
    }
  } finally {
    await target.close()
  }
}

/** Deletes what runs before have left, and makes what this one needs. */
export async function makeSpares(input: SparesInput): Promise<MadeSpares> {
  const { fixtures, origin, env } = input
  const routes = withBodyDeletions(input.routes)
  const mark = newMark()
  const folder = journalFolder(env)
  const journal = new Journal(folder, origin, mark)
  const hidden: Secret[] = []
  const remarks: Remark[] = []
  const facts = { routes, fixtures, mark, journal, mayWrite: true, users: usersOf(fixtures) } as const
  const notice = (message: string): void => void remarks.push({ kind: 'notice', message })
  const left = (message: string): void => void remarks.push({ kind: 'leftover', message })
  const creations = new Creations({ routes, fixtures: () => input.renewal.newest(fixtures), mark, journal })
  const open = (renewing?: Renewing): Opened => {
    const own = targetWithForm(endpointOf(origin, input), input.timeout, fixtures.form)
    const target = renewing === undefined ? creations.watched(own, true) : own
    const sendNow = sendRenewed(target, renewing ?? renewingOf(input, target))
    const send: typeof sendNow = async (request) => {
      if (renewing === undefined) await requireAnswers(input.traffic, own, input.timeout)
      return sendNow(request)
    }
    const hide = (value: string): void => void hidden.push({ value, label: 'made for the run' })
    const { ask, ...rest } = asking({ send }, facts)
    const world: Maker = { ...facts, hide, notice, left, ...rest, ask: knowingCallers({ ...facts, ask }) }
    return { world, close: () => target.close() }
  }
  const { world, close } = open()
  try {
    await cleanUpInterrupted(leftJournals(folder, origin), world)
    const spares = await prepareSpares(world)
    // A renewal waits for the login that it makes: sent as all else is, that login would wait for the renewal.
    const alone = targetWithForm(endpointOf(origin, { failures: input.failures }), input.timeout, fixtures.form)
    const notRenewed: Maker = { ...world, ...asking({ send: (request) => sendAlone(request, alone) }, facts) }
    for (const user of spares.users) rememberLogin(user, notRenewed, input.renewal)
    return {
      routes: spares.routes,
      fixtures: { ...input.renewal.newest(spares.fixtures), secrets: [...fixtures.secrets, ...hidden] },
      remarks,
      refused: spares.refused,
      mark,
      journal,
      creations,
      cleanUp: async (renewing) => {
        await alone.close()
        if (journal.made.length === 0) return []
        const opened = open(renewing)
        const done = journal.done.bind(journal)
        try {
          return await cleanUp(opened.world, { mark, made: journal.made, loggedIn: journal.loggedIn, done })
        } finally {
          await opened.close()
        }
      },
    }
  } finally {
    await close()
  }
}

/** Sends a request with the newest logins, and again where its login was over. */
function sendRenewed(
  target: Target,
  { renewed, isOver }: Renewing,
): (request: RequestData) => ReturnType<typeof sendAlone> {
  const send = async (request: RequestData): Promise<[RequestData, Awaited<ReturnType<typeof sendAlone>>]> => {
    const newest = (await renewed?.(request)) ?? request
    return [newest, await sendAlone(newest, target)]
  }
  return async (request) => {
    const [newest, replayed] = await send(request)
    const wasOver = (await isOver?.(newest, statusOf(replayed))) === true
    return wasOver ? (await send(request))[1] : replayed
  }
}

/** Before there is a plan. */
function renewingOf({ renewal, fixtures }: SparesInput, target: Target): Renewing {
  const send = async (request: RequestData): Promise<number> => statusOf(await sendAlone(request, target))
  const input = { fixtures, plan: () => ({ routes: [], remarks: [] }), onTaken: () => undefined, send }
  return {
    renewed: (request) => renewal.renewed(request, input),
    isOver: (request, status) => renewal.isOver(request, status, input),
  }
}

/** 0 where no answer came. */
function statusOf(replayed: Awaited<ReturnType<typeof sendAlone>>): number {
  return replayed === undefined || replayed.answer instanceof NoAnswer ? 0 : replayed.answer.status
}

interface Opened {
  readonly world: Maker
  readonly close: () => Promise<void>
}

/** A user of the run may have been destroyed by it: then the old credential is as good as any. */
function rememberLogin(
  { name, password, credentials }: Awaited<ReturnType<typeof prepareSpares>>['users'][number],
  world: Maker,
  renewal: LoginRenewal,
): void {
  const { throwaway } = world.fixtures
  const [credential] = credentials
  if (throwaway === undefined || credential === undefined) return
  const textOf = ({ value }: typeof credential): string =>
    value.type === 'key' || value.type === 'cookie' ? value.value : ''
  renewal.add(textOf(credential), lifeOf(textOf(credential), ''), async () => {
    const again = await new Throwaways(world, throwaway).logIn(name, password)
    return textOf(again ?? credential)
  })
}

/** Deletes what earlier runs have left. Of a server that is lost meanwhile, the next run deletes the rest. */
async function cleanUpInterrupted(journals: ReturnType<typeof leftJournals>, world: Maker): Promise<void> {
  for (const { entry, keep } of journals) {
    const made = entry.made.toReversed()
    const open = new Set(made)
    const done = (one: Made): void => void open.delete(one)
    const stays = await cleanUp(world, { mark: entry.mark, made, loggedIn: new Map(), done })
    keep([...open].toReversed())
    world.notice(`deleted what a run before had left: ${plural(made.length - open.size, 'note')} of its journal`)
    for (const text of stays) world.left(`made by an interrupted run, and could not be deleted: ${text}`)
  }
}
