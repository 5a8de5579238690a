import { HttpError, operation } from 'svc'
import { findDocument } from '../../lib/cases.ts'
import { letterLink } from '../../lib/machines.ts'

export const GET = operation({ summary: 'A document by a link', auth: letterLink }, ({ auth }) => {
  const found = findDocument(auth.doc)
  if (found === undefined) throw new HttpError(404, 'No such document')
  return { title: found.title }
})
