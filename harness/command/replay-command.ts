import { DEFAULT_TIMEOUT } from '../model/timeout.ts'
import type { TestWorld } from './world.ts'

/** Options that decide what is sent. */
export interface ReplayOptions {
  /** The project's folder as the command line names it. */
  readonly dir?: string
  readonly fixtures?: string
  /** Milliseconds to wait for an answer. */
  readonly timeout: number
  readonly unsafe: boolean
  readonly inProcess: boolean
  readonly contract: boolean
  readonly allowExec: boolean
  readonly crack?: string
}

/** Where `svc dev` answers. */
export const DEV_ORIGIN = 'http://localhost:3000'

/** How the application is started again for the commands of curl: the run's own server is gone when they are read. */
export function describeDevServer({ dir = '.' }: Pick<ReplayOptions, 'dir'>): string {
  const folder = dir === '.' ? '' : ` ${quote(dir)}`
  return `curl sends to ${DEV_ORIGIN}: start the application there with npx svc dev${folder} --port 3000\n`
}

/**
 * `npx svc test-auth` with the options that a replay needs to send the same bytes to the same server: stand-ins are made
 * from the seed. Without one a run makes its own.
 */
export function replayCommand(
  options: ReplayOptions,
  { address, seed, program = 'npx svc test-auth' }: Pick<TestWorld, 'address' | 'program'> & { readonly seed?: string },
): string {
  const { dir = '.', timeout } = options
  const given: readonly (readonly string[])[] = [
    dir === '.' || address !== undefined ? [] : ['--dir', dir],
    address === undefined ? [] : ['--url', address.url],
    address?.openapi === undefined ? [] : ['--openapi', address.openapi],
    (address?.har ?? []).flatMap((one) => ['--har', one]),
    options.fixtures === undefined ? [] : ['--fixtures', options.fixtures],
    options.unsafe ? ['--unsafe'] : [],
    options.inProcess ? ['--in-process'] : [],
    options.contract ? ['--contract'] : [],
    options.allowExec ? ['--allow-exec'] : [],
    options.crack === undefined ? [] : ['--crack', options.crack],
    timeout === DEFAULT_TIMEOUT ? [] : ['--timeout', String(timeout)],
    seed === undefined ? [] : ['--seed', seed],
  ]
  return [program, ...given.flat().map(quote)].join(' ')
}

/** For a shell. */
function quote(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}
