import { readdirSync, readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { type Fault, InvalidFault } from './fault.ts'

/** A fault made by hand: an entry of `seeds/*.yaml`. */
interface Seed {
  readonly id: string
  readonly file: string
  /** Exact text that the file contains once. */
  readonly find: string
  readonly replace: string
  /** Number of the promise (docs/security.md). */
  readonly promise: string
  readonly story: string
}

/** The judges of a fault: the test suite, or `svc test-auth`. */
export type JudgeName = 'suite' | 'test-auth'

/** Faults that a judge does not notice, and the reason: an entry of `argued.yaml`. */
interface Argument {
  readonly judge: JudgeName | 'both'
  readonly reason: string
  readonly faults: readonly string[]
}

const SEEDS = new URL('seeds/', import.meta.url)
const ARGUMENTS = readEntries<Argument>(new URL('argued.yaml', import.meta.url))

/** Every fault made by hand. */
export function readSeeds(): readonly Fault[] {
  return readdirSync(SEEDS)
    .toSorted()
    .flatMap((name) => readEntries<Seed>(new URL(name, SEEDS)))
    .map(createFault)
}

/** Why a fault may survive a judge; `undefined` if it may not. */
export function findReason(judge: JudgeName, id: string): string | undefined {
  const isMeant = (argument: Argument): boolean => argument.judge === judge || argument.judge === 'both'
  return ARGUMENTS.find((argument) => isMeant(argument) && argument.faults.includes(id))?.reason
}

function createFault({ id, file, find, replace, promise, story }: Seed): Fault {
  const rewrite = (source: string): string => {
    const at = source.indexOf(find)
    if (at < 0) throw new InvalidFault(`${file} no longer contains ${JSON.stringify(find)}`)
    if (source.includes(find, at + 1)) throw new InvalidFault(`${file} contains ${JSON.stringify(find)} twice`)
    return source.slice(0, at) + replace + source.slice(at + find.length)
  }
  return { id, file, promise, story, rewrite }
}

function readEntries<Entry>(file: URL): readonly Entry[] {
  return parse(readFileSync(file, 'utf8')) as Entry[]
}
