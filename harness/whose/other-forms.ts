import type { Answer, Exploration } from '../ask/exploration.ts'
import { isWayTo } from '../ask/contacts.ts'
import { foldName, ID_NAMES, isExactTime, isTelling, type Leaf, leavesOfJson } from '../ask/values.ts'
import { isProtected, type Route } from '../model/route.ts'
import { decodePercent } from '../text/encoding.ts'
import { isGivenNothing } from './hidden.ts'
import { foundShown } from './judge-change.ts'
import { shapeOf } from './operations.ts'
import { paramsOf, withoutSlash } from './path-nouns.ts'
import type { Reading } from './reading.ts'

/** Ends of paths that give what stands before them in another form: `/attendees.csv`, `/invoices/[id]/pdf`, `/orders/export`. */
const FORM =
  /(?:\.(?:csv|tsv|json|xml|pdf|txt|xlsx?|ods|zip|ics|html)|\/(?:export|download|print|raw|csv|pdf|xlsx?|xml|ics))$/i

/**
 * The same records in another form: a user whom the plain operation refuses must not get the table or the page of them. Values of the plain answer to a user
 * who gets it are looked for in the text.
 */
export async function exploreForms(world: Exploration, reading: Reading): Promise<void> {
  for (const route of world.routes) {
    const plain = route.method === 'GET' && isProtected(route) ? plainOf(route, world) : undefined
    const isAsked = [route, plain].every((one) => one !== undefined && world.whyNot(one) === undefined)
    if (plain !== undefined && isAsked && world.wants('resource.other', route) && !world.hasFound(route))
      await tryForm({ route, plain }, world, reading)
  }
}

function plainOf({ path }: Route, { routes }: Exploration): Route | undefined {
  const shape = shapeOf(withoutSlash(path))
  const end = FORM.exec(shape)?.[0]
  return end === undefined
    ? undefined
    : routes.find((one) => one.method === 'GET' && shapeOf(one.path) === shape.slice(0, -end.length))
}

async function tryForm(
  { route, plain }: { readonly route: Route; readonly plain: Route },
  world: Exploration,
  reading: Reading,
): Promise<void> {
  const answers: Answer[] = []
  for (const user of world.users) {
    const answer = await world.ask({ route: plain, as: user })
    if (answer !== undefined) answers.push(answer)
  }
  const own = answers.find(({ isGood }) => isGood)
  const owner = own?.as
  if (own === undefined || owner === undefined) return
  for (const refused of answers) {
    const user = refused.as
    if (user === undefined || refused === own || refused.isGood || !isGivenNothing(refused, own)) continue
    const control = await world.ask({ route, as: owner })
    const answer = control?.isGood === true ? await world.ask({ route, as: user }) : undefined
    if (control === undefined || answer === undefined) return
    const sent = decodePercent(control.request.target)
    const isOne = (leaf: Leaf): boolean => paramsOf(route).length > 0 || isOfOneRecord(leaf)
    const isTheirs = (text: string): boolean =>
      leavesOfJson(own.json).some(
        (leaf) =>
          isTelling(leaf.value) &&
          isOne(leaf) &&
          !sent.includes(String(leaf.value)) &&
          text.includes(String(leaf.value)) &&
          !reading.knows(user.name, leaf.value),
      )
    if (!isTheirs(control.text)) return
    const title = `what ${plain.key} refuses to ${user.name}, in another form`
    const record = { owner, user, own: control }
    const tried = {
      row: 'resource.other',
      route,
      variant: `form.${user.name}`,
      title,
      answers: [own, answer],
      record,
    } as const
    const cause = `${route.key} gives what ${plain.key} refuses: who asks is not looked at for this form of it`
    if (answer.isGood && isTheirs(answer.text)) return foundShown(tried, cause, world)
    world.passed(tried)
  }
}

/** Whether a value is that of one record: two users may have the same word in theirs. */
function isOfOneRecord(leaf: Leaf): boolean {
  return ID_NAMES.has(foldName(leaf.name)) || /id$/i.test(leaf.name) || isWayTo(leaf) || isExactTime(leaf.value)
}
