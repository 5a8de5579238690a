import { route } from 'svc'
import { stay } from '../../lib/stays.ts'

const operation = route('/stays/[id]')

export const resource = stay

export const GET = operation({ summary: 'One stay' }, ({ resources }) => resources.stay)
