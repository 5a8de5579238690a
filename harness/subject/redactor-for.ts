import { relative } from 'node:path'
import { declarationOf, leavesOf } from '../../server/internal.ts'
import type { Fixtures, Secret } from '../model/fixtures.ts'
import type { Route } from '../model/route.ts'
import { Redactor } from '../text/redact.ts'

/** The secrets of fixtures, and the keys that the run has found. */
export function secretsIn({ secrets, foundKeys = {} }: Pick<Fixtures, 'secrets' | 'foundKeys'>): readonly Secret[] {
  const keys = Object.entries(foundKeys).map(([name, value]): Secret => ({ value, label: `the key of ${name}` }))
  return keys.length === 0 ? secrets : [...secrets, ...keys]
}

/** Hides the secrets of fixtures; words of the routes, and of the files that declare them, and the names of users give nothing away. */
export function redactorFor(
  fixtures: Pick<Fixtures, 'secrets' | 'foundKeys'> & Partial<Pick<Fixtures, 'users'>>,
  planned: readonly { readonly route: Pick<Route, 'path' | 'auth' | 'source' | 'authSource'> }[],
): Redactor {
  const files = planned.flatMap(({ route: { auth, source, authSource } }) => [
    source,
    authSource,
    ...leavesOf(auth).map(declarationOf),
  ])
  const names = Object.keys(fixtures.users ?? {})
  const texts = [
    ...names,
    ...planned.map(({ route }) => route.path),
    ...files.map((place) => place && relative('', place.file)),
  ]
  return new Redactor(secretsIn(fixtures), new Set(texts.flatMap((text) => text?.toLowerCase().match(/[a-z]+/g) ?? [])))
}
