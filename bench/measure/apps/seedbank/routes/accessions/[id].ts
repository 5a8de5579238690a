import { route } from 'svc'
import { accession, annotate } from '../../lib/accessions.ts'

const operation = route('/accessions/[id]')

export const resource = accession

export const GET = operation({ summary: 'One accession' }, ({ resources }) => resources.accession)

export const PATCH = operation(
  {
    summary: 'Write a note',
    resource: accession.only(({ owner }, { auth }) => owner === auth.name),
    body: { note: String },
  },
  ({ resources, body }) => annotate(resources.accession, body.note),
)
