import { route } from 'svc'
import { listReaders } from '../../lib/readers.ts'

const operation = route('/staff/readers')

export const GET = operation({ summary: 'All readers' }, () => ({ readers: listReaders() }))
