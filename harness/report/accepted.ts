import { groupBy } from '../../server/internal.ts'
import type { Verdict } from '../model/verdict.ts'

/** Requests of one scenario that passed with a good credential in an unusual place or spelling. */
export interface AcceptedGroup {
  /** Of the scenario: `bearer.query-access-token`. */
  readonly name: string
  readonly title: string
  readonly routes: readonly string[]
  /** As the first of them was sent, and what it got; redacted. */
  readonly sent: string
  readonly got: string
  /** Ids of the scenarios. */
  readonly scenarios: readonly string[]
  /** Why it matters; absent where only its sender has the credential all the same. */
  readonly note?: string
}

const IN_URL = 'in the URL it reaches logs, histories and other sites (RFC 6750 section 5.3)'

/** By the names of scenarios; what was read from the URL comes first. */
export function groupAccepted(verdicts: readonly Verdict[]): readonly AcceptedGroup[] {
  const found = verdicts.filter((verdict) => verdict.accepted !== undefined)
  const groups = [...groupBy(found, ({ scenario }) => scenario.name).values()].map(
    ([first, ...more]): AcceptedGroup => {
      const all = [first, ...more].map(({ scenario }) => scenario)
      const { name, title } = first.scenario
      return {
        name,
        title,
        routes: [...new Set(all.map(({ route }) => route))],
        sent: first.accepted?.sent ?? '',
        got: first.accepted?.got ?? '',
        scenarios: all.map(({ id }) => id),
        ...(first.accepted?.isInUrl === true ? { note: IN_URL } : {}),
      }
    },
  )
  return groups.toSorted((one, other) => Number(other.note !== undefined) - Number(one.note !== undefined))
}

/** `a good token in access_token: GET /me, GET /x and 3 more routes`, and why it matters. */
export function describeAccepted({ title, routes, note }: AcceptedGroup): string {
  const more = routes.length > NAMED ? ` and ${routes.length - NAMED} more routes` : ''
  return `${title}: ${routes.slice(0, NAMED).join(', ')}${more}${note === undefined ? '' : `   ${note}`}`
}

const NAMED = 3
