import type { Route } from '../model/route.ts'
import { bodyOf } from '../ask/bodies.ts'
import { reportUnlimited } from './unlimited.ts'
import type { Answer, Exploration, User } from '../ask/exploration.ts'
import type { Throwaways } from '../ask/throwaways.ts'
import { foldName } from '../ask/values.ts'
import { isOfOne, lastNounOf, paramsOf, withoutSlash } from '../whose/path-nouns.ts'
import { GUESSES, limitIn, viewOf } from './guess-limit.ts'

/** Things that are worth something to everybody who knows their code. */
const WORTH = /coupon|voucher|promo|gift|invit|redeem|discount/i

/**
 * Tries wrong codes of coupons and invitations where one is looked up, then a code that was made for the run: it must have been limited
 * before. Without a code of its own the run proves nothing.
 */
export async function exploreLookups(world: Exploration, throwaways: Throwaways | undefined): Promise<void> {
  const { limits = GUESSES } = world.fixtures.policy
  if (!world.mayWrite || typeof limits === 'object') return
  for (const route of world.routes.filter(isLookup)) {
    if (world.whyNot(route) !== undefined || !world.wants('guess.limit', route)) continue
    const code = await makeCode(world)
    const user = (await throwaways?.make()) ?? world.users[0]
    if (code !== undefined && user !== undefined) await tryLookup({ route, code, user, most: limits }, world)
  }
}

/** `GET /coupons/[code]`: one parameter, the last step, that is a code. */
function isLookup(route: Route): boolean {
  const [param = '', more] = paramsOf(route)
  const isCode = /code|key|slug/.test(foldName(param)) && WORTH.test(`${lastNounOf(route)} ${param}`)
  return route.method === 'GET' && more === undefined && isOfOne(route) && isCode
}

/** A code that was made by a user who may, and that is deleted by it. */
async function makeCode(world: Exploration): Promise<string | undefined> {
  const code = `${world.mark}g${Math.floor(Math.random() * 1e6)}`
  for (const create of world.routes.filter(({ method, path }) => method === 'POST' && !path.includes('['))) {
    const member = create.inputs?.body.find(({ path: [name = ''], isRequired }) => isRequired && /code$/i.test(name))
    const remove = world.routes.find(
      ({ method, path }) =>
        method === 'DELETE' && path.startsWith(`${withoutSlash(create.path)}/[`) && isOfOne({ path }),
    )
    const [param = '', more] = remove === undefined ? [] : paramsOf(remove)
    const isOwn = more === undefined && /code/i.test(param) && WORTH.test(lastNounOf(create))
    if (member === undefined || remove === undefined || !isOwn || world.whyNot(create) !== undefined) continue
    world.journal.add({ kind: 'record', read: '', remove: remove.key, params: { [param]: code } })
    const { body } = bodyOf(create, `${world.mark} text`, world, 'none')
    for (const as of world.users.toSorted((one, other) => other.roles.length - one.roles.length))
      if ((await world.ask({ route: create, as, body: { ...body, [member.path[0] ?? '']: code } }))?.isGood === true)
        return code
  }
  return undefined
}

interface Lookup {
  readonly route: Route
  /** A code that is good. */
  readonly code: string
  readonly user: User
  readonly most: number
}

async function tryLookup({ route, code, user, most }: Lookup, world: Exploration): Promise<void> {
  const [param = ''] = paramsOf(route)
  const ask = (value: string): Promise<Answer | undefined> => world.ask({ route, as: user, params: { [param]: value } })
  const answers: Answer[] = []
  const started = performance.now()
  for (let at = 0; at < most && !world.isOver(); at++) {
    const answer = await ask(`WRONG${String(at).padStart(4, '0')}`)
    if (answer === undefined) return
    answers.push(answer)
    if (limitIn(answer) !== undefined) break
  }
  const seconds = ((performance.now() - started) / 1_000).toFixed(1)
  const right = await ask(code)
  const [first, last] = [answers[0], answers.at(-1)]
  if (first === undefined || last === undefined || right === undefined) return
  const title = `${answers.length} wrong codes, one after the other, then a right one`
  const tried = { row: 'guess.limit', route, title, answers: [first, last, right] } as const
  const isSame = viewOf(first, '') === viewOf(last, '')
  if (limitIn(last) !== undefined || !isSame || answers.some(({ isGood }) => isGood)) return world.passed(tried)
  if (!right.isGood) return world.inconclusive(tried, `a code of the run is answered with ${right.status}`)
  const unlimited = {
    ...tried,
    expected: 'an answer that is slower, or a refusal of more guesses',
    got: `${answers.length} wrong codes in ${seconds} s: none slowed or refused, and a right one is answered`,
    says: `takes any number of wrong codes of one user: ${answers.length} of them met no limit`,
  }
  reportUnlimited(unlimited, world)
}
