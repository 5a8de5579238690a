import type { Answer, Exploration } from '../ask/exploration.ts'
import type { Credential } from '../model/fixtures.ts'
import type { Route } from '../model/route.ts'
import { type Held, heldOn, signedParameters } from './holders.ts'

/** Requests that are sent for one operation. */
const MOST = 8

/**
 * Signed links whose signature covers the path: a character that goes from an id in it to a signed parameter, or the other way. Where both are written
 * one behind the other, the signature is the same, and a link to one record opens another (CWE-347). The code has to refuse it before a handler runs.
 */
export async function exploreMovedParts(world: Exploration): Promise<void> {
  const isLink = ({ value }: Credential): boolean =>
    value.type === 'parts' && value.signs?.includes('path') === true && value.signs.includes('query')
  for (const held of heldOn('signed.moved', isLink, world)) if (!world.isOver()) await move(held, world)
}

async function move({ route, credential: link, as }: Held, world: Exploration): Promise<void> {
  const own = await world.ask({ route, as })
  if (own?.isGood !== true) return
  const names = signedParameters(link, own).map(([name]) => name)
  let last: Answer | undefined
  for (const { target, title } of movedIn(own.request.target, route, names).slice(0, MOST)) {
    const answer = await world.send({ ...own.request, target })
    if (answer === undefined) return
    last = answer
    const hasPassed = (answer.entry?.runs.length ?? 0) > 0
    if (!hasPassed) continue
    return world.found({
      row: 'signed.moved',
      route,
      title: `a good link with ${title}`,
      answers: [own, answer],
      code: 'accepted',
      expected: 'a refusal: what is signed is another text',
      got: `${answer.status}, and the handler ran`,
      cause: `${link.authenticator} signs the parts of a link one behind the other, with nothing between them: with ${title} the signature is the same`,
    })
  }
  if (last !== undefined) world.passed({ row: 'signed.moved', route, answers: [last] })
}

interface Moved {
  readonly target: string
  readonly title: string
}

/** The target with one character moved, for each parameter of the path and each that is signed. */
function movedIn(target: string, { base, path }: Route, names: readonly string[]): readonly Moved[] {
  const [own = '', query = ''] = target.split('?')
  const fields = new URLSearchParams(query)
  const steps = own.split('/')
  const template = (base + path).split('/')
  return template.flatMap((part, at) => {
    const id = decodeURIComponent(steps[at] ?? '')
    if (!part.startsWith('[') || id === '') return []
    return names.flatMap((name): readonly Moved[] => {
      const value = fields.get(name) ?? ''
      const write = (first: string, second: string): string => {
        const moved = new URLSearchParams(fields)
        moved.set(name, second)
        return `${steps.with(at, encodeURIComponent(first)).join('/')}?${moved}`
      }
      const behind = {
        target: write(id.slice(0, -1), id.slice(-1) + value),
        title: `the last character of ${part} before ${name}`,
      }
      const before = {
        target: write(id + value.slice(0, 1), value.slice(1)),
        title: `the first character of ${name} behind ${part}`,
      }
      // An empty part is refused for another reason.
      return [...(id.length < 2 ? [] : [behind]), ...(value.length < 2 ? [] : [before])]
    })
  })
}
