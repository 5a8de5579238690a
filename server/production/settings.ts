import { availableParallelism } from 'node:os'
import { LoadError } from '../base/errors.ts'
import type { StartSettings } from './run-server.ts'

/** The options as texts: of the command line, or of the environment. */
export interface StartTexts {
  readonly port?: string | undefined
  readonly host?: string | undefined
  readonly workers?: string | undefined
  readonly health?: string | undefined
  readonly drain?: string | undefined
  readonly log?: string | undefined
}

/** Seconds. */
const DEFAULT_DRAIN = 30
const MAX_DRAIN = 3_600

/**
 * Reads `PORT`, `HOST`, `WORKERS`, `HEALTH`, `DRAIN` and `LOG`. What is empty is not said.
 *
 * @param nameOf how the option is called in messages
 * @throws {@link LoadError} `SVC_START_OPTION`
 */
export function readSettings(texts: StartTexts, nameOf: (option: keyof StartTexts) => string): StartSettings {
  const read = <T>(option: keyof StartTexts, parse: (text: string) => T | undefined, meant: string): T | undefined => {
    const text = texts[option]
    if (text === undefined || text === '') return undefined
    const value = parse(text)
    if (value !== undefined) return value
    throw new LoadError('SVC_START_OPTION', `${nameOf(option)} must be ${meant}; got ${JSON.stringify(text)}.`)
  }
  const drain = read('drain', (text) => readNumber(text, 0, MAX_DRAIN), `seconds from 0 to ${MAX_DRAIN}`)
  return {
    port: read('port', (text) => readNumber(text, 0, 65_535), 'a whole number from 0 to 65535'),
    host: read('host', (text) => text.trim() || undefined, 'an address'),
    workers: read('workers', readWorkers, 'auto, or a whole number from 1 to 256') ?? 1,
    health: read('health', readPath, 'a path such as /health'),
    drain: (drain ?? DEFAULT_DRAIN) * 1_000,
    log: read('log', readLevel, 'requests or errors') ?? 'requests',
  }
}

function readWorkers(text: string): number | undefined {
  return text === 'auto' ? availableParallelism() : readNumber(text, 1, 256)
}

function readNumber(text: string, least: number, most: number): number | undefined {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  return value >= least && value <= most ? value : undefined
}

function readLevel(text: string): StartSettings['log'] | undefined {
  return text === 'requests' || text === 'errors' ? text : undefined
}

function readPath(text: string): string | undefined {
  return /^\/[\w\-./~]*$/.test(text) ? text : undefined
}
