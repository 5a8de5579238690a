import { existsSync, readFileSync } from 'node:fs'
import { parse } from 'yaml'
import type { RunEvent } from '../../harness/model/event.ts'

/** A flaw that is known of an application. */
export interface Flaw {
  readonly id: string
  /** `GET /books/{title}`, `POST and DELETE /x`, `tokens`. */
  readonly where: string
  readonly what: string
  /** The row that should find it, in words. */
  readonly expected: string
  /** A member that the cause has to name: two flaws of one operation may differ in it alone. */
  readonly member?: string
}

/** A group of findings that no flaw of the list explains, as a reader of the source judges it. */
interface Judged {
  readonly row: string
  /** The operation; every one if absent. */
  readonly route?: string
  /** The flaw of the list that it shows. */
  readonly flaw?: string
  /** Whether it is a flaw that the list does not have. */
  readonly true?: boolean
  readonly why: string
}

/** A group of the report. */
interface Group {
  readonly rows: readonly string[]
  readonly routes: readonly string[]
  readonly cause: string
  /** Those of its findings, too. */
  readonly causes: readonly string[]
}

/** A flaw, and what showed it. */
export interface Met extends Flaw {
  /** The rows that found it. */
  readonly found: readonly string[]
  /** The report asks about it, and finds nothing. */
  readonly asked?: true
}

/** The findings of a run beside the known flaws. */
export interface Score {
  readonly flaws: readonly Met[]
  /** Groups that no flaw of the list explains. */
  readonly others: readonly (Omit<Group, 'causes'> & {
    readonly judged: 'true' | 'false' | 'not judged'
    readonly why?: string
  })[]
  readonly questions: number
  readonly counts: Readonly<Record<'passed' | 'failed' | 'inconclusive', number>>
}

/** Rows by the words of `expected`. */
const ROWS: Readonly<Record<string, RegExp>> = {
  'resource.write': /^resource\.write/,
  'resource.other': /^resource\.(?:other|list|nested|twin)/,
  'field.write': /^field\./,
  'token.secret': /^token\.secret/,
  'token.life': /^token\.life/,
  'token rows of the catalogue': /^(?:token\.(?!secret|life)|bearer|jwt|key|flow)/,
  'guess.limit': /^guess/,
  'password.short': /^password\.short/,
  'password.old': /^password\.old/,
  'password.sessions': /^password\.sessions/,
  'token.logout': /^token\.logout/,
  'function.role': /^(?:role|name\.denied|unguarded\.user)/,
  'secret.answer': /^secret/,
  undocumented: /^undocumented/,
  enumeration: /^(?:login\.)?enumeration/,
  unguarded: /^(?:unguarded|guard.none|resource\.anonymous|level\.protected)/,
  callback: /^callback/,
  accepted: /^accepted/,
  'flags of': /cookie-flags/,
  cors: /^cors/,
}
/** Of these flaws the report asks, where only the people of the application know. */
const ASKED = /resource|password\.(?:old|sessions)/
/** Rows whose findings are about one operation: they say nothing of a flaw that is of none. */
const OF_OPERATION = /^(?:resource|field|role|unguarded|secret)/
const LIFE = /^the (?:token|cookie \S+) of .+? (?:has no end|is good for)/

interface CauseFound {
  readonly type: 'cause.found'
  readonly cause: string
  readonly routes: readonly string[]
  readonly scenarios: readonly string[]
}

