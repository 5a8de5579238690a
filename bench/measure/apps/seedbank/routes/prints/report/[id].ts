import { HttpError, operation } from 'svc'
import { findAccession } from '../../../lib/accessions.ts'
import { printLink } from '../../../lib/machines.ts'

export const GET = operation({ summary: 'The report of an accession', auth: printLink }, ({ auth }) => {
  const found = findAccession(auth.print)
  if (found === undefined) throw new HttpError(404, 'No such accession')
  return { report: found.species, note: found.note, seeds: found.seeds }
})
