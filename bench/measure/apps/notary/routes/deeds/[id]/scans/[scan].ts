import { route } from 'svc'
import { scan } from '../../../../lib/deeds.ts'

const operation = route('/deeds/[id]/scans/[scan]')

export const resource = scan

export const GET = operation({ summary: 'A page of a deed' }, ({ resources }) => resources.scan)
