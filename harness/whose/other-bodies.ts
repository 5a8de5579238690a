import { bodyOf, namesRecord } from '../ask/bodies.ts'
import { type BodyWay, knownWay, noteWay, saidOf } from '../ask/body-ways.ts'
import type { Answer, Ask, Maker } from '../ask/exploration.ts'
import { membersNamedIn } from '../ask/named-members.ts'
import { MULTIPART } from '../model/request.ts'
import type { Route } from '../model/route.ts'
import { saysTaken } from '../text/says-taken.ts'

/** Other bodies that are sent in the place of one that the server refuses. */
const MOST_TRIES = 6

/** Whether a server refuses what was sent, and not who sent it. Some answer a body that they cannot read with 500. */
export function refusesBody(answer: Answer | undefined): answer is Answer {
  if (answer === undefined || answer.isGood || saysTaken(answer)) return false
  return [400, 412, 415, 422, 500].includes(answer.status) || (answer.status >= 200 && answer.status < 300)
}

/** A request whose body was refused. */
export interface Refused {
  readonly route: Route
  readonly text: string
  readonly body: object | undefined
  readonly answer: Answer | undefined
  /** The whole body, in a way; that of the operation alone, if absent. */
  readonly build?: (way: BodyWay) => Promise<object | undefined>
  readonly send: (body: object) => Promise<Answer | undefined>
}

/** A body that the server has taken. */
export interface Taken {
  readonly answer: Answer
  readonly body: object
}

/**
 * Sends the bodies that a server may want instead: values by the name of a member, what the refusal names, all records that the body may name,
 * a title and a text alone, the required members alone. What it takes is how bodies of the operation are from then on. Once for each operation of a run.
 */
export async function askOtherwise(refused: Refused, world: Maker): Promise<Taken | undefined> {
  const { route, text, send } = refused
  const isKnown = knownWay(route.key, world) !== undefined
  if (isKnown || (route.inputs?.body ?? []).length === 0 || !refusesBody(refused.answer)) return undefined
  noteWay(route.key, null, world)
  const build = refused.build ?? (async (way: BodyWay) => bodyOf(route, text, world, way.optional, way).body)
  const sent = new Set([JSON.stringify(refused.body)])
  let said: BodyWay['said'] = new Map()
  let answer: Answer | undefined = refused.answer
  let { body } = refused
  for (let tries = 0; tries < MOST_TRIES && answer !== undefined; tries++) {
    said = new Map([...said, ...saidIn(answer, route, body ?? {}, world)])
    const next = await nextBody(said, { route, build, sent })
    if (next === undefined) return undefined
    body = next.body
    answer = await send(body)
    if (answer?.isGood === true) {
      noteWay(route.key, next.way, world)
      return { answer, body }
    }
  }
  return undefined
}

/** No value is made up for a member that names another record: there may be one of that name. Addresses and passwords have values of their own. */
function saidIn(answer: Answer, { inputs }: Route, body: object, world: Maker): BodyWay['said'] {
  const members = inputs?.body ?? []
  const known = members.flatMap(({ path }) => path.at(-1) ?? [])
  // The entries of a list are filled in by what the document says of them.
  const hasEntries = (name: string): boolean =>
    members.some(({ path, entry }) => path.at(-1) === name && entry !== undefined)
  const named = membersNamedIn(answer, known).filter(
    ({ name }) => !namesRecord(name) && !/mail|passw|pwd/i.test(name) && !hasEntries(name),
  )
  return new Map(named.map((one) => saidOf(one, members, body as Readonly<Record<string, unknown>>, world)))
}

/** The first body that was not sent yet. */
async function nextBody(
  said: BodyWay['said'],
  { route, build, sent }: Required<Pick<Refused, 'route' | 'build'>> & { readonly sent: Set<string> },
): Promise<{ readonly way: BodyWay; readonly body: object } | undefined> {
  const files = route.inputs?.contentType === MULTIPART ? [{ isPicture: true as const }] : []
  const ways: readonly Partial<BodyWay>[] = [
    {},
    { isMoment: true },
    ...files,
    { isForAll: true },
    { optional: 'titles' },
    { optional: 'titles', isForAll: true },
    { optional: 'none' },
    { optional: 'all' },
  ]
  for (const one of ways) {
    const way: BodyWay = { optional: 'texts', said, ...one }
    const body = await build(way)
    const written = JSON.stringify(body)
    if (body === undefined || sent.has(written)) continue
    sent.add(written)
    return { way, body }
  }
  return undefined
}

/** Members whose texts are words that the application knows. */
const WORDS = /(?:role|status|state|type|kind|category|level|plan|tier)$/i

/** A creation without words that the application may not know, also where its document asks for them; once for each operation of a run. */
export async function askWordless(
  ask: Omit<Ask, 'body'>,
  more: object,
  text: string,
  world: Maker,
): Promise<Answer | undefined> {
  const { route } = ask
  const known = knownWay(route.key, world)
  const members = (route.inputs?.body ?? []).filter(({ path, isChoice }) => WORDS.test(path.at(-1) ?? '') && !isChoice)
  if (known?.isWordless === true || members.length === 0) return undefined
  const leftOut = members.map(({ path }) => [path.join('/'), () => undefined] as const)
  const said = new Map([...(known?.said ?? []), ...leftOut])
  const way: BodyWay = { optional: 'texts', ...known, said, isWordless: true }
  const answer = await world.ask({ ...ask, body: { ...bodyOf(route, text, world, 'texts', way).body, ...more } })
  noteWay(route.key, way, world)
  return answer?.isGood === true ? answer : undefined
}

/** The same for an addition that was sent with the body of the operation alone: the answer to the body that was taken. @param more beside it */
export async function learnAddition(
  ask: Omit<Ask, 'body'>,
  text: string,
  answer: Answer | undefined,
  world: Maker,
  more: object = {},
): Promise<Answer | undefined> {
  const { route } = ask
  const { body } = bodyOf(route, text, world)
  const send = (other: object): Promise<Answer | undefined> => world.ask({ ...ask, body: { ...other, ...more } })
  return (await askOtherwise({ route, text, body, answer, send }, world))?.answer
}
