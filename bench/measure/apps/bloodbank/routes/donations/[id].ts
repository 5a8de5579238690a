import { route } from 'svc'
import { donation } from '../../lib/donations.ts'

const operation = route('/donations/[id]')

export const resource = donation

export const GET = operation({ summary: 'One donation' }, ({ resources }) => resources.donation)
