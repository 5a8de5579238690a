import { inherit, route } from 'svc'
import { all, check } from 'svc/security'
import { hasTheVehicle } from '../../../lib/guards.ts'
import { vehicle } from '../../../lib/keys.ts'

const operation = route('/vehicles/[id]/unlock')

/** A driver, with the telephone of a vehicle. */
export const auth = all(inherit, vehicle)

export const POST = operation(
  { summary: 'Unlock a vehicle', auth: check(inherit, hasTheVehicle), resource: null },
  ({ auth, params }) => ({ unlocked: params.id, by: auth[0].name }),
)
