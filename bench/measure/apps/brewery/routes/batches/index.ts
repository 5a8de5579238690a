import { route } from 'svc'
import { z } from 'zod'
import { allBatches, batch } from '../../lib/batches.ts'

const operation = route('/batches')

export const GET = operation(
  { summary: 'Batches, of one tank or all', query: z.object({ tank: z.string().optional() }) },
  (request) => {
    const { tank } = request.query
    const found = allBatches().filter((one) => tank === undefined || one.tank === tank)
    return batch.filter(found, request)
  },
)
