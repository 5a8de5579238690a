import { createPaint, type Paint, plural } from '../../server/internal.ts'
import { formatPlace } from '../text/repository-place.ts'
import type { MutationResult, PlannedFault, Reporter, RunEvent } from '../model/event.ts'

/** How many faults were noticed. */
export interface Score {
  readonly killed: number
  /** Those that change something and that the fixtures do not ignore. */
  readonly total: number
  readonly survivors: readonly MutationResult[]
  /** Faults that no request can show, such as a swallowed throw where nothing throws. */
  readonly equal: number
  readonly ignored: readonly MutationResult[]
  /** 0 to 100; 100 for none at all. */
  readonly percent: number
}

/** Counts faults. */
export function scoreOf(mutations: readonly MutationResult[]): Score {
  const killed = mutations.filter(({ outcome }) => outcome === 'killed').length
  const survivors = mutations.filter(({ outcome }) => outcome === 'survived')
  const ignored = mutations.filter(({ ignored }) => ignored !== undefined)
  const equal = mutations.filter(({ outcome }) => outcome === 'equal').length - ignored.length
  const total = killed + survivors.length
  return { killed, total, survivors, equal, ignored, percent: total === 0 ? 100 : (100 * killed) / total }
}

/** How the score is written. */
export interface ScoreStyle {
  readonly color: boolean
  /** Whether a line may be written over. */
  readonly interactive: boolean
  readonly write: (text: string) => void
  /** The share of faults, in per cent, that must be noticed. */
  readonly wanted: number
}

/** The score card for people: progress, one line per route, survivors with what to add, the score. */
export class ScoreCard implements Reporter {
  readonly #style: ScoreStyle
  readonly #paint: Paint
  readonly #left = new Map<string, number>()
  readonly #done = new Map<string, MutationResult[]>()
  #order: readonly string[] = []
  #planned = 0
  #ended = 0
  #width = 0

  constructor(style: ScoreStyle) {
    this.#style = style
    this.#paint = createPaint(style.color)
  }

  report(event: RunEvent): void {
    if (event.type === 'mutation.planned') this.#begin(event.faults)
    if (event.type === 'mutation.ended') this.#add(event.mutation)
    if (event.type === 'run.ended') this.#end(scoreOf(this.#inOrder()), event.summary.duration)
  }

  /** Which faults will be tried. */
  #begin(faults: readonly PlannedFault[]): void {
    this.#order = faults.map(nameOf)
    const routes = faults.map(({ route }) => route)
    for (const route of routes) this.#left.set(route, (this.#left.get(route) ?? 0) + 1)
    this.#planned = routes.length
    this.#width = Math.max(0, ...routes.map((route) => route.length))
    const protectedRoutes = new Set(routes).size
    this.#line(
      `${this.#paint.bold('svc test-auth --mutate')}  ${plural(routes.length, 'fault')} in ${plural(protectedRoutes, 'protected route')}`,
    )
    this.#line('')
  }

  /** The end of one fault; the last of a route writes its line. */
  #add(mutation: MutationResult): void {
    const { route } = mutation
    this.#ended++
    const done = [...(this.#done.get(route) ?? []), mutation]
    this.#done.set(route, done)
    const left = (this.#left.get(route) ?? 1) - 1
    this.#left.set(route, left)
    if (left === 0) this.#routeLine(route, done)
    else if (this.#style.interactive) this.#style.write(`\r${this.#paint.dim(`  ${this.#ended}/${this.#planned}`)}`)
  }

  /** Survivors and the score. */
  #end(score: Score, duration: number): void {
    const { wanted } = this.#style
    for (const survivor of score.survivors) this.#survivor(survivor)
    for (const { route, operator, ignored } of score.ignored) this.#line(`  ignored  ${operator}  ${route}  ${ignored}`)
    this.#line('')
    const text = `your auth tests catch ${score.killed}/${score.total} injected faults`
    const equal = score.equal === 0 ? '' : `   ${changeNothing(score.equal)}`
    this.#line(
      `  ${score.survivors.length === 0 ? this.#paint.green(text) : this.#paint.red(text)}${equal}    ${(duration / 1_000).toFixed(1)} s`,
    )
    if (score.survivors.length > 0) {
      const names = new Set(score.survivors.map(({ authenticator }) => authenticator))
      this.#line(`  not really tested by your fixtures: ${[...names].join(', ')}`)
    }
    if (score.percent < wanted)
      this.#line(
        `  ${this.#paint.red(`${score.percent.toFixed(0)} % is below the ${wanted} % that --mutate-break asks for`)}`,
      )
  }

  /** As planned: faults are tried side by side, and end in any order. */
  #inOrder(): readonly MutationResult[] {
    const place = new Map(this.#order.map((name, index) => [name, index]))
    const placeOf = (result: MutationResult): number => place.get(nameOf(result)) ?? 0
    return [...this.#done.values()].flat().toSorted((a, b) => placeOf(a) - placeOf(b))
  }

  #routeLine(route: string, mutations: readonly MutationResult[]): void {
    const { killed, total, equal, ignored } = scoreOf(mutations)
    const share = `${killed}/${total}`.padStart(7)
    const painted = killed === total ? this.#paint.green(share) : this.#paint.red(share)
    const auth = mutations.find(({ operator }) => operator === 'detach')?.authenticator ?? ''
    const rest = [
      ...(equal > 0 ? [changeNothing(equal)] : []),
      ...(ignored.length > 0 ? [`${ignored.length} ignored`] : []),
    ]
    const clear = this.#style.interactive ? '\r\u001b[K' : ''
    this.#line(
      `${clear}  ${route.padEnd(this.#width)} ${painted}${auth === '' ? '' : `  ${auth}`}${rest.length > 0 ? this.#paint.dim(`   ${rest.join(', ')}`) : ''}`,
    )
  }

  #survivor({ operator, route, authenticator, title, advice, position }: MutationResult): void {
    this.#line('')
    this.#line(`  ${this.#paint.red('SURVIVED')}  ${this.#paint.bold(route)}   ${operator}`)
    this.#line(`            ${this.#paint.dim(`${formatPlace(position)}   ${authenticator}`)}`)
    this.#line(`            ${authenticator} ${title}, and no scenario notices.`)
    this.#line(`            add  ${advice}`)
  }

  #line(text: string): void {
    this.#style.write(`${text}\n`)
  }
}

function nameOf({ operator, route, authenticator }: PlannedFault): string {
  return [route, operator, authenticator].join('\n')
}

function changeNothing(faults: number): string {
  return `${faults} ${faults === 1 ? 'changes' : 'change'} nothing`
}
