import { resource } from 'svc/security'
import type { Reader } from './tokens.ts'

export interface Document {
  readonly id: string
  readonly org: string
  readonly title: string
}

const documents: Document[] = [
  { id: 'doc-11', org: 'city', title: 'Minutes of 1871' },
  { id: 'doc-12', org: 'port', title: 'Ships of 1902' },
]

export const all = (): readonly Document[] => documents

export function add(org: string, title: string): Document {
  const added = { id: `doc-${documents.length + 11}`, org, title }
  documents.push(added)
  return added
}

export const document = resource('document', {
  load: ({ params }: { params: { id: string } }) => documents.find(({ id }) => id === params.id),
  may: ({ org }, { auth }: { auth: Reader }) => org === auth.org,
})
