import type { RequestData } from '../model/request.ts'
import type { RowName } from '../model/row-name.ts'
import type { Scenario, Step } from '../model/scenario.ts'
import { isProtected } from '../model/route.ts'
import { predict } from '../subject/oracle.ts'
import type { RouteSubject } from '../subject/route-subject.ts'
import { createScenario } from '../subject/scenario.ts'
import { rotateText } from '../text/encoding.ts'
import { withCredential, withKey, withWrong } from '../subject/place.ts'
import { knownText } from '../subject/leaf-subject.ts'
import { withOtherEnd, withOtherSecret } from '../text/token.ts'

/**
 * Refusals that must not differ: of a user who exists and one who does not, of a key that is nearly right and
 * one that is not. The first request is sent twice, so that what varies by itself is known.
 */
export function alikeScenarios(subject: RouteSubject): readonly Scenario[] {
  if (subject.leaves.length > 1 || !refusesWrong(subject)) return []
  return [pairFor(subject), missingPair(subject)].flatMap((pair) => (pair === undefined ? [] : build(subject, pair)))
}

/** A function under `optional` takes a wrong credential for none. */
function refusesWrong(subject: RouteSubject): boolean {
  return predict(subject.route.auth, subject.presentation(0, 'wrong')).expect === 'deny'
}

function build(subject: RouteSubject, { row, title, cause, near, far, alike }: Pair): readonly Scenario[] {
  const steps = [near, near, far].map((request): Step => ({ request, expect: 'deny' }))
  return [
    createScenario({
      route: subject.route,
      row,
      family: 'common',
      expect: 'deny',
      authenticator: subject.leaf(0).name,
      title,
      cause,
      cwe: 204,
      transport: 'socket',
      steps,
      extra: { about: 'alike', alike },
    }),
  ]
}

/** A client without a credential must not learn whether there is something to guess. */
function missingPair(subject: RouteSubject): Pair | undefined {
  if (!isProtected(subject.route)) return undefined
  const near = subject.bare(0)
  const far = near && withWrong(near, subject.leaf(0))
  return (
    far && {
      row: 'missing.oracle',
      title: 'a wrong credential after none at all',
      cause: 'the answer discloses that a credential was read and compared',
      alike: 'unless-thrown',
      near,
      far,
    }
  )
}

interface Pair {
  readonly alike: 'always' | 'unless-thrown'
  readonly row: RowName
  readonly title: string
  readonly cause: string
  readonly near: RequestData
  readonly far: RequestData
}

function pairFor(subject: RouteSubject): Pair | undefined {
  const bare = subject.bare(0)
  const good = subject.good(0)
  const leaf = subject.leaf(0)
  if (bare === undefined || good === undefined) return undefined
  if (good.value.type === 'basic') {
    const { username } = good.value
    const as = (user: string): RequestData =>
      withCredential(bare, leaf, { type: 'basic', username: user, password: 'svc-wrong-4b1d' })
    return {
      row: 'basic.oracle',
      title: 'a wrong password of a known and of an unknown user',
      cause: 'the answer discloses which users exist',
      alike: 'always',
      near: as(username),
      far: as(rotateText(username) === username ? 'svc-nobody' : rotateText(username)),
    }
  }
  const key = knownText(good)
  if (key === undefined || key.length < 8 || leaf.carrier.in === 'session') return undefined
  const near = withOtherEnd(key)
  const far = withOtherSecret(key)
  if (subject.valid(0).some((credential) => [near, far].includes(knownText(credential) ?? ''))) return undefined
  return {
    row: 'key.oracle',
    title: 'a key that is nearly right and one that is not',
    cause: 'the answer discloses how much of the key is right',
    alike: 'always',
    near: withKey(bare, leaf, near),
    far: withKey(bare, leaf, far),
  }
}