/** Compares the events of a run with the lists of a folder. */
export function scoreRun(events: string, folder: URL, only: readonly string[] | undefined): Score {
  const lines = existsSync(events)
    ? readFileSync(events, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
    : []
  const all = lines.map((line) => JSON.parse(line) as RunEvent | CauseFound)
  const rows = new Map<string, string>()
  const causes = new Map<string, string>()
  const counts = { passed: 0, failed: 0, inconclusive: 0 }
  for (const event of all) {
    if (event.type !== 'scenario.ended') continue
    rows.set(event.verdict.scenario.id, event.verdict.scenario.row)
    causes.set(event.verdict.scenario.id, event.verdict.scenario.cause)
    const { outcome } = event.verdict
    if (outcome in counts) counts[outcome as keyof typeof counts]++
  }
  const groups = all.flatMap((event): readonly Group[] =>
    event.type === 'cause.found'
      ? [
          {
            cause: event.cause,
            causes: [event.cause, ...event.scenarios.flatMap((id) => causes.get(id) ?? [])],
            routes: [...event.routes, ...namedIn(event.cause)],
            rows: [...new Set(event.scenarios.map((id) => rows.get(id) ?? id))],
          },
        ]
      : [],
  )
  const questions = all.flatMap((event) =>
    event.type === 'remark' && event.remark.kind === 'question' ? [event.remark] : [],
  )
  const listed = readFlaws(folder)
  const named = new Set(listed.flatMap(placesOf))
  const flaws = listed.filter(({ id }) => only?.includes(id) ?? true)
  const judged = readJudged(folder)
  const shows = (group: Group, flaw: Flaw): readonly string[] => {
    const isOfMember = flaw.member === undefined || group.causes.some((one) => one.includes(flaw.member ?? ''))
    const isOfNone = placesOf(flaw).length === 0
    const isFit = (row: string): boolean => isExpected(flaw, row) && !(isOfNone && OF_OPERATION.test(row))
    const own = isOfMember && isAt(flaw, group.routes, named) ? group.rows.filter(isFit) : []
    const said = judged.filter((one) => one.flaw === flaw.id && isAbout(one, group)).map(({ row }) => row)
    return [...new Set([...own, ...said])]
  }
  const met = flaws.map((flaw): Met => {
    const found = [...new Set(groups.flatMap((group) => shows(group, flaw)))]
    const asked = questions.some(({ route = '', message }) =>
      LIFE.test(message)
        ? flaw.expected.includes('token.life')
        : // What is of no operation is asked about by no question on one.
          placesOf(flaw).length > 0 && isAt(flaw, [route], named) && ASKED.test(flaw.expected),
    )
    return { ...flaw, found, ...(found.length === 0 && asked ? { asked: true } : {}) }
  })
  const others = groups
    .filter((group) => flaws.every((flaw) => shows(group, flaw).length === 0))
    .map((group) => {
      const one = judged.find((known) => known.flaw === undefined && isAbout(known, group))
      const { causes: _, ...shown } = group
      if (one === undefined) return { ...shown, judged: 'not judged' as const }
      return { ...shown, judged: one.true === true ? ('true' as const) : ('false' as const), why: one.why }
    })
  return { flaws: met, others, questions: questions.length, counts }
}

/** The operation that a cause is about, where the document has none of it: such a finding is reported at another. */
function namedIn(cause: string): readonly string[] {
  return cause.includes('not in the document') ? (/^[A-Z]+ \S+/.exec(cause) ?? []) : []
}

function readFlaws(folder: URL): readonly Flaw[] {
  return (parse(readFileSync(new URL('flaws.yaml', folder), 'utf8')) as { readonly flaws: readonly Flaw[] }).flaws
}

function readJudged(folder: URL): readonly Judged[] {
  const file = new URL('judged.yaml', folder)
  return existsSync(file) ? (parse(readFileSync(file, 'utf8')) as readonly Judged[]) : []
}

/** Whether an operation of a group is where the flaw is; what is of no operation is everywhere. */
function isAt(flaw: Flaw, routes: readonly string[], named: ReadonlySet<string>): boolean {
  const places = placesOf(flaw)
  return (
    places.length === 0 ||
    routes.some((route) => (named.has(route) ? places.includes(route) : places.some((place) => isSame(route, place))))
  )
}

/** `POST and DELETE /x/{id}, GET /y` as routes of the report; none where it is of no operation. */
function placesOf({ where }: Flaw): readonly string[] {
  return where.split(/,\s+/).flatMap((one) => {
    const at = /\s(\/\S*)$/.exec(one)
    if (at === null) return []
    const path = (at[1] as string).replaceAll('{', '[').replaceAll('}', ']')
    return one
      .slice(0, at.index)
      .split(/\s+and\s+/)
      .map((method) => `${method} ${path}`)
  })
}

/**
 * The base may stand before one of the paths, and a parameter may have another name; where the list names both operations, each is itself
 * alone.
 */
function isSame(route: string, place: string): boolean {
  const [method, one = ''] = plain(route).split(' ')
  const [wanted, other = ''] = plain(place).split(' ')
  return method === wanted && (one === other || one.endsWith(other) || other.endsWith(one))
}

function plain(route: string): string {
  return route.replaceAll(/\[[^\]]*\]/g, '[]')
}

/** Whether a list expects a row: by its name, or by a word for several. */
function isExpected({ expected }: Flaw, row: string): boolean {
  if (expected.split(/[,;\s]+/).includes(row)) return true
  return Object.entries(ROWS).some(([word, pattern]) => expected.includes(word) && pattern.test(row))
}

function isAbout({ row, route }: Judged, group: Group): boolean {
  return group.rows.includes(row) && (route === undefined || group.routes.includes(route))
}
