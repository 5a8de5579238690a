import type { Finding, ProblemCode, Verdict } from '../model/verdict.ts'

/** The kind of mistake that a finding shows: mistakes of two kinds are never reported as one. */
export type Topic =
  /** Requests pass that must not, because of how the credential is compared or read. */
  | 'value'
  /** The credential is taken from a place that is not declared. */
  | 'place'
  | 'method'
  | 'path'
  /** A header or a parameter beside the credential opens the route. */
  | 'bypass'
  /** A good credential does more than its user may. */
  | 'role'
  /** A good credential is refused, or counts as another one. */
  | 'admission'
  | 'leak'
  | 'crash'
  | 'session-life'
  /** A page of another site can send the request. */
  | 'csrf'
  | 'wording'
  | 'oracle'
  | 'document'
  /** An authenticator that fails is taken for one that lets pass. */
  | 'errors'

/** A failed scenario with what its group is worked out from. */
export interface Evidence {
  readonly finding: Finding
  /** Without the form of the declaration that it was tried in: `optional.key.empty` is `key.empty`. */
  readonly name: string
  readonly code: ProblemCode
  readonly topic: Topic
  /** The authenticator that passed, else the one under test. */
  readonly culprit: string
  /** Type of what the authenticator returned that let it in. */
  readonly returned: string | undefined
  /** Answered with a success though no handler ran; `false` also where that is not known. */
  readonly answeredElsewhere: boolean
  /** About a request that was refused before a good credential asked for the same. */
  readonly afterGood?: true
  /** Let in with a parameter of the query, where any would do. */
  readonly anyQuery?: true
}

/** The evidence of a failed verdict; `undefined` for any other. */
export function evidenceOf({ finding, exchanges }: Verdict): Evidence | undefined {
  if (finding === undefined) return undefined
  const { scenario, problems } = finding
  const { code } = problems[0]
  const name = scenario.name.replace(/^(?:late\.)?(?:optional\.)?/, '')
  const passed = exchanges.flatMap(({ calls = [] }) => calls).findLast(({ outcome }) => outcome === 'passed')
  const last = exchanges.at(-1)
  const isAfterGood = name === 'repeat.around-good' && (exchanges[0]?.status ?? 0) >= 400
  return {
    finding,
    name,
    code,
    topic: topicOf(finding, name),
    // The credential of an authenticator that the route does not have says nothing of that authenticator.
    culprit: (name.startsWith('level.foreign-') ? undefined : scenario.authenticator) ?? passed?.authenticator ?? '',
    returned: passed?.detail,
    answeredElsewhere: last?.handlerRuns === 0 && last.status >= 200 && last.status < 300,
    ...(isAfterGood ? { afterGood: true } : {}),
  }
}

function topicOf({ scenario, problems }: Finding, name: string): Topic {
  const known = TOPIC_OF_CODE.get(problems[0].code)
  if (scenario.family === 'document') return 'document'
  if (/^(?:csrf|gate)\./.test(name)) return 'csrf'
  if (name.startsWith('login.') && problems[0].code !== 'oracle') return 'session-life'
  if (/^(?:flow|clock)\.|^session\.(?:nearly-over|in-use|expired|outlived|revoked)/.test(name)) return 'session-life'
  if (known !== undefined) return known
  if (name.startsWith('hook.')) return 'errors'
  if (/^(?:role|claim|superuser|admin)[.-]/.test(name) || scenario.family === 'superuser') return 'role'
  if (name.startsWith('method.')) return 'method'
  if (name.startsWith('path.') || REWRITING.test(name)) return 'path'
  if (/^(?:probe|address)\./.test(name)) return 'bypass'
  if (/\.(?:in|query)-(?!value)/.test(name) || /\.(?:form|underscore)$/.test(name)) return 'place'
  return 'value'
}

/** Headers in which proxies write the path. */
const REWRITING = /^probe\.x-(?:original|rewrite|forwarded)-(?:url|uri|path|prefix)/

const CODES: Readonly<Partial<Record<Topic, readonly ProblemCode[]>>> = {
  admission: ['refused', 'principal', 'other-user', 'handler-runs', 'calls', 'answer'],
  role: ['forbidden'],
  'session-life': ['not-issued', 'shared'],
  leak: ['leak', 'log', 'stack', 'query', 'thrown'],
  crash: ['crash', 'no-answer', 'stopped'],
  oracle: ['oracle'],
  document: ['document'],
  wording: [
    'status',
    'detail',
    'challenge',
    'cache',
    'sniff',
    'content-type',
    'set-cookie',
    'redirect',
    'head-body',
    'convention',
  ],
}

const TOPIC_OF_CODE: ReadonlyMap<ProblemCode, Topic> = new Map(
  Object.entries(CODES).flatMap(([topic, codes]) => codes.map((code) => [code, topic as Topic] as const)),
)

/** How plain a finding is: what is understood at first reading comes first. */
export function plainnessOf({ name, finding }: Evidence): number {
  const at = PLAINEST.findIndex((pattern) => pattern.test(name))
  return (at < 0 ? PLAINEST.length : at) + (finding.scenario.name.startsWith('optional.') ? 20 : 0)
}

const PLAINEST: readonly RegExp[] = [
  /^valid$/,
  /^(?:missing|level\.protected)$/,
  /^valid/,
  /^(?:key\.wrong|basic\.wrong-password|session\.garbage|callable\.fixture-invalid)$/,
  /^(?:key\.same-length|basic\.(?:same-length|wrong-user|unknown-\w+)|(?:key|callable)\.fixture-invalid)/,
  /^role\.[^.]+$/,
  /^role\./,
  /^key\.(?:prefix|half|suffix|tail|extra-head|case|regex|empty)$/,
  /^basic\.(?:prefix|suffix|empty-password|password-(?:case|pattern|is-user)|user-(?:case|pattern))$/,
  /^key\./,
  /^(?:basic|bearer|session|callable)\./,
  /^(?:query|header|cookie|address|swap|claim|superuser)\./,
  /^method\.HEAD/,
  /^(?:flow|clock|csrf|level)\./,
  /^(?:list|all)\./,
  /^(?:method|path)\./,
  /^probe\./,
]
