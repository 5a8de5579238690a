import { route } from 'svc'
import { absence } from '../../lib/absences.ts'

const operation = route('/absences/[id]')

export const resource = absence

export const GET = operation({ summary: 'One absence' }, ({ resources }) => resources.absence)
