import type { TestWorld } from './world.ts'

/** Options that decide what is sent. */
export interface ReplayOptions {
  readonly fixtures?: string
  readonly unsafe: boolean
  readonly inProcess: boolean
  readonly contract: boolean
  readonly allowExec: boolean
}

/** Where `svc dev` answers. */
export const DEV_ORIGIN = 'http://localhost:3000'

/** `svc test-auth` with the options that a replay needs to send the same to the same server. */
export function replayCommand(options: ReplayOptions, { address }: Pick<TestWorld, 'address'>): string {
  const given: readonly (readonly string[])[] = [
    address === undefined ? [] : ['--url', address.url],
    address?.openapi === undefined ? [] : ['--openapi', address.openapi],
    options.fixtures === undefined ? [] : ['--fixtures', options.fixtures],
    options.unsafe ? ['--unsafe'] : [],
    options.inProcess ? ['--in-process'] : [],
    options.contract ? ['--contract'] : [],
    options.allowExec ? ['--allow-exec'] : [],
  ]
  return ['svc', 'test-auth', ...given.flat().map(quote)].join(' ')
}

/** For a shell. */
function quote(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}
