import type { Operation } from 'svc'
import { explore } from '../explore/explore.ts'
import { HarnessError } from '../model/failure.ts'
import type { MutationResult, RunEvent } from '../model/event.ts'
import type { AnyApi } from '../model/application.ts'
import type { Route } from '../model/route.ts'
import { Run } from '../run/run.ts'
import type { Setup } from '../setup/setup.ts'

type Definition = NonNullable<NonNullable<Operation['resources']>[number]['definition']>

/** Families of the rows that ask about declared resources. */
const FAMILIES: ReadonlySet<string> = new Set(['resource', 'field'])

/** A `may` or a `load` of one resource that is wrong, on every route that declares it. */
export interface ResourceFault {
  readonly operator: string
  readonly title: string
  readonly resource: string
  /** The first route that declares it. */
  readonly route: Route
  readonly change: Breakage
}

/**
 * The declaration with a fault; for one copy of an application, whose requests it may remember.
 *
 * @param params the path parameters that it covers
 */
type Breakage = (definition: Definition, params: readonly string[]) => Definition

/** The application whose resources are broken. */
export interface ResourceFaultInput {
  readonly api: AnyApi
  readonly base: string
  /** The set-up of a run on a broken copy. */
  readonly renew: (api?: AnyApi) => Promise<Setup>
  readonly timeout: number
}

type Operator = readonly [
  operator: string,
  title: string,
  part: 'may' | 'load',
  canBe: (definition: Definition) => boolean,
  change: Breakage,
]

const hasMay = ({ guards }: Definition): boolean => guards.some(({ by }) => by === 'may')

const OPERATORS: readonly Operator[] = [
  ['may-always-yes', 'says yes to everybody', 'may', hasMay, (definition) => answering(definition, true)],
  ['may-always-no', 'says no to everybody', 'may', hasMay, (definition) => answering(definition, false)],
  // Without a may of its own, nothing compares the record with who asks.
  ['load-same', 'gives the record that it gave first, whatever the id', 'load', hasMay, loadingTheFirst],
  [
    'load-any-parent',
    'finds a record below every parent',
    'load',
    ({ parent }) => parent !== undefined,
    loadingAnywhere,
  ],
]

/** The faults of each resource that the wanted routes declare. */
export function resourceFaults(operations: readonly Operation[], routes: readonly Route[]): readonly ResourceFault[] {
  const first = new Map<string, { readonly route: Route; readonly definition: Definition }>()
  for (const route of routes) {
    const own = operations.find(({ method, path }) => `${method} ${path}` === route.key)
    for (const { definition } of own?.resources ?? [])
      if (definition !== undefined && !first.has(definition.name)) first.set(definition.name, { route, definition })
  }
  return [...first].flatMap(([resource, { route, definition }]) =>
    OPERATORS.filter(([, , , canBe]) => canBe(definition)).map(([operator, title, , , change]) => ({
      operator,
      title,
      resource,
      route,
      change,
    })),
  )
}

function answering(definition: Definition, answer: boolean): Definition {
  const guards = definition.guards.map((guard) => (guard.by === 'may' ? { ...guard, ask: () => answer } : guard))
  return { ...definition, guards }
}

type Load = (...given: unknown[]) => unknown

function loadingTheFirst(definition: Definition): Definition {
  const load = definition.load as Load
  let kept: unknown
  return { ...definition, load: async (...given) => (kept ??= await load(...given)) }
}

/** A record that was found once is found by its own parameters from then on. */
function loadingAnywhere(definition: Definition, own: readonly string[]): Definition {
  const load = definition.load as Load
  const kept = new Map<string, unknown>()
  return {
    ...definition,
    load: async (...given) => {
      const { params } = given.at(-1) as unknown as { readonly params: Readonly<Record<string, unknown>> }
      const key = JSON.stringify(own.map((name) => params[name]))
      kept.set(key, kept.get(key) ?? (await load(...given)))
      return kept.get(key)
    },
  }
}

/** The facts of the report of a fault, but for its outcome. */
export function resultOfFault({ operator, title, resource, route }: ResourceFault): Omit<MutationResult, 'outcome'> {
  const advice = `records of two users in the fixtures: resources: { ${resource}: { of: { … } } }`
  const position = route.resources?.find(({ name }) => name === resource)?.source
  const part = OPERATORS.find(([name]) => name === operator)?.[2] ?? 'may'
  return { operator, title, advice, route: route.key, authenticator: `${part} of ${resource}`, position }
}

/**
 * Has the records of the fixtures asked for on a copy in which one resource is wrong.
 *
 * @returns the name of the scenario that noticed; `undefined` if none did
 */
export async function tryResourceFault(
  { resource, change, operator }: ResourceFault,
  input: ResourceFaultInput,
): Promise<string | undefined> {
  const { found, refused } = await askForRecords(brokenCopy(input, resource, change), input)
  return operator === 'may-always-no' ? refused[0] : (found[0] ?? refused[0])
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
    isThrottled: false,
    isWanted: ({ family }) => FAMILIES.has(family),
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

function brokenCopy(input: ResourceFaultInput, resource: string, change: Breakage): AnyApi {
  const broken = new Map<Definition, Definition>()
  const broke = (definition: Definition, params: readonly string[]): Definition => {
    const known = broken.get(definition) ?? change(definition, params)
    broken.set(definition, known)
    return known
  }
  return copyOf(input, (operation) => {
    const { resources } = operation
    if (resources === undefined) return operation
    return {
      ...operation,
      resources: resources.map((link) =>
        link.definition?.name === resource ? { ...link, definition: broke(link.definition, link.params) } : link,
      ),
    }
  })
}

function copyOf(
  { api, base }: ResourceFaultInput,
  change: (operation: Operation) => Operation = (same) => same,
): AnyApi {
  return api.withOperations(api.operations().map(change), { base, throttle: false })
}
