import { DEFAULT_TIMEOUT } from '../model/timeout.ts'
import { replayCommand, type ReplayOptions } from './replay-command.ts'
import type { TestWorld } from './world.ts'

/** Options of `--init` that the run needs as well. */
export type InitOptions = Omit<ReplayOptions, 'fixtures'> & {
  /** Requests in a second, at most. */
  readonly rate?: number
}

/** Nothing but `--init` and the address was given. */
export const INIT_DEFAULTS: InitOptions = {
  timeout: DEFAULT_TIMEOUT,
  unsafe: false,
  inProcess: false,
  contract: false,
  allowExec: false,
}

/** The command that tests with the fixtures that `--init` has written, with the options that `--init` was given. */
export function nextCommand(
  { rate, ...options }: InitOptions,
  {
    program,
    address,
    fixtures,
  }: {
    readonly program: string
    /** `undefined` for a project. */
    readonly address: TestWorld['address'] | undefined
    /** `undefined` where they are in their usual place. */
    readonly fixtures: string | undefined
  },
): string {
  const world = { program, ...(address === undefined ? {} : { address }) }
  const command = replayCommand({ ...options, ...(fixtures === undefined ? {} : { fixtures }) }, world)
  const limited = rate === undefined ? '' : ` --rate ${rate}`
  return command + limited
}
