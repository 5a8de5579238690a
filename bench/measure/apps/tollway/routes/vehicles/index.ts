import { reply, route } from 'svc'
import { addVehicle, allVehicles, show, vehicle } from '../../lib/vehicles.ts'

const operation = route('/vehicles')

export const GET = operation({ summary: 'My vehicles' }, async (request) => {
  const mine = await vehicle.filter(allVehicles(), request)
  return mine.map(show)
})

export const POST = operation({ summary: 'Register a vehicle', body: { plate: String } }, ({ auth, body }) =>
  reply(201, show(addVehicle(auth.name, body.plate))),
)
