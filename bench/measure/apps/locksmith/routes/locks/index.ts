import { route } from 'svc'
import { allLocks, lock } from '../../lib/locks.ts'

const operation = route('/locks')

export const GET = operation({ summary: 'Our locks' }, (request) => lock.filter(allLocks(), request))
