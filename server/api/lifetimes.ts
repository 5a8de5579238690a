import { type Config, type Stop } from './config.ts'
import { LoadError } from '../base/errors.ts'

/** The time from a config's `start` to its `stop`. */
export class Lifetime {
  readonly #stop: Stop | undefined
  readonly #onError: (error: unknown) => void
  #underWay = 0
  #isRetired = false
  #ended: Promise<void> | undefined
  #release: () => void = () => undefined

  constructor(stop: Stop | undefined, onError: (error: unknown) => void) {
    this.#stop = stop
    this.#onError = onError
  }

  /** A request begins. Returns the function that ends it. */
  begin(): () => void {
    this.#underWay++
    return () => {
      if (--this.#underWay === 0 && this.#isRetired) this.#release()
    }
  }

  /** Stops once the last request is through. */
  retire(): Promise<void> {
    return (this.#ended ??= this.#end())
  }

  async #end(): Promise<void> {
    this.#isRetired = true
    if (this.#underWay > 0) await new Promise<void>((resolve) => (this.#release = resolve))
    try {
      await this.#stop?.()
    } catch (error) {
      this.#onError(error)
    }
  }
}

/** Runs `start` of a project's configs: once for each time that the config's module is evaluated. */
export class Lifetimes {
  readonly #onError: (error: unknown) => void
  readonly #known = new Map<Config | undefined, Promise<Lifetime>>()

  /** @param onError called with what a `stop` throws */
  constructor(onError: (error: unknown) => void = warn) {
    this.#onError = onError
  }

  /**
   * The lifetime of a config. `start` is called the first time, and again if it failed before.
   *
   * @throws {@link LoadError} `SVC_START_FAILED`
   */
  enter(config: Config | undefined): Promise<Lifetime> {
    const known = this.#known.get(config)
    if (known) return known
    const starting = startConfig(config).then((stop) => new Lifetime(stop, this.#onError))
    this.#known.set(config, starting)
    starting.catch(() => this.#known.delete(config))
    return starting
  }

  /** Retires all others. */
  async keep(config: Config | undefined): Promise<void> {
    const others = [...this.#known].filter(([other]) => other !== config)
    await Promise.all(
      others.map(async ([other, lifetime]) => {
        this.#known.delete(other)
        await (await lifetime.catch(() => undefined))?.retire()
      }),
    )
  }

  /** Retires all of them. Resolves when they have stopped. */
  async close(): Promise<void> {
    const all = [...this.#known.values()]
    this.#known.clear()
    await Promise.all(all.map(async (lifetime) => (await lifetime.catch(() => undefined))?.retire()))
  }
}

/**
 * Calls `start` of a config.
 *
 * @returns its `stop`
 * @throws {@link LoadError} `SVC_START_FAILED`
 */
export async function startConfig(config: Config | undefined): Promise<Stop | undefined> {
  const { start } = config?.project ?? {}
  if (!start) return undefined
  let stop: unknown
  try {
    stop = await start()
  } catch (cause) {
    const what = cause instanceof Error ? cause.message || cause.name : String(cause)
    const problem = `start threw: ${what}  Nothing is served until it succeeds; --debug prints the stack.`
    throw new LoadError('SVC_START_FAILED', problem, config?.source, { cause })
  }
  if (stop === undefined || typeof stop === 'function') return stop as Stop | undefined
  const problem = `start returned ${stop === null ? 'null' : `a value of type ${typeof stop}`}. Return the function that stops, or nothing.`
  throw new LoadError('SVC_START_FAILED', problem, config?.source)
}

function warn(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : String(error))
}
