import { resource } from 'svc/security'
import type { Caller } from './auth.ts'

export class CaseClosed extends Error {
  override readonly name = 'CaseClosed'
}

export interface Case {
  readonly id: string
  readonly parties: readonly string[]
  readonly subject: string
  readonly isClosed: boolean
  /** Of the judge, for the judge. */
  readonly judgeNotes: string
}

export interface Document {
  readonly id: string
  readonly case: string
  readonly title: string
}

const cases: Case[] = [
  { id: 'c-41', parties: ['petra@law.example'], subject: 'A fence', isClosed: false, judgeNotes: 'Settle it' },
  { id: 'c-42', parties: ['omar@law.example'], subject: 'A well', isClosed: false, judgeNotes: 'Hear the neighbour' },
  { id: 'c-43', parties: ['omar@law.example'], subject: 'A tree', isClosed: true, judgeNotes: 'Dismissed' },
]

const documents: Document[] = [
  { id: 'd-1', case: 'c-41', title: 'Photograph of the fence' },
  { id: 'd-2', case: 'c-42', title: 'Map of the well' },
]

export const allCases = (): readonly Case[] => cases

export const findDocument = (id: string): Document | undefined => documents.find((one) => one.id === id)

export function openCase(party: string, subject: string): Case {
  const made = { id: `c-${cases.length + 41}`, parties: [party], subject, isClosed: false, judgeNotes: '' }
  cases.push(made)
  return made
}

export function file(one: Case, title: string): Document {
  if (one.isClosed) throw new CaseClosed()
  const made = { id: `d-${documents.length + 1}`, case: one.id, title }
  documents.push(made)
  return made
}

export const toAnswer = ({ id, subject, isClosed }: Case) => ({ id, subject, isClosed })

/** Of its parties; the court sees all. */
export const lawCase = resource('case', {
  load: ({ params }: { params: { case: string } }) => cases.find((one) => one.id === params.case),
  may: ({ parties }, { auth }: { auth: Caller }) => auth.role !== 'party' || parties.includes(auth.email),
})

export const document = resource('doc', {
  parent: lawCase,
  load: (parent, { params }: { params: { doc: string } }) =>
    documents.find((one) => one.id === params.doc && one.case === parent.id),
})
