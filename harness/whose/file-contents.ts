import type { Answer, Exploration } from '../ask/exploration.ts'
import { leavesOfJson, singular } from '../ask/values.ts'
import type { Route } from '../model/route.ts'
import { isOfOne, lastNounOf, paramsOf } from './path-nouns.ts'
import type { Pair } from './find-made.ts'
import { isHidden, isRefused } from './hidden.ts'
import { foundShown } from './judge-change.ts'
import { makeRecord } from './making.ts'
import { type Records, recordsFor } from './record-places.ts'

/** Steps of a path behind a record that stand for its bytes. */
const CONTENT = /^(?:blob|bytes|contents?|download|export|file|original|raw|thumbnail)$/i
const FILE_NAME = /^(?:file|file_?name|name)$/i

/** The content of a file, and the records that it is of: `/files/[id]/download`, `/file/scans/[scan]/[filename]`. */
export interface Content {
  readonly records: Records
  /** The parameter that names the record. */
  readonly param: string
  /** The parameter that names the file once more. */
  readonly fileName?: string
}

/** The records whose content a read gives; `undefined` for any other read. */
export function contentOf(route: Route, world: Exploration): Content | undefined {
  const params = paramsOf(route)
  const last = params.at(-1) ?? ''
  const isNamed = params.length > 1 && FILE_NAME.test(last) && route.path.endsWith(`/[${last}]`)
  const item = route.path.slice(0, isNamed ? route.path.lastIndexOf('/') : route.path.lastIndexOf(']') + 1)
  const rest = route.path.slice(item.length + 1)
  if (!item.endsWith(']') || (!isNamed && !CONTENT.test(rest))) return undefined
  const param = paramsOf({ path: item }).at(-1) ?? ''
  const noun = singular(lastNounOf({ path: item }))
  const same = world.routes.filter((one) => one.method === 'GET' && isOfOne(one) && paramsOf(one).length === 1)
  // The bytes of a record may have a path of their own: `/file/scans/[scan]`, and not `/api/scans/[scan]`.
  const other = same.find((one) => singular(lastNounOf(one)) === noun && one.path !== item)
  const records = recordsFor({ path: item }, world) ?? (other && recordsFor(other, world))
  return records && { records, param, ...(isNamed ? { fileName: last } : {}) }
}

/** The content of a file that the run has made, asked for by one from whom the file itself is kept. */
export async function tryContent(
  route: Route,
  { records, param, fileName }: Content,
  pair: Pair,
  world: Exploration,
): Promise<void> {
  const { owner, other } = pair
  const made = await makeRecord(records, owner, world, { stranger: other })
  if (made === undefined) return
  const facts = await world.ask({ route: records.read, as: owner, params: made.params })
  const named = fileName === undefined ? {} : { [fileName]: fileNameIn(facts) ?? `${made.text}.txt` }
  const { [records.param]: id = '', ...around } = made.params
  const params = { ...around, [param]: id, ...named }
  const own = await world.ask({ route, as: owner, params })
  if (own?.isGood !== true || !own.text.includes(made.text)) return
  if (!(await isRefused(records, made.params, pair, world)) && !(await isHidden(records, made, pair, world))) return
  const answer = await world.ask({ route, as: other, params })
  if (answer === undefined) return
  const title = `the content of a file of ${owner.name}, asked for by ${other.name}`
  const record = { owner, user: other, own }
  const tried = { row: 'resource.other', route, variant: 'content', title, answers: [own, answer], record } as const
  if (!answer.isGood || !answer.text.includes(made.text)) return world.passed(tried)
  foundShown(
    tried,
    `${route.key} gives the content of a file to any user who names it: whose it is, is not compared with who asks`,
    world,
  )
}

function fileNameIn(facts: Answer | undefined): string | undefined {
  const found = leavesOfJson(facts?.json).find(({ name }) => /^(?:original)?_?file_?name$/i.test(name))
  return typeof found?.value === 'string' ? found.value : undefined
}
