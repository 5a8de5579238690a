import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { makeFolder, plural } from '../../server/internal.ts'
import { HarnessError } from '../model/failure.ts'
import type { Ignored } from '../model/fixtures.ts'
import type { Plan } from '../model/plan.ts'
import type { Reporter, RunEvent } from '../model/event.ts'

/** Findings that were there before: they are reported as ignored, new ones fail the run. */
export interface Baseline {
  /** Ids of scenarios that are known to fail. */
  readonly known: readonly string[]
}

/** @throws HarnessError for a file that is not a baseline. */
export function readBaseline(file: string): Baseline {
  if (!existsSync(file))
    throw new HarnessError('SVC_BASELINE_INVALID', `${file} does not exist; --update-baseline writes it`)
  try {
    const data = JSON.parse(readFileSync(file, 'utf8')) as { readonly known?: readonly { readonly id: string }[] }
    return { known: (data.known ?? []).map(({ id }) => id) }
  } catch (cause) {
    throw new HarnessError(
      'SVC_BASELINE_INVALID',
      `${file} is not a baseline: write it anew with --update-baseline`,
      2,
      { cause },
    )
  }
}

/** The plan with everything in the baseline on its ignore lists. */
export function applyBaseline(plan: Plan, { known }: Baseline): Plan {
  const ids = new Set(known)
  return {
    ...plan,
    routes: plan.routes.map((routePlan) => {
      const ignored = routePlan.scenarios.flatMap(({ id }): readonly Ignored[] =>
        ids.has(id) ? [{ scenario: id, reason: 'in the baseline' }] : [],
      )
      return { ...routePlan, ignored: [...routePlan.ignored, ...ignored] }
    }),
  }
}

/** Gathers what fails, and what is ignored for being known, and writes it down as the new baseline. */
export class BaselineWriter implements Reporter {
  readonly #file: string
  readonly #known: { readonly id: string; readonly route: string; readonly scenario: string }[] = []

  constructor(file: string) {
    this.#file = file
  }

  report(event: RunEvent): void {
    if (event.type !== 'scenario.ended') return
    const { scenario, outcome, reason } = event.verdict
    if (outcome === 'failed' || (outcome === 'ignored' && reason === 'in the baseline')) {
      this.#known.push({ id: scenario.id, route: scenario.route, scenario: scenario.name })
    }
  }

  /** The file and the number of findings written, for people. */
  describe(): string {
    return `${relative(process.cwd(), this.#file)}  written: ${plural(this.#known.length, 'known finding')}\n`
  }

  close(): void {
    makeFolder(dirname(this.#file))
    writeFileSync(this.#file, `${JSON.stringify({ known: this.#known }, null, 2)}\n`)
  }
}
