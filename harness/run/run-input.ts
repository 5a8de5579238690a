import type { RunEvent } from '../model/event.ts'
import type { Plan } from '../model/plan.ts'
import type { Printed } from '../observe/printed.ts'
import type { Traffic } from '../replay/traffic.ts'
import type { PlayerInput } from './player.ts'
import type { Stage } from './stage.ts'

/** The parts of a run. */
export interface RunInput extends Pick<PlayerInput, 'targets' | 'context' | 'ledger' | 'repeat'> {
  readonly plan: Plan
  /** The output of the application, if it runs in this process. */
  readonly printed?: Printed
  readonly emit: (event: RunEvent) => void
  /** Routes at the same time, at most. */
  readonly jobs: number
  /** Failed scenarios after which nothing more is begun; 0 for no such limit. */
  readonly bail: number
  /** A route without a good control is a reason to exit with 4. */
  readonly strict: boolean
  /** Against another server no control is attempted. */
  readonly safe: boolean
  /** Milliseconds to wait for an answer. */
  readonly timeout?: number
  /** Requests in a second, at most. */
  readonly rate?: number | undefined
  /** Routes on which much could not be decided do not matter. */
  readonly lenient?: boolean
  /** How many operations that refuse in the same way are asked everything, where the plan keeps scenarios back. */
  readonly sample?: number
  readonly signal?: AbortSignal
  /** The requests of the preparation, where they went to a server in another process. */
  readonly before?: Traffic | undefined
  /** The part that follows the catalogue, since it depends on answers. */
  readonly stage?: Stage
}
