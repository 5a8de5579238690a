import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { type Edit, plant } from '../foreign/fault.ts'

/** Mistakes to which the judge may be tuned, and mistakes that only measure it. */
export type Half = 'open' | 'held'

/** A mistake as `mistakes/<application>.yaml` holds it. */
export interface Mistake {
  readonly name: string
  readonly class: string
  readonly half: Half
  /** Routes that it opens, as the report names them. */
  readonly on: readonly string[]
  /** The sentence that a tester must read. */
  readonly says: string
  /** A pattern of words, one of which must be in the cause that is reported. */
  readonly words: string
  /** `@@` in the text of exactly one of them is the planted line. */
  readonly edits: readonly (Edit & { readonly file: string })[]
  /** The planted line of the twin. */
  readonly right: string
  /** The planted line of the mistake. */
  readonly wrong: string
}

/** An application and its mistakes. */
export interface Application {
  readonly name: string
  readonly folder: string
  readonly mistakes: readonly Mistake[]
}

/** A line of an application. */
export interface Place {
  readonly file: string
  /** From 1. */
  readonly line: number
}

/** Files of an application after a mistake or its twin was planted. */
export interface Planted {
  readonly files: ReadonlyMap<string, string>
  readonly place: Place
}

const MARK = '@@'
const APPS = fileURLToPath(new URL('apps', import.meta.url))

/** Classes of mistakes that need knowledge of the data; they are counted apart. */
export const DATA_CLASSES: ReadonlySet<string> = new Set(['object', 'field'])

/** The applications of each measure, in the order in which the measures were made. */
export const MEASURES: Readonly<Record<string, readonly string[]>> = {
  first: ['backoffice', 'clinic', 'forge', 'rentals'],
  second: ['depot', 'gateway', 'referrals', 'workspace'],
  third: ['parcels', 'payhooks', 'plant', 'school'],
  fourth: ['archive', 'cinema', 'grid', 'radio'],
  fifth: ['gym', 'newsroom'],
  sixth: ['council', 'ferry', 'fleet', 'laboratory'],
  seventh: ['library', 'meters', 'parking', 'pharmacy'],
  eighth: ['airport', 'auction', 'bakery', 'museum'],
  ninth: ['hotel', 'notary', 'observatory', 'orchestra'],
  tenth: ['allotment', 'insurer', 'kennel', 'lifts'],
  eleventh: ['brewery', 'dispatch', 'marina', 'podcasts'],
  twelfth: ['laundry', 'quarry', 'tollway'],
  thirteenth: ['orchard', 'theatre', 'harbour'],
  fourteenth: ['greenhouse', 'courier', 'choir'],
  fifteenth: ['seedbank', 'chargers', 'tribunal'],
  sixteenth: ['apiary', 'bindery', 'dentist', 'locksmith', 'shipyard', 'planetarium'],
  seventeenth: ['hostel', 'kiln', 'lighthouse', 'mill', 'ropeway', 'vineyard'],
  eighteenth: ['tailor', 'aquarium', 'foundry', 'circus', 'pawnshop', 'weighbridge'],
  nineteenth: ['bloodbank', 'canal', 'nursery', 'distillery', 'stables', 'embassy'],
  twentieth: ['sawmill', 'printshop', 'watchmaker', 'catering', 'surveyor', 'saltworks'],
}

/** Reads the applications with these names, or of the measures with these names; all of them if none is named. */
export function readApplications(names: readonly string[]): readonly Application[] {
  const known = readdirSync(APPS).toSorted()
  const wanted = names.flatMap((name) => MEASURES[name] ?? [name])
  const unknown = wanted.find((name) => !known.includes(name))
  if (unknown !== undefined) throw new Error(`there is no application ${unknown}; there are ${known.join(', ')}`)
  return known.filter((name) => wanted.length === 0 || wanted.includes(name)).map(readApplication)
}

function readApplication(name: string): Application {
  const file = fileURLToPath(new URL(`mistakes/${name}.yaml`, import.meta.url))
  return { name, folder: join(APPS, name), mistakes: parse(readFileSync(file, 'utf8')) as readonly Mistake[] }
}

/**
 * Applies the edits of a mistake, with the planted line of the mistake or of its twin.
 *
 * @throws Error where an edit does not fit its file any more, or no edit has the planted line
 */
export function plantMistake({ folder }: Application, mistake: Mistake, kind: 'right' | 'wrong'): Planted {
  const marked = new Map<string, string>()
  for (const { file, find, replace } of mistake.edits) {
    const before = marked.get(file) ?? readFileSync(join(folder, file), 'utf8')
    marked.set(file, plant(before, { find, replace }))
  }
  const place = findMark(marked)
  if (place === undefined) throw new Error(`"${mistake.name}" has no planted line`)
  const files = new Map([...marked].map(([file, text]) => [file, text.replace(MARK, () => mistake[kind])]))
  return { files, place }
}

/** Whether a planted application is the one of its folder: so it is with a twin whose edits only mark a line. */
export function isUnchanged({ folder }: Application, { files }: Planted): boolean {
  return [...files].every(([file, text]) => readFileSync(join(folder, file), 'utf8') === text)
}

function findMark(marked: ReadonlyMap<string, string>): Place | undefined {
  for (const [file, text] of marked) {
    const at = text.indexOf(MARK)
    if (at >= 0) return { file, line: text.slice(0, at).split('\n').length }
  }
  return undefined
}
