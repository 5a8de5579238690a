import { NO_FIXTURE, type RouteFixture } from '../model/fixtures.ts'
import type { Route } from '../model/route.ts'
import { paramsOf } from '../whose/path-nouns.ts'
import type { Maker } from '../ask/exploration.ts'
import type { Reading } from '../whose/reading.ts'
import { namelessLike } from '../ask/nameless.ts'
import { domainOf } from '../ask/bodies.ts'
import { spareBody, spareQuery } from './spare-body.ts'
import { type Made, Throwaways } from '../ask/throwaways.ts'

/** The facts that stand-ins are made of. */
export interface Setting {
  readonly world: Maker
  readonly people: People
  /** Every value that an answer of the server has, and every one by which the fixtures know a user. */
  readonly used: ReadonlySet<string>
  /** By folded name, a text that an answer has for one of few words. */
  readonly words: ReadonlyMap<string, string>
  /** The answers of every operation that needs no id. */
  readonly reading: Reading
}

/** Users that are made where an operation needs one. */
export class People {
  readonly #throwaways: Throwaways | undefined
  #common: Promise<Made | undefined> | undefined

  constructor(world: Maker) {
    const { throwaway } = world.fixtures
    this.#throwaways = throwaway === undefined ? undefined : new Throwaways(world, throwaway, `${world.mark}c`)
  }

  get made(): readonly Made[] {
    return this.#throwaways?.made ?? []
  }

  /** The request by which the last user who could not be made failed. */
  get refused(): string | undefined {
    return this.#throwaways?.refused
  }

  /** One for all operations that leave a user there. */
  common(): Promise<Made | undefined> {
    return (this.#common ??= this.own())
  }

  async own(): Promise<Made | undefined> {
    return this.#throwaways?.make()
  }
}

/** Only the request without a credential is sent, with values that name nothing. */
export function keep(route: Route, kept: string, setting: Setting): Route {
  return { ...withSamples(route, namelessParams(route, setting), NO_FIXTURE, undefined, setting), kept }
}

/** Values that name nothing, of the form that the document gives. */
export function namelessParams(route: Route, { world, used }: Setting): Readonly<Record<string, string>> {
  const samples = route.sample?.params ?? {}
  return Object.fromEntries(paramsOf(route).map((name) => [name, namelessValue(samples[name] ?? '', world.mark, used)]))
}

/** A value of the same form that stands in no answer. */
function namelessValue(sample: string, mark: string, used: ReadonlySet<string>): string {
  for (;;) {
    const value = namelessLike(sample, mark)
    if (!used.has(value)) return value
  }
}

export function withSamples(
  route: Route,
  spare: Readonly<Record<string, string>>,
  fixture: RouteFixture,
  user: Made | undefined,
  { world: { mark, fixtures }, used, words }: Setting,
): Route {
  const sample = route.sample ?? { params: {}, query: {}, headers: {} }
  const nameless = (value: string): string => namelessValue(value, mark, used)
  const replacing = { mark, domain: domainOf(fixtures), used, words, user, spare, nameless }
  const body = fixture.body === undefined ? spareBody(route, replacing) : undefined
  return {
    ...route,
    spare,
    sample: {
      ...sample,
      params: { ...sample.params, ...spare },
      query: spareQuery(route, replacing),
      ...(body === undefined ? {} : { body }),
    },
  }
}
