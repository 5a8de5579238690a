import type { PlannedRoute } from '../model/event.ts'
import { ANONYMOUS, type MatrixUser, type RecordCell, VALID } from '../model/matrix.ts'
import type { Route } from '../model/route.ts'
import { isRow } from '../model/row-name.ts'
import type { Verdict } from '../model/verdict.ts'

/** Users against routes and the records of users: what came. */
export interface Matrix {
  readonly users: readonly MatrixUser[]
  /** In the order of the plan; of a route first what has no owner, then the records by their owners. */
  readonly rows: readonly MatrixRow[]
}

/** A route, or the records of one owner on it. */
export interface MatrixRow {
  readonly route: Route
  readonly owner?: string
  /** By the name of the user. */
  readonly cells: ReadonlyMap<string, Cell>
}

/** The answers to one user, to all the requests that were sent. */
export interface Cell {
  /** `200`, `404`, `200 (not the record)`, `no answer`; sorted, without repetition. */
  readonly came: readonly string[]
  /** Of these answers; 0 where there was none. */
  readonly statuses: readonly number[]
  /** Whether any of it is a finding. */
  readonly isWrong: boolean
  /** The scenario to look at first. */
  readonly scenario: string
}

/** Gathers the matrix from the verdicts of a run. It keeps words, and no verdict. */
export class MatrixRecorder {
  readonly #routes: Route[] = []
  readonly #rows = new Map<string, Map<string, MutableCell>>()
  readonly #owners = new Map<string, Set<string>>()

  plan(routes: readonly PlannedRoute[]): void {
    this.#routes.push(...routes.map(({ route }) => route))
  }

  add(verdict: Verdict): void {
    const { scenario, record, outcome } = verdict
    if (outcome === 'not-routed') return
    if (record !== undefined) return this.#addRecord(scenario.route, record, verdict)
    const status = verdict.exchanges.at(-1)?.status
    const user = userOf(verdict)
    if (user !== undefined && status !== undefined) this.#put(scenario.route, undefined, user, [status], verdict)
  }

  /** @param users of the fixtures; those that are not there and asked come after them */
  matrix(users: readonly MatrixUser[] = []): Matrix {
    const rows = this.#routes.flatMap((route): readonly MatrixRow[] => {
      const own = this.#rows.get(keyOf(route.key))
      const owners = [...(this.#owners.get(route.key) ?? [])]
      return [
        ...(own === undefined ? [] : [{ route, cells: withoutSpare(own) }]),
        ...owners.map((owner) => ({ route, owner, cells: this.#rows.get(keyOf(route.key, owner)) ?? new Map() })),
      ]
    })
    const seen = new Set(rows.flatMap(({ cells }) => [...cells.keys()]))
    const known = [{ name: ANONYMOUS, roles: [] }, { name: VALID, roles: [] }, ...users]
    const others = [...seen].filter((name) => !known.some((one) => one.name === name))
    const columns = [...known, ...others.map((name) => ({ name, roles: [] }))].filter(({ name }) => seen.has(name))
    return { users: columns, rows }
  }

  #addRecord(route: string, { owner, user, status, note, own }: RecordCell, verdict: Verdict): void {
    const owners = this.#owners.get(route) ?? new Set()
    this.#owners.set(route, owners.add(owner))
    if (own !== undefined) this.#put(route, owner, owner, [own], { ...verdict, outcome: 'passed' })
    this.#put(route, owner, user, [status, note], verdict)
  }

  #put(
    route: string,
    owner: string | undefined,
    user: string,
    [status, note]: readonly [status: number, note?: string | undefined],
    { scenario, outcome }: Verdict,
  ): void {
    const key = keyOf(route, owner)
    const row = this.#rows.get(key) ?? new Map<string, MutableCell>()
    this.#rows.set(key, row)
    const text = came(status, note)
    const cell = row.get(user) ?? { came: [], statuses: [], isWrong: false, scenario: scenario.id }
    if (!cell.came.includes(text)) cell.came = [...cell.came, text].toSorted()
    if (!cell.statuses.includes(status)) cell.statuses = [...cell.statuses, status]
    if (outcome === 'failed' && !cell.isWrong) Object.assign(cell, { isWrong: true, scenario: scenario.id })
    row.set(user, cell)
  }
}

type MutableCell = { -readonly [Name in keyof Cell]: Cell[Name] }

function keyOf(route: string, owner = ''): string {
  return `${owner}\n${route}`
}

/** Who sent the decisive request of a scenario, where that is a cell. */
function userOf({ scenario }: Verdict): string | undefined {
  if (scenario.user !== undefined) return scenario.user
  if (isRow(scenario, 'missing') || isRow(scenario, 'public.anonymous') || isRow(scenario, 'level.protected'))
    return ANONYMOUS
  return isRow(scenario, 'valid') ? VALID : undefined
}

function came(status: number, note?: string): string {
  const text = status === 0 ? 'no answer' : String(status)
  return note === undefined ? text : `${text} (${note})`
}

/** Where users are known by name, the good credential is the one of one of them. */
function withoutSpare(cells: ReadonlyMap<string, Cell>): ReadonlyMap<string, Cell> {
  const isNamed = [...cells.keys()].some((user) => user !== ANONYMOUS && user !== VALID)
  return isNamed ? new Map([...cells].filter(([user]) => user !== VALID)) : cells
}
