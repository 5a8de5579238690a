import { route } from 'svc'
import { allParcels, parcel } from '../../lib/parcels.ts'

const operation = route('/parcels')

export const GET = operation({ summary: 'The parcels of my estate' }, async (request) => ({
  parcels: await parcel.filter(allParcels(), request),
}))
