import { route } from 'svc'
import { groom } from '../../../lib/grooms.ts'

const operation = route('/horses/[id]/feed')

// Grooms feed each horse.
export const PUT = operation(
  { summary: 'Note the feed', auth: groom, resource: null, body: { kilos: Number } },
  ({ auth, body, params }) => ({
    horse: params.id,
    kilos: body.kilos,
    by: auth.groom,
  }),
)
