import { formatAuth, guardCodeOf } from '../../server/internal.ts'
import { calledIn } from '../model/called-functions.ts'
import { curlOf } from '../text/curl.ts'
import type { Finding, Problem, ProblemCode } from '../model/verdict.ts'
import type { RequestData } from '../model/request.ts'
import type { Route } from '../model/route.ts'
import { extraOf, factsOf, type Scenario, type ScenarioFacts } from '../model/scenario.ts'
import { READING, type Topic, topicOfCode, topicOfRow } from '../model/topic.ts'
import { shortHash } from '../text/hash.ts'
import type { Redacting } from '../text/redact.ts'
import { causeOfCode, causeOfOddRequest, HANDLER_THROWS } from '../text/cause-of-code.ts'
import { placeOfFinding } from './finding-place.ts'
import type { Found } from './found.ts'
import { escapeControls } from '../text/controls.ts'
import { shorten } from '../text/shorten.ts'

/** The facts that a report of a failed scenario needs. */
export interface FindingInput {
  readonly scenario: Scenario
  readonly route: Route
  /** The request whose answer was wrong. */
  readonly request: RequestData
  readonly found: Found
  /** Whether a handler ran for it, as far as that is known. */
  readonly hasRun?: boolean
  /** Nothing is known of what ran. */
  readonly isOutside?: boolean
  readonly problems: readonly [Problem, ...Problem[]]
  readonly redactor: Redacting
  readonly origin: string
  /** Shows it again, once ` --replay` and its id are added. */
  readonly command: string
}

/** A failed scenario, complete for any report, without a secret in it. */
export function createFinding({
  scenario,
  route,
  request,
  found,
  hasRun = false,
  isOutside = false,
  problems,
  redactor,
  origin,
  command,
}: FindingInput): Finding {
  const clean = (text: string): string => shorten(escapeControls(redactor.redact(text)), LONGEST)
  const [first, ...rest] = problems.map(({ code, expected, got }) => ({
    code,
    expected: clean(expected),
    got: clean(got),
  }))
  const { code } = problems[0]
  const odd = isOutside && code === 'crash' ? causeOfOddRequest(scenario.row, request.target) : undefined
  const own = factsOfFinding(scenario, code, { hasRun, hasPassed: found.returned !== undefined })
  const facts = odd === undefined ? own : { ...own, cause: odd }
  return {
    scenario: facts,
    sentence: sentenceOf(facts, code),
    problems: [first as Problem, ...rest],
    ...found,
    sent: clean(sentLine(request)),
    ...placeOfFinding(scenario, route, code, hasRun),
    ...decidingIn(scenario, route, code),
    auth: formatAuth(route.auth),
    curl: curlOf(request, origin, redactor),
    replay: `${command} --replay ${scenario.id}`,
  }
}

/** Who passes that may not passes the guards; who gets the record of another passes what the handler or its resource asks. */
function decidingIn(
  { row }: Scenario,
  { auth, calls = [] }: Route,
  code: ProblemCode,
): Pick<Finding, 'guards' | 'deciding'> {
  if (topicOfCode(code) === 'resource') return calls.length === 0 ? {} : { deciding: calls }
  const guards = topicOfRow(row) === 'role' ? guardCodeOf(auth) : []
  if (guards.length === 0) return {}
  const codes = guards.map(({ text }) => text)
  return {
    guards: codes.map((code) => shortHash(code)),
    deciding: [...guards.map(({ name }) => name), ...calledIn(codes)],
  }
}

/** Of an answer that breaks, what was asked for says nothing. */
const BROKEN: ReadonlySet<Topic | undefined> = new Set(['crash', 'leak'])

/** The subject of a scenario may not be the mistake that was found. Refusals are compared only where there are some: a credential that passes is another mistake. */
function factsOfFinding(
  scenario: Scenario,
  code: ProblemCode,
  { hasRun, hasPassed }: { readonly hasRun: boolean; readonly hasPassed: boolean },
): ScenarioFacts {
  const facts = factsOf(scenario)
  if (code === 'crash' && hasRun) return { ...facts, cause: HANDLER_THROWS, cwe: 755 }
  const cause = causeOfCode(code)
  const topic = topicOfRow(scenario.row)
  const isOwn =
    (topic === 'session-life' && !BROKEN.has(topicOfCode(code))) ||
    // The guard behind it refused: what is wrong is that it was reached.
    (code === 'status' && hasPassed && READING.includes(topic))
  if (cause !== undefined && !isOwn) return { ...facts, ...cause }
  if (extraOf(scenario, 'alike') === undefined || (code !== 'accepted' && code !== 'handler-ran')) return facts
  return { ...facts, title: 'a wrong credential', cause: 'the credential is not compared, or not all of it' }
}

const LONGEST = 200

const VERBS: Readonly<Record<string, string>> = {
  accepted: 'was accepted',
  'handler-ran': 'reached the handler',
  refused: 'was refused',
  data: 'was refused with the data of the route',
  stopped: 'came before the server stopped answering',
  hangs: 'came before the server answered nothing any more',
  crash: 'ended in a server error',
  leak: 'was answered with a secret',
  stack: 'was answered with a stack trace',
  query: 'was answered with an error of the database',
  thrown: 'was answered with what was thrown',
  answer: 'got another answer than the handler gave',
  redirect: 'was answered with a redirect',
  status: 'got the wrong status',
  detail: 'was refused with the wrong body',
  challenge: 'was refused with the wrong challenge',
  cache: 'was answered with the wrong Cache-Control',
  sniff: 'was refused without X-Content-Type-Options',
  'content-type': 'was refused with the wrong Content-Type',
  // It is missing, or has not the right attributes.
  cookie: 'was answered without the right cookie',
  'set-cookie': 'was answered with a Set-Cookie',
  'head-body': 'was answered with a body',
  principal: 'gave the handler a wrong request.auth',
  'handler-runs': 'ran the handler the wrong number of times',
  calls: 'called the wrong authenticators',
  oracle: 'got answers that differ',
  'no-answer': 'got no answer',
  shared: 'got the same value twice',
  log: 'was printed by the application',
  'other-user': 'was answered with what belongs to another user',
  'named-user': 'was answered with what belongs to the user whom it names',
  'not-issued': 'was answered without what it must give',
  guessable: 'can be written by any client',
  kept: 'was answered with the session from before',
  foreign: 'was answered with what belongs to another user',
  accident: 'was refused by an error and not by a rule',
  changed: 'changed what belongs to another user',
  disclosed: 'was answered with a secret',
  exposed: 'was answered',
  existence: 'was answered otherwise',
  called: 'was fetched by the server',
  ordered: 'can be worked out',
  unlimited: 'met no limit',
  'taken-over': 'wrote what is not for clients',
  convention: 'was answered in another way than the contract says',
  document: 'differs from what the route does',
}

function sentenceOf(scenario: ScenarioFacts, code: ProblemCode): string {
  const subject = scenario.title.charAt(0).toUpperCase() + scenario.title.slice(1)
  return `${subject} ${VERBS[code] ?? 'was answered in a wrong way'}.`
}

/** The line of the request that matters: its target for probes of the path, else the header that carries a credential. */
export function sentLine(request: RequestData): string {
  const from = request.from === undefined ? '' : ` from ${request.from}`
  const line = `${request.method} ${request.target}${from}`
  const telling = request.headers.filter(([name]) => !/^(content-type|accept|sec-fetch-site)$/i.test(name))
  return telling.length === 0 ? line : `${line}  ${telling.map(([name, value]) => `${name}: ${value}`).join('  ')}`
}
