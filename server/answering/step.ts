import type { RequestContext } from '../http/request.ts'
import type { ObservationListener } from '../model/observation.ts'
import type { Operation } from '../model/operation.ts'

/** One request on its way through the steps. */
export interface Run {
  readonly request: RequestContext
  readonly operation: Operation
  /** The result of the handler. */
  returned: unknown
}

/** A step that finishes at once costs no promise. What it throws ends the run. */
export type Step = (run: Run) => void | Promise<void>

/** Asked on every request, so that listeners may come and go. */
export type FindListener = () => ObservationListener | undefined
