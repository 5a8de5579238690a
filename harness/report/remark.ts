import { groupBy, plural } from '../../server/internal.ts'
import type { Remark } from '../model/remark.ts'

/** The kinds of remarks that a reader has to know, the most important first: all of them are shown. */
const TO_KNOW: readonly Remark['kind'][] = ['leftover', 'question', 'warning']
const RANKS: readonly Remark['kind'][] = [...TO_KNOW, 'notice', 'convention']
/** Conventions that are shown: they are ways of the server, and the same on all routes. */
const CONVENTIONS = 6
/** Routes of one question that are shown. */
const QUESTIONED = 6

/** One line: `warning   GET /pets  …`, `remark   GET /pets missing  …`. */
export function formatRemark({ kind, route, scenario, message }: Remark): string {
  const where = [route, scenario].filter((part) => part !== undefined).join(' ')
  return `${kind === 'convention' ? 'remark' : kind}   ${where === '' ? '' : `${where}  `}${message}`
}

/**
 * A line for each thing that is remarked, the most important first, with how often it was: a convention of a server shows on
 * every route. Lines that are left out are counted.
 *
 * @param isAll a line for each remark
 */
export function remarkLines(remarks: readonly Remark[], isAll: boolean = false): readonly string[] {
  return RANKS.flatMap((kind) => {
    const those = remarks.filter((remark) => remark.kind === kind)
    if (kind === 'leftover') return foldNames(those.map(formatRemark))
    if (kind === 'question') return foldRoutes(those, isAll)
    const groups = groupBy(those, (remark) =>
      remark.about === undefined || (isAll && kind === 'notice') ? formatRemark(remark) : remark.about,
    )
    const lines = [...groups.values()].map(([first, ...others]) =>
      others.length > 0 ? `${formatRemark(first)}  (${timesOf(first, others)})` : formatRemark(first),
    )
    const most = isAll || kind !== 'convention' ? lines.length : CONVENTIONS
    return lines.length > most ? [...lines.slice(0, most), `remark   and ${lines.length - most} more: --all`] : lines
  })
}

/** The same question of several routes as one: `question   GET /a, GET /b  …`. */
function foldRoutes(questions: readonly Remark[], isAll: boolean): readonly string[] {
  return [...groupBy(questions, ({ message }) => message)].map(([, [first, ...others]]) => {
    const routes = [...new Set([first, ...others].flatMap(({ route }) => route ?? []))]
    const shown = isAll ? routes : routes.slice(0, QUESTIONED)
    const more = routes.length > shown.length ? ` and ${routes.length - shown.length} more (--all)` : ''
    return formatRemark(routes.length < 2 ? first : { ...first, route: `${shown.join(', ')}${more}` })
  })
}

/** Texts that differ in their last word alone as one, with all of these words: `the user ann, bob (2)`. */
export function foldNames(texts: readonly string[]): readonly string[] {
  const groups = groupBy([...new Set(texts)], (text) => text.slice(0, text.lastIndexOf(' ')))
  return [...groups].map(([start, [only, ...others]]) => {
    const names = [only, ...others].map((text) => text.slice(start.length + 1))
    return others.length === 0 ? only : `${start} ${names.join(', ')} (${names.length})`
  })
}

export function isToKnow({ kind }: Remark): boolean {
  return TO_KNOW.includes(kind)
}

/** How many of each kind that a reader has to know: `2 leftovers  1 question`. */
export function countRemarks(remarks: readonly Remark[]): string {
  const counts = TO_KNOW.map((kind) => [kind, countOf(remarks.filter((one) => one.kind === kind))] as const)
  return counts.flatMap(([kind, count]) => (count === 0 ? [] : [plural(count, kind)])).join('  ')
}

function countOf(remarks: readonly Remark[]): number {
  return new Set(remarks.map((one) => (one.kind === 'question' ? one.message : formatRemark(one)))).size
}

/** A notice is made once for a route, a convention shows with each request. */
function timesOf({ kind, route }: Remark, others: readonly Remark[]): string {
  const more = others.length
  if (kind !== 'notice') {
    const routes = new Set(others.map((one) => one.route)).add(route).size
    return routes === 1 ? `${more + 1} times` : `${more + 1} times on ${routes} routes`
  }
  if (route === undefined) return `and ${more} more of this kind: --all`
  return more === 1 ? 'and 1 more route' : `and ${more} more routes`
}
