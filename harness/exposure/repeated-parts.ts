import type { Answer, Exploration } from '../ask/exploration.ts'
import type { Credential } from '../model/fixtures.ts'
import { changeOne } from '../text/change-one.ts'
import { type Held, heldOn, signedParameters } from './holders.ts'

/**
 * Signed links with one of their parameters once more, with another value: a server may sign the first and use the others. Refusing it is right, and so
 * is reading one alone: a finding is another `request.auth` than that of the link as it was signed (OWASP WSTG-INPV-04, HTTP parameter pollution).
 */
export async function exploreRepeatedParts(world: Exploration): Promise<void> {
  const isLink = ({ value }: Credential): boolean => value.type === 'parts' && value.signs?.includes('query') === true
  for (const held of heldOn('signed.repeated', isLink, world)) await repeat(held, world)
}

async function repeat({ route, credential: link, as }: Held, world: Exploration): Promise<void> {
  const own = await world.ask({ route, as })
  const before = own && authOf(own)
  if (own?.isGood !== true || before === undefined) return
  let last: Answer | undefined
  for (const [name, value] of signedParameters(link, own)) {
    const other = changeOne(value)
    if (other === undefined) continue
    const more = `${encodeURIComponent(name)}=${encodeURIComponent(other)}`
    for (const [where, target] of [
      ['after', `${own.request.target}&${more}`],
      ['before', own.request.target.replace('?', `?${more}&`)],
    ] as const) {
      const answer = await world.send({ ...own.request, target })
      if (answer === undefined) return
      last = answer
      const after = authOf(answer)
      if (!answer.isGood || after === undefined || after === before) continue
      return world.found({
        row: 'signed.repeated',
        route,
        variant: name,
        title: `a good signature, and ${name} once more with another value, ${where} the signed one`,
        answers: [own, answer],
        code: 'accepted',
        expected: `a refusal, or request.auth as it is without the second ${name}`,
        got: `${answer.status}, and another request.auth`,
        cause: `${link.authenticator} verifies one ${name} and uses another: a parameter that stands twice is signed once`,
      })
    }
  }
  if (last !== undefined) world.passed({ row: 'signed.repeated', route, answers: [last] })
}

/** `request.auth` of the only run of the handler, as text. */
function authOf({ entry }: Answer): string | undefined {
  const [run, more] = entry?.runs ?? []
  return run === undefined || more !== undefined ? undefined : JSON.stringify(run.auth)
}
