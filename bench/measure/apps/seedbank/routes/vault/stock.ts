import { route } from 'svc'
import { allAccessions } from '../../lib/accessions.ts'

const operation = route('/vault/stock')

export const GET = operation({ summary: 'All that is in the vault' }, () =>
  allAccessions().map(({ id, species, seeds }) => ({ id, species, seeds })),
)
