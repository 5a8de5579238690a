import type { Answer } from '../ask/exploration.ts'
import { holdEntries, type Leaf, leavesOfJson, objectsOfJson, standsIn } from '../ask/values.ts'
import type { Reading } from './reading.ts'

/** The fewest values, beside the one that was asked with, that make an answer a record. */
const FEWEST = 2

/** A private record that its owner and another user have asked for with the same values. */
interface Given {
  /** The answer to the owner. */
  readonly control: Answer
  /** The answer to the other. */
  readonly answer: Answer
  /** The answer to the other, who asked for a record of its own; absent where none is known. */
  readonly theirs: Answer | undefined
  /** The answer to the other, who asked for a record that is not there. */
  readonly nobodys: Answer | undefined
  /** Values that the request held. */
  readonly asked: ReadonlySet<string>
}

/**
 * The values of a record that the other got whole, though none of them distinguishes it: numbers below a hundred, short words and times.
 * Their own record is another one, and nothing that they may read has this one. Nothing where one of it is not so.
 */
export function wholeRecord(
  { control, answer, theirs, nobodys, asked }: Given,
  other: string,
  reading: Reading,
): readonly Leaf[] {
  const own = leavesOfJson(control.json).filter(({ value }) => !asked.has(String(value)))
  // Of an object alone its values are enough: it names itself.
  const isPage = leavesOfJson(control.json).some(({ name }) => /^(?:total|count|size|page)/i.test(name))
  if (own.length < FEWEST || (isPage && !holdEntries(own)) || theirs?.isGood !== true || !answer.isGood) return []
  const text = JSON.stringify(control.json)
  if (JSON.stringify(answer.json) !== text || JSON.stringify(theirs.json) === text) return []
  // An empty page is the same for every id.
  const others = nobodys?.isGood === true ? leavesOfJson(nobodys.json) : []
  if (others.length > 0 && own.every(standsIn(nobodys?.json))) return []
  const [record] = objectsOfJson(control.json)
  const leaves = leavesOfJson(record)
  const isKnown = reading
    .openTo(other)
    .some((one) => objectsOfJson(one.json).some((entry) => leaves.every(standsIn(entry))))
  return isKnown ? [] : own
}
