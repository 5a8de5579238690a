import { foldName, singular } from '../ask/values.ts'
import type { FixtureFile } from '../credentials/define.ts'
import type { Route } from '../model/route.ts'
import { paramsOf } from '../whose/path-nouns.ts'
import { isSafeMethod } from '../../server/internal.ts'

/** Parameters that choose among few words, whatever the record: `/api/v[version]/login`. */
const WORD = /^(?:api)?version$|^(?:lang|language|locale)$/
/** The same of reads: `/orders/[id]/pages/type/[page_type]`. */
const KIND = /(?:type|format|kind)$/
/** Numbers that choose a part of a list: `/orders/page/[page]/size/[size]`. */
const PART = /^(?:page(?:no|num|number|index)?|pagenumber|offset|skip)$/
const LENGTH =
  /^(?:pagesize|pagelimit|perpage|limit|size|take|(?:num|number|count)?(?:of)?(?:records|items|rows|entries|results))(?:perpage)?$/

/** Entries that are asked for, where the document says nothing. */
const ENTRIES = '25'

/**
 * Routes whose paths have the values of parameters that name no record: a version, a language, the page of a list. Such a path
 * is a list, or about one record, whatever these are. What the fixtures of the route name stays a parameter.
 */
export function withChoices(
  routes: readonly Route[],
  { routes: said = {} }: Pick<FixtureFile, 'routes'>,
): readonly Route[] {
  return routes.map((route) => {
    const params = said[route.key]?.params ?? {}
    const named = new Set(Object.entries(params).flatMap(([name, value]) => [name, ...namesIn(value)]))
    const path = route.path.replace(/\[([^\].]+)\]/g, (whole, name: string, at: number) =>
      named.has(name) ? whole : (choiceOf(name, route, at) ?? whole),
    )
    return path === route.path ? route : { ...route, path }
  })
}

/** The parameters of one user. */
function namesIn(value: unknown): readonly string[] {
  return typeof value === 'object' && value !== null ? Object.keys(value) : []
}

function choiceOf(name: string, { method, path, sample }: Route, at: number): string | undefined {
  const value = sample?.params[name]
  const folded = foldName(name)
  const before = path.slice(0, at).split('/').at(-2) ?? ''
  // `/pages/[page]` is one page.
  const isRecord = foldName(before) !== folded && singular(before) === folded
  if (value === undefined || isRecord) return undefined
  if (WORD.test(folded)) return value
  // A change with them is for records that are there.
  if (!isSafeMethod(method)) return undefined
  if (KIND.test(folded)) return value
  if (!/^\d+$/.test(value)) return undefined
  if (LENGTH.test(folded)) return value === '1' ? ENTRIES : value
  // `/wiki/[page]` is one page, too.
  const isOfList = foldName(before).includes(folded) || paramsOf({ path }).some((one) => LENGTH.test(foldName(one)))
  return PART.test(folded) && isOfList ? value : undefined
}
