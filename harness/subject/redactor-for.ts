import { relative } from 'node:path'
import { declarationOf, leavesOf } from '../../server/internal.ts'
import type { Secret } from '../model/fixtures.ts'
import type { Route } from '../model/route.ts'
import { Redactor } from '../text/redact.ts'

/** Hides the secrets of fixtures; words of the routes, and of the files that declare them, give nothing away. */
export function redactorFor(
  { secrets }: { readonly secrets: readonly Secret[] },
  planned: readonly { readonly route: Pick<Route, 'path' | 'auth' | 'source' | 'authSource'> }[],
): Redactor {
  const files = planned.flatMap(({ route: { auth, source, authSource } }) => [
    source,
    authSource,
    ...leavesOf(auth).map(declarationOf),
  ])
  const texts = [...planned.map(({ route }) => route.path), ...files.map((place) => place && relative('', place.file))]
  return new Redactor(secrets, new Set(texts.flatMap((text) => text?.toLowerCase().match(/[a-z]+/g) ?? [])))
}
