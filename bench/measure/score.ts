import { type Application, DATA_CLASSES, type Half, type Mistake, type Place, plantMistake } from './mistake.ts'
import type { Group, Trial } from './trial.ts'

/** How near the reported place is to the planted line. */
export type Nearness = 'line' | 'statement' | 'file' | 'route' | 'elsewhere'

/** The result of one mistake, without long texts. */
export interface Score {
  readonly application: string
  readonly mistake: string
  readonly class: string
  readonly half: Half
  readonly planted: string
  readonly exitCode: number | undefined
  readonly found: boolean
  readonly groups: number
  /** The nearest of the places that the first group names. */
  readonly reported: string
  readonly nearness: Nearness | undefined
  /** The cause of the first group, or a sentence of its findings, has one of the words that were predicted. */
  readonly isSaid: boolean
  readonly cause: string
  /** There are findings on the twin, or its run fails and that of the correct application does not. */
  readonly isTwinAccused: boolean
}

const ORDER: readonly Nearness[] = ['line', 'statement', 'file', 'route', 'elsewhere']

/**
 * Judges the reports on a mistake and on its twin. A false finding on the correct application counts there, and is left out
 * of the groups here.
 */
export function scoreMistake(
  application: Application,
  mistake: Mistake,
  { correct, wrong, right }: { readonly correct: Trial; readonly wrong: Trial; readonly right: Trial },
): Score {
  const { place, files } = plantMistake(application, mistake, 'wrong')
  const known = new Set(correct.groups.flatMap(({ findings }) => findings.map(({ scenario }) => scenario)))
  const withoutKnown = (groups: readonly Group[]): readonly Group[] =>
    groups
      .map(({ cause, findings }) => ({ cause, findings: findings.filter(({ scenario }) => !known.has(scenario)) }))
      .filter(({ findings }) => findings.length > 0)
  const groups = withoutKnown(wrong.groups)
  const twinGroups = withoutKnown(right.groups)
  const [first] = groups
  const source = files.get(place.file) ?? ''
  const nearest = (first?.findings[0]?.places ?? [])
    .map((reported) => ({ reported, nearness: nearnessOf(reported, place, source) }))
    .toSorted((one, other) => ORDER.indexOf(one.nearness) - ORDER.indexOf(other.nearness))[0]
  return {
    application: application.name,
    mistake: mistake.name,
    class: mistake.class,
    half: mistake.half,
    planted: textOf(place),
    exitCode: wrong.exitCode,
    found: wrong.exitCode === 1 && groups.length > 0,
    groups: groups.length,
    reported: nearest === undefined ? '' : textOf(nearest.reported),
    nearness: nearest?.nearness,
    isSaid: first !== undefined && isSaid(first, mistake),
    cause: first?.cause ?? '',
    isTwinAccused: twinGroups.length > 0 || (correct.exitCode === 0 && right.exitCode !== 0),
  }
}

const textOf = ({ file, line }: Place): string => `${file}:${line}`

function isSaid({ cause, findings }: Group, { words }: Mistake): boolean {
  const pattern = new RegExp(words, 'i')
  return [cause, ...findings.slice(0, 3).map(({ sentence }) => sentence)].some((text) => pattern.test(text))
}

function nearnessOf(reported: Place, planted: Place, source: string): Nearness {
  if (reported.file !== planted.file) return reported.file.startsWith('routes/') ? 'route' : 'elsewhere'
  if (reported.line === planted.line) return 'line'
  const starts = [...source.split('\n').entries()]
    .filter(([, text]) => /^[\w/@]/.test(text))
    .map(([index]) => index + 1)
  const statementOf = (line: number): number => starts.findLast((start) => start <= line) ?? 0
  return statementOf(reported.line) === statementOf(planted.line) ? 'statement' : 'file'
}

/** Figures over some of the scores. */
export interface Totals {
  readonly mistakes: number
  readonly found: number
  readonly oneGroup: number
  readonly isSaid: number
  readonly onLine: number
  readonly inStatement: number
  readonly inFile: number
  readonly twinsAccused: number
}

/** Sums, for those scores of which a condition holds. */
export function sumUp(scores: readonly Score[]): Totals {
  const found = scores.filter((score) => score.found)
  const near = (...kinds: readonly Nearness[]): number =>
    found.filter(({ nearness }) => nearness !== undefined && kinds.includes(nearness)).length
  return {
    mistakes: scores.length,
    found: found.length,
    oneGroup: found.filter(({ groups }) => groups === 1).length,
    isSaid: found.filter((score) => score.isSaid).length,
    onLine: near('line'),
    inStatement: near('line', 'statement'),
    inFile: near('line', 'statement', 'file'),
    twinsAccused: scores.filter(({ isTwinAccused }) => isTwinAccused).length,
  }
}

/** A line of the table. */
type Row = readonly [name: string, totals: Totals]

/** The rows of the table: both halves of what a judge must find, and the classes that need knowledge of the data. */
export function rowsOf(scores: readonly Score[]): readonly [Row, Row, Row, Row] {
  const must = scores.filter((score) => !DATA_CLASSES.has(score.class))
  return [
    ['open', sumUp(must.filter(({ half }) => half === 'open'))],
    ['held', sumUp(must.filter(({ half }) => half === 'held'))],
    ['both', sumUp(must)],
    ['object, field', sumUp(scores.filter((score) => DATA_CLASSES.has(score.class)))],
  ]
}
