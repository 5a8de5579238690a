import type { Operation } from 'svc'
import { explore } from '../explore/explore.ts'
import { HarnessError } from '../model/failure.ts'
import type { MutationResult, RunEvent } from '../model/event.ts'
import type { AnyApi } from '../model/application.ts'
import type { Route } from '../model/route.ts'
import { Run } from '../run/run.ts'
import type { Setup } from '../setup/setup.ts'

/** A wrong answer of the `may` of one resource, on every route that declares it. */
export interface ResourceFault {
  readonly operator: string
  readonly title: string
  readonly resource: string
  /** The first route that declares it. */
  readonly route: Route
  readonly answer: boolean
}

/** The application whose resources are broken. */
export interface ResourceFaultInput {
  readonly api: AnyApi
  readonly base: string
  /** The set-up of a run on a broken copy. */
  readonly renew: (api?: AnyApi) => Promise<Setup>
  readonly timeout: number
}

const ANSWERS: readonly (readonly [operator: string, title: string, answer: boolean])[] = [
  ['may-always-yes', 'says yes to everybody', true],
  ['may-always-no', 'says no to everybody', false],
]

/** Both faults of each `may` that the wanted routes declare. */
export function resourceFaults(operations: readonly Operation[], routes: readonly Route[]): readonly ResourceFault[] {
  const first = new Map<string, Route>()
  for (const route of routes) {
    const own = operations.find(({ method, path }) => `${method} ${path}` === route.key)
    for (const { definition } of own?.resources ?? [])
      if (definition?.guards.some(({ by }) => by === 'may') && !first.has(definition.name))
        first.set(definition.name, route)
  }
  return [...first].flatMap(([resource, route]) =>
    ANSWERS.map(([operator, title, answer]) => ({ operator, title, resource, route, answer })),
  )
}

/** The facts of the report of a fault, but for its outcome. */
export function resultOfFault({ operator, title, resource, route }: ResourceFault): Omit<MutationResult, 'outcome'> {
  const advice = `records of two users in the fixtures: resources: { ${resource}: { of: { … } } }`
  const position = route.resources?.find(({ name }) => name === resource)?.source
  return { operator, title, advice, route: route.key, authenticator: `may of ${resource}`, position }
}

/**
 * Has the records of the fixtures asked for on a copy in which one `may` is wrong.
 *
 * @returns the name of the scenario that noticed; `undefined` if none did
 */
export async function tryResourceFault(
  { resource, answer }: ResourceFault,
  input: ResourceFaultInput,
): Promise<string | undefined> {
  const { found, refused } = await askForRecords(brokenCopy(input, resource, answer), input)
  return answer ? found[0] : refused[0]
}

/** @throws HarnessError where a record is given away, or refused to its owner, before anything is broken */
export async function checkRecords(input: ResourceFaultInput): Promise<void> {
  const { found, refused } = await askForRecords(copyOf(input), input)
  const [first] = [...found, ...refused]
  if (first === undefined) return
  const problem = `${first} is not passed before anything is broken; mend that first: svc test-auth --only resource`
  throw new HarnessError('SVC_MUTATE_FAILING', problem)
}

interface Asked {
  /** Names of scenarios that found something. */
  readonly found: readonly string[]
  /** Names of scenarios in which owners did not get their own. */
  readonly refused: readonly string[]
}

async function askForRecords(api: AnyApi, { renew, timeout }: ResourceFaultInput): Promise<Asked> {
  const setup = await renew(api)
  const resources = setup.fixtures.resources?.map((resource) => ({ ...resource, isSpare: false }))
  if (resources === undefined) return { found: [], refused: [] }
  const [found, refused]: [string[], string[]] = [[], []]
  const emit = (event: RunEvent): void => {
    if (event.type !== 'scenario.ended') return
    const { outcome, scenario } = event.verdict
    if (outcome === 'failed') found.push(scenario.name)
    if (outcome === 'inconclusive' && scenario.row === 'resource.own') refused.push(scenario.name)
  }
  const stage = explore({
    routes: setup.routes,
    fixtures: { ...setup.fixtures, resources },
    names: [],
    mayWrite: false,
    isLocal: true,
    isWanted: () => true,
    known: new Set(),
  })
  const { targets, context } = await setup.open()
  try {
    const flags = { jobs: 1, bail: 0, strict: false, safe: false, repeat: false, timeout }
    const quiet = { ...context, remark: () => undefined }
    await new Run({
      plan: { routes: [], remarks: [] },
      targets,
      context: quiet,
      ledger: setup.ledger,
      emit,
      stage,
      ...flags,
    }).start()
  } finally {
    await targets.close()
  }
  return { found, refused }
}

function brokenCopy(input: ResourceFaultInput, resource: string, answer: boolean): AnyApi {
  return copyOf(input, (operation) => {
    const { resources } = operation
    if (resources === undefined) return operation
    return {
      ...operation,
      resources: resources.map((link) => {
        if (link.definition?.name !== resource) return link
        const guards = link.definition.guards.map((guard) =>
          guard.by === 'may' ? { ...guard, ask: () => answer } : guard,
        )
        return { ...link, definition: { ...link.definition, guards } }
      }),
    }
  })
}

function copyOf(
  { api, base }: ResourceFaultInput,
  change: (operation: Operation) => Operation = (same) => same,
): AnyApi {
  return api.withOperations(api.operations().map(change), { base, throttle: false })
}
