import { bodyOf, memberName } from '../ask/bodies.ts'
import type { Answer, Exploration, User } from '../ask/exploration.ts'
import type { Throwaways } from '../ask/throwaways.ts'
import { leavesOfJson } from '../ask/values.ts'
import { MULTIPART } from '../model/request.ts'
import { isProtected, type Route } from '../model/route.ts'
import { decodedOrEmpty } from '../text/encoding.ts'
import { isOfCaller } from '../guesses/own-changes.ts'
import { askOtherwise } from '../whose/other-bodies.ts'
import { paramsOf } from '../whose/path-nouns.ts'

/** A file that was uploaded, as the answer names it: the read of the document, and the values of its path. */
interface Uploaded {
  readonly read: Route
  readonly params: Readonly<Record<string, string>>
}

/** The end of a path that is the name of a file. */
const FILE = /\.\w{2,5}$/

/**
 * Files that a user of the run uploads, asked for without a credential by the address that the upload has answered. A finding where the document guards
 * the read: a folder of files is often served before the guard. Two uploads have two addresses, else the file may be another one.
 */
export async function exploreUploads(world: Exploration, people: Throwaways): Promise<void> {
  const reads = world.routes.filter((route) => route.method === 'GET' && isProtected(route) && FILES.test(route.path))
  for (const route of reads.length === 0 ? [] : world.routes) {
    if (!isUpload(route) || world.whyNot(route) !== undefined || world.isOver()) continue
    const user = people.made[0] ?? (await people.make())
    if (user === undefined) return
    const [first, second] = [await upload(route, user, world), await upload(route, user, world)]
    const others = new Set(uploadedBy(second, reads).map(({ params }) => JSON.stringify(params)))
    const own = uploadedBy(first, reads).find(({ params }) => !others.has(JSON.stringify(params)))
    if (own !== undefined && others.size > 0) await judge(own, user, world)
  }
}

/** A path that ends in a parameter. */
const FILES = /\[[^\]]+\]$/
/** Last steps of paths that replace the one file that there is, or do something with it. */
const REPLACES = /avatar|logo|photo$|picture$|cover|banner|icon|restore|import|replace|background|settings?|config/i
/** Members by which a user publishes a file. */
const PUBLISHES = /public|publish|visib|shared?$/

/** An upload that makes one more file, which it does not say is for all. */
function isUpload(route: Route): boolean {
  const { method, inputs, path } = route
  const isOne = REPLACES.test(path.split('/').at(-1) ?? '') || isOfCaller(route)
  const isPublic = (inputs?.body ?? []).some((member) => PUBLISHES.test(memberName(member)))
  return (
    method === 'POST' &&
    inputs?.contentType === MULTIPART &&
    paramsOf(route).length === 0 &&
    isProtected(route) &&
    !isOne &&
    !isPublic
  )
}

async function upload(route: Route, as: User, world: Exploration): Promise<Answer | undefined> {
  const text = `${world.mark} file`
  world.journal.add({ kind: 'collection', create: route.key })
  const { body } = bodyOf(route, text, world)
  const send = (other: object | undefined): Promise<Answer | undefined> =>
    world.ask({ route, as, ...(other === undefined ? {} : { body: other }) })
  const answer = await send(body)
  return answer?.isGood === true ? answer : (await askOtherwise({ route, text, body, answer, send }, world))?.answer
}

/** The reads whose address stands in an answer. */
function uploadedBy(answer: Answer | undefined, reads: readonly Route[]): readonly Uploaded[] {
  if (answer?.isGood !== true) return []
  return leavesOfJson(answer.json).flatMap(({ value }) => {
    const path = pathOf(String(value))
    if (path === undefined || !FILE.test(path)) return []
    return reads.flatMap((read) => {
      const params = paramsIn(path, read)
      return params === undefined ? [] : [{ read, params }]
    })
  })
}

function pathOf(value: string): string | undefined {
  const isAddress = value.startsWith('/') || /^https?:\/\//.test(value)
  return isAddress && URL.canParse(value, 'http://x') ? new URL(value, 'http://x').pathname : undefined
}

/** The values of a path, if it is one of the read. */
function paramsIn(path: string, { base, path: own }: Route): Uploaded['params'] | undefined {
  const [steps, names] = [path.split('/'), (base + own).split('/')]
  if (steps.length !== names.length) return undefined
  const params: Record<string, string> = {}
  for (const [at, name] of names.entries()) {
    const param = /^\[([^\]]+)\]$/.exec(name)?.[1]
    // Percent escapes that are not UTF-8 give an empty step.
    const step = decodedOrEmpty(steps[at] ?? '')
    if (param === undefined ? step !== name : step === '') return undefined
    if (param !== undefined) params[param] = step
  }
  return params
}

async function judge({ read, params }: Uploaded, as: User, world: Exploration): Promise<void> {
  if (!world.wants('unguarded', read) || world.fixtures.routes[read.key]?.allow.includes('anonymous') === true) return
  const own = await world.ask({ route: read, as, params })
  const open = await world.ask({ route: read, as: undefined, params })
  // A page for all that is not there, or a picture that stands for all.
  const none = await world.ask({ route: read, as: undefined, params: withNone(params, world.mark) })
  if (own?.isGood !== true || open === undefined || none === undefined || none.text === open.text) return
  const tried = { row: 'unguarded', route: read, answers: [own, open] } as const
  if (!open.isGood || open.text !== own.text) world.passed(tried)
  else
    world.found({
      ...tried,
      code: 'exposed',
      expected: '401 or 403',
      got: `${open.status} without a credential, with the file that a user has uploaded`,
      cause: `anonymous clients may ${read.key}: the files that users upload are given to every client, and the document asks for a credential`,
    })
}

/** The same path with the name of a file that is not there. */
function withNone(params: Uploaded['params'], mark: string): Uploaded['params'] {
  const [last] = Object.keys(params).toReversed()
  return last === undefined ? params : { ...params, [last]: `${mark}-none${FILE.exec(params[last] ?? '')?.[0] ?? ''}` }
}
