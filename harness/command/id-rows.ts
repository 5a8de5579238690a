import { formatAuth, leavesOf } from '../../server/internal.ts'
import { printName } from '../model/row-name.ts'
import type { Route } from '../model/route.ts'
import { idOf, lettersOf } from '../subject/scenario.ts'
import { type CatalogueRow, readCatalogue } from './catalogue.ts'

/** The parts of a name and of an id beside row and route. */
const EXERCISES = ['wire', 'sealed', 'wrapped'] as const
const FORMS = [{}, { form: 'optional' }, { form: 'wrong' }, { form: 'good' }] as const
const NUMBERS = ['2', '3', '4']

/** The row of an id, and where it is tried; the rows whose ids begin alike where it is of none of the routes. */
export interface IdRows {
  readonly rows: readonly CatalogueRow[]
  /** The operation and what guards it. */
  readonly at?: string
}

/** Reads the id of a scenario that no plan has before the run: it is made of the operation, the name and the authenticator. */
export function rowsOfId(id: string, routes: readonly Route[], users: readonly string[]): IdRows {
  const [, letters] = /^([a-z]{1,2})-[\da-f]{8}$/.exec(id) ?? []
  if (letters === undefined) return { rows: [] }
  const variants = [{}, ...[...users, ...NUMBERS].map((variant) => ({ variant }))]
  const named = readCatalogue().flatMap((row) =>
    variants.flatMap((variant) =>
      FORMS.map((form) => ({ row, name: printName({ row: row.name, ...variant, ...form }) })),
    ),
  )
  const alike = named.filter(({ name }) => lettersOf(name) === letters)
  for (const route of routes)
    for (const { row, name } of alike)
      if (isOf(route, name, id)) return { rows: [row], at: `${route.key} ${formatAuth(route.auth)}` }
  return { rows: [...new Set(alike.map(({ row }) => row))] }
}

function isOf(route: Route, name: string, id: string): boolean {
  const authenticators = [undefined, ...leavesOf(route.auth).map((leaf) => leaf.name)]
  return authenticators.some((authenticator) =>
    EXERCISES.some((exercise) => {
      const facts = authenticator === undefined ? { name, exercise } : { name, exercise, authenticator }
      return idOf(route, facts) === id
    }),
  )
}
