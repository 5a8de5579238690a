import type { RequestData, Scenario } from '../model.ts'
import { isSafe, weakestTransport } from '../plain-request.ts'
import type { RouteSubject } from '../route-subject.ts'
import { createScenario } from '../scenario.ts'

type Sender = 'nowhere' | 'cross-site' | 'other-origin' | 'null' | 'same-site' | 'look-alike' | 'referer'

const SENDERS: readonly (readonly [Sender, string])[] = [
  ['nowhere', 'a good cookie without any proof of its origin'],
  ['cross-site', 'a good cookie from another site'],
  ['other-origin', "a good cookie with another site's Origin"],
  ['null', 'a good cookie with the Origin null'],
  ['same-site', 'a good cookie from a sister site'],
  ['look-alike', 'a good cookie with an Origin that begins like the own one'],
  ['referer', 'a good cookie with nothing but a Referer'],
]

/** A cookie on an unsafe method must prove that it comes from the application's own pages (contract section 4.6). */
export function csrfScenarios(subject: RouteSubject): readonly Scenario[] {
  if (!subject.route.csrf || isSafe(subject.route.method)) return []
  const index = subject.leaves.findIndex(
    (leaf) => leaf.kind === 'session' || (leaf.kind === 'apiKey' && leaf.in === 'cookie'),
  )
  if (index < 0) return []
  return SENDERS.flatMap(([sender, title]) => {
    const good = subject.goodRequest(index)
    if (good === undefined) return []
    const request = sendFrom(good.request, sender)
    return createScenario({
      route: subject.route,
      name: `csrf.${sender}`,
      family: 'cookie',
      exercise: subject.leaf(index).kind === 'session' ? 'sealed' : 'wire',
      expect: 'forbid',
      authenticator: subject.leaf(index).name,
      title,
      cause: 'the check is missing on this method, or what is missing counts as same-origin',
      cwe: 352,
      transport: weakestTransport(request),
      steps: [{ request, expect: 'forbid' }],
      order: 'sequence',
      control: 'after',
    })
  })
}

function sendFrom(request: RequestData, sender: Sender): RequestData {
  const headers = request.headers.filter(([name]) => !/^(sec-fetch-site|origin|referer)$/i.test(name))
  return { ...request, headers: [...headers, ...PROOFS[sender]] }
}

const PROOFS: Readonly<Record<Sender, readonly (readonly [string, string])[]>> = {
  nowhere: [],
  'cross-site': [
    ['Origin', 'https://attacker.example'],
    ['Sec-Fetch-Site', 'cross-site'],
  ],
  'other-origin': [['Origin', 'https://attacker.example']],
  null: [['Origin', 'null']],
  'same-site': [['Sec-Fetch-Site', 'same-site']],
  'look-alike': [['Origin', 'http://127.0.0.1.attacker.example']],
  referer: [['Referer', 'http://127.0.0.1/']],
}
