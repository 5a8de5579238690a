import { resource } from 'svc/security'
import type { Person } from './people.ts'

interface Membership {
  readonly person: string
  readonly choir: string
  readonly role: 'singer' | 'treasurer'
}

const memberships: readonly Membership[] = [
  { person: 'asta', choir: 'cantus', role: 'treasurer' },
  { person: 'birk', choir: 'cantus', role: 'singer' },
  { person: 'birk', choir: 'vocalis', role: 'treasurer' },
  { person: 'runa', choir: 'vocalis', role: 'singer' },
  { person: 'solveig', choir: 'aurora', role: 'treasurer' },
]

const choirs = new Map([
  ['cantus', { id: 'cantus', fees: 4_180 }],
  ['vocalis', { id: 'vocalis', fees: 960 }],
  ['aurora', { id: 'aurora', fees: 2_275 }],
])

const membershipOf = (name: string, choir: string): Membership | undefined =>
  memberships.find((one) => one.person === name && one.choir === choir)

/** A choir, for its members. */
export const choir = resource('choir', {
  load: ({ params }: { params: { choir: string } }) => choirs.get(params.choir),
  may: ({ id }, { auth }: { auth: Person }) => membershipOf(auth.name, id) !== undefined,
})

/** The money of a choir, for its treasurer. */
export const treasury = choir.only(({ id }, { auth }) => membershipOf(auth.name, id)?.role === 'treasurer')

const scores = new Map([
  ['s-1', { id: 's-1', choir: 'cantus', title: 'Os justi' }],
  ['s-2', { id: 's-2', choir: 'vocalis', title: 'Northern lights' }],
  ['s-3', { id: 's-3', choir: 'aurora', title: 'Ubi caritas' }],
])

export const scoresOf = (id: string): object[] => [...scores.values()].filter((one) => one.choir === id)

/** A score, below the choir that has bought it. */
export const score = resource('score', {
  parent: choir,
  load: ({ id }, { params }: { params: { score: string } }) => {
    const found = scores.get(params.score)
    return found?.choir === id ? found : undefined
  },
})

const notes = new Map([
  ['n-1', { id: 'n-1', owner: 'asta', voice: 'alto', text: 'breathe after bar 12' }],
  ['n-2', { id: 'n-2', owner: 'birk', voice: 'bass', text: 'count, do not listen' }],
  ['n-3', { id: 'n-3', owner: 'runa', voice: 'tenor', text: 'watch the left hand' }],
])

/** A singer has written it into a score. */
export const note = resource('note', {
  load: ({ params }: { params: { note: string } }) => notes.get(params.note),
  may: ({ owner }, { auth }: { auth: Person }) => owner === auth.name,
})
