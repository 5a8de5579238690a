import { AsyncLocalStorage } from 'node:async_hooks'

/** `ahead`: milliseconds in what runs for one request; timers and monotonic clocks never are. */
const unmoved = { ahead: new AsyncLocalStorage<number>(), machineNow: Date.now, isMovable: false }

/** One for the process, however often this file is loaded: the instance that replaces `Date` last knows the times of all. */
const moved = ((globalThis as Record<symbol, typeof unmoved | undefined>)[Symbol.for('svc.moved-date')] ??= unmoved)

/**
 * Makes `Date` movable for single requests ({@link atDate}): from now on, once, for the process. Outside of them it shows
 * the time of the machine. To be called before the application loads, which may keep `Date.now` in a variable.
 */
export function makeDateMovable(): void {
  if (moved.isMovable) return
  moved.isMovable = true
  const Machine = Date
  const now = (): number => moved.machineNow() + (moved.ahead.getStore() ?? 0)
  const Movable = new Proxy(Machine, {
    construct: (target, given, as) => Reflect.construct(target, given.length === 0 ? [now()] : given, as) as object,
    apply: () => new Machine(now()).toString(),
  })
  Object.defineProperty(Machine, 'now', { value: now, writable: true, configurable: true })
  Object.defineProperty(Machine.prototype, 'constructor', { value: Movable, writable: true, configurable: true })
  globalThis.Date = Movable
}

/** Calls a function to which, and to all that it starts, `Date` shows this time, in milliseconds since 1970. */
export function atDate<Result>(date: number | undefined, run: () => Result): Result {
  return date === undefined ? run() : moved.ahead.run(date - moved.machineNow(), run)
}
