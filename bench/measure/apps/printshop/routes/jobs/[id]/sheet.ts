import { inherit, route } from 'svc'
import { sheet } from '../../../lib/jobs.ts'
import { proof } from '../../../lib/proofs.ts'

const operation = route('/jobs/[id]/sheet')

export const GET = operation({ summary: 'The sheet', auth: [inherit, proof], resource: sheet }, ({ resources }) => ({
  sheet: resources.sheet.title,
}))
