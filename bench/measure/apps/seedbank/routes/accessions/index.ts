import { route } from 'svc'
import { accession, allAccessions } from '../../lib/accessions.ts'

const operation = route('/accessions')

export const GET = operation({ summary: 'Accessions that I may see' }, async (request) => ({
  accessions: await accession.filter(allAccessions(), request),
}))
