import { route } from 'svc'
import { blast } from '../../../lib/machines.ts'

const operation = route('/hooks/[site]/blast')

export const POST = operation(
  { summary: 'A blast', auth: blast, body: { kilos: Number } },
  ({ auth, params, body }) => ({ by: auth.by, site: params.site, kilos: body.kilos }),
)
