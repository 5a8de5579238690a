import { isCookie, isSafeMethod } from '../../server/internal.ts'
import { authenticatorsOf } from '../model/route.ts'
import type { Answer, Exploration } from '../ask/exploration.ts'
import { ATTACKER, isForgeable } from './cross-site.ts'

const FOREIGN = ['Origin', ATTACKER] as const

/** Header fields of a page of another site, the most telling first; `isSent`: browsers send exactly these. */
const SENDERS: readonly (readonly [title: string, isSent: boolean, ...headers: (readonly [string, string])[]])[] = [
  ['a foreign Origin and Sec-Fetch-Site: cross-site', true, FOREIGN, ['Sec-Fetch-Site', 'cross-site']],
  ['a foreign Origin and a foreign Referer', true, FOREIGN, ['Referer', `${ATTACKER}/`]],
  ['a foreign Origin and no Referer', true, FOREIGN],
  ['the Origin null', true, ['Origin', 'null']],
  ['Sec-Fetch-Site: cross-site alone', false, ['Sec-Fetch-Site', 'cross-site']],
  ['a foreign Referer alone', false, ['Referer', `${ATTACKER}/`]],
  ['neither Origin nor Referer', false],
]

/**
 * Operations that say `csrf: false` and whose code asks for a proof of origin itself: where one page of another site is refused, every
 * other that a browser may show is, too. Where none is refused, the plan asks what else keeps such pages out.
 */
export async function exploreOwnProof(world: Exploration): Promise<void> {
  for (const route of world.routes) {
    if (route.csrfNever !== true || isSafeMethod(route.method) || !isForgeable(route, world)) continue
    const cookies = new Set(authenticatorsOf([route]).flatMap(({ name, carrier }) => (isCookie(carrier) ? [name] : [])))
    const as = world.users.find(({ credentials }) =>
      credentials.some(({ authenticator }) => cookies.has(authenticator)),
    )
    const own = as && (await world.ask({ route, as }))
    if (own === undefined || !own.isGood) continue
    const sent: { readonly title: string; readonly isSent: boolean; readonly answer: Answer }[] = []
    for (const [title, isSent, ...headers] of SENDERS) {
      const kept = own.request.headers.filter(
        ([name]) => !/^(?:authorization|origin|referer|sec-fetch-.*)$/i.test(name),
      )
      const answer = await world.send({ ...own.request, headers: [...kept, ...headers] })
      if (answer !== undefined) sent.push({ title, isSent, answer })
    }
    const refused = sent.filter(({ answer: { status } }) => status >= 400 && status < 500)
    const passed = sent.filter(({ answer }) => answer.isGood)
    const taken = passed.find(({ isSent }) => isSent)
    const [first] = refused
    if (first === undefined) continue
    const tried = { row: 'csrf.session', route } as const
    if (taken === undefined) world.passed({ ...tried, answers: [first.answer] })
    else
      world.found({
        ...tried,
        answers: [first.answer, taken.answer],
        code: 'accepted',
        expected: `a refusal, as with ${refused.map(({ title }) => title).join(', with ')}`,
        got: `${taken.answer.status} with ${passed.map(({ title }) => title).join(', with ')}`,
        cause: `${route.key} asks for a proof of origin in its own code, and pages of other sites pass with ${taken.title}: a header that is absent counts as one of the own site. Compare Origin, and refuse a request without it`,
      })
  }
}
