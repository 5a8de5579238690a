import type { RequestData, Scenario, Step } from '../model.ts'
import type { RouteSubject } from '../route-subject.ts'
import { createScenario } from '../scenario.ts'
import { rotateText } from '../text.ts'
import { withCredential, withKey } from './place.ts'
import { knownText } from './row.ts'

/**
 * Refusals that must not be told apart: of a user who exists and one who does not, of a key that is nearly right and
 * one that is not. The first request is sent twice, so that what varies by itself is known.
 */
export function alikeScenarios(subject: RouteSubject): readonly Scenario[] {
  if (subject.leaves.length > 1) return []
  const pair = pairFor(subject)
  if (pair === undefined) return []
  const { name, title, cause, near, far } = pair
  const steps = [near, near, far].map((request): Step => ({ request, expect: 'deny' }))
  return [
    createScenario({
      route: subject.route,
      name,
      family: 'common',
      exercise: 'wire',
      expect: 'deny',
      authenticator: subject.leaf(0).name,
      title,
      cause,
      cwe: 204,
      transport: 'socket',
      steps,
      order: 'sequence',
      control: 'after',
      alike: true,
    }),
  ]
}

interface Pair {
  readonly name: string
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
      name: 'basic.oracle',
      title: 'a wrong password of a known and of an unknown user',
      cause: 'the answer tells which users there are',
      near: as(username),
      far: as(rotateText(username) === username ? 'svc-nobody' : rotateText(username)),
    }
  }
  const key = knownText(good)
  if (key === undefined || key.length < 8 || leaf.kind === 'session') return undefined
  const near = key.slice(0, -1) + rotateText(key.slice(-1))
  const far = rotateText(key)
  if (subject.valid(0).some((credential) => [near, far].includes(knownText(credential) ?? ''))) return undefined
  return {
    name: 'key.oracle',
    title: 'a key that is nearly right and one that is not',
    cause: 'the answer tells how much of the key is right',
    near: withKey(bare, leaf, near),
    far: withKey(bare, leaf, far),
  }
}
